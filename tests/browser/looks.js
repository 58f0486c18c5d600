// What must be seen at the first look, on narrow screens and on paper, and by everybody.
import assert from "node:assert/strict";
import { test } from "node:test";
import { distance, pixelsOf, seenAs, sights, strongest } from "./sight.js";

/** CIELAB: below this two colours of a chart are taken for one. */
const leastDistance = 12;

export function testLooks({ visit, browser, sweep, eight, quick }) {
  for (const colorScheme of ["light", "dark"])
    test(`any two series differ in colour, dash or marker, whoever looks at them, in ${colorScheme}`, () =>
      visit(eight(), { colorScheme }, async page => {
        const decoder = await browser().newPage();
        const ground = colorScheme === "light" ? [255, 255, 255] : [17, 20, 23];
        const charts = ["percentiles", "rate-sweep", "time-sweep", "course"];
        const looks = await page.evaluate(names => Object.fromEntries(names.map(name =>
          [name, pingmark.drawn[name].getOption().series.filter(one => one.type === "line").map(one =>
            ({ name: one.name, symbol: one.symbol, dash: String(one.lineStyle.type) }))])), charts);
        for (const sight of sights) {
          const colours = {};
          await seenAs(page, sight, async () => {
            for (const button of await page.locator("#chart-percentiles .legend button").all())
              colours[await button.innerText()] =
                strongest(await pixelsOf(decoder, await button.locator("svg").screenshot()), ground);
          });
          for (const [chart, drawn] of Object.entries(looks)) {
            const series = drawn.filter(one => one.symbol !== "none");
            assert.equal(series.length, Object.keys(colours).length, chart);
            for (const [i, one] of series.entries())
              for (const other of series.slice(i + 1)) {
                const far = distance(colours[one.name], colours[other.name]);
                assert.ok(far >= leastDistance || one.symbol !== other.symbol || one.dash !== other.dash,
                  `${chart}, ${sight}: ${one.name} and ${other.name} are ${far.toFixed(1)} apart`);
                if (one.name.split("/")[0] !== other.name.split("/")[0])
                  assert.ok(far >= leastDistance, `${sight}: the runtimes of ${one.name} and ${other.name}: ${far}`);
              }
          }
        }
        await decoder.close();
      }));

  for (const [name, of] of Object.entries({ quick, sweep }))
    test(`the first screen of ${name} has the answer, what must not be trusted, and a chart`, () =>
      visit(of(), { width: 1280, height: 800 }, async page => {
        const bottom = await page.evaluate(() => Math.max(...[document.querySelector(".first > div"),
          document.querySelector("#chart-first .canvas")].map(one => one.getBoundingClientRect().bottom)));
        assert.ok(bottom <= 800, `${bottom}`);
        assert.ok(await page.locator("#chart-first canvas").isVisible());
      }));

  for (const [name, of] of Object.entries({ sweep, eight }))
    test(`a narrow screen has the outcome of ${name} in four screens`, () =>
      visit(of(), { width: 390, height: 844 }, async page =>
        assert.ok(await page.evaluate(() => document.documentElement.scrollHeight) <= 4 * 844)));

  test("a narrow screen has the outcome in four screens, and the rest on demand", () =>
    visit(quick(), { width: 390, height: 844 }, async page => {
      assert.ok(await page.evaluate(() => document.documentElement.scrollHeight) <= 4 * 844);
      assert.equal(await page.locator("#cells").isVisible(), false);
      await page.getByRole("heading", { name: "Figures", exact: true }).click();
      assert.equal(await page.locator("#cells").isVisible(), true);
      await page.getByRole("heading", { name: "Charts", exact: true }).click();
      await page.waitForFunction(() => document.querySelector("#chart-rate canvas")?.width > 0);
    }));

  test("the outcome has three pages of paper at most", () => visit(quick(), {}, async page => {
    await page.evaluate(() => {
      for (const later of document.querySelectorAll("main > section:not(#outcome, #figures)")) later.remove();
    });
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    const pages = pdf.match(/\/Type\s*\/Page\b/g).length;
    assert.ok(pages <= 3, `${pages}`);
  }));

  test("bars are not crushed by an interval that reaches far beyond", () => visit(quick(), {}, async page => {
    const { max, most, beyond } = await page.evaluate(() => {
      const option = pingmark.drawn.rate.getOption();
      const [bars, whiskers] = option.series;
      return {
        max: option.xAxis[0].max, most: Math.max(...bars.data.map(bar => bar.value)),
        beyond: whiskers.data.filter(([, , high]) => high > option.xAxis[0].max).length,
      };
    });
    assert.ok(beyond > 0, "none is cut");
    assert.ok(max <= 2 * most, `${max} for ${most}`);
    await page.locator("#chart-rate").scrollIntoViewIfNeeded();
    const canvas = await page.locator("#chart-rate canvas").boundingBox();
    await page.mouse.move(canvas.x + canvas.width - 30, canvas.y + 20);
    const tip = page.locator("#chart-rate .tip");
    assert.match(await tip.innerText(), /95 % interval \[.*\], beyond the axis/);
    assert.equal(await tip.locator("svg.key").count(), 1);
  }));

  test("points of a sweep stand side by side, and the pointer need not hit them", () => visit(sweep(), {}, async page => {
    const lines = await page.evaluate(() => pingmark.drawn["rate-sweep"].getOption().series
      .filter(one => one.type === "line" && !one.name.endsWith("published")).map(one => one.data.map(([x]) => x)));
    for (let at = 0; at < lines[0].length; at++)
      assert.equal(new Set(lines.map(line => line[at].toFixed(4))).size, lines.length);
    await page.locator("#chart-rate-sweep").scrollIntoViewIfNeeded();
    const canvas = await page.locator("#chart-rate-sweep canvas").boundingBox();
    await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height - 60);
    const tip = page.locator("#chart-rate-sweep .tip");
    assert.match(await tip.innerText(), /^connections 5/);
    assert.equal(await tip.locator("svg.key").count(), lines.length);
    await page.keyboard.press("Escape");
    assert.equal(await tip.isVisible(), false);
  }));

  test("a round is drawn from its first slice on", () => visit(sweep(), {}, async page => {
    const { from, first } = await page.evaluate(() => ({
      from: pingmark.drawn.course.getOption().xAxis[0].min,
      first: Math.min(...pingmark.data.courses.filter(one => one.round === 1)
        .flatMap(one => one.points.map(point => point[0]))),
    }));
    assert.ok(from > 0 && first - from <= 0.11, `${from} of ${first}`);
  }));

  test("ratios have an axis with a mark at 1, and intervals that are seen", () => visit(quick(), {}, async page => {
    const drawn = await page.evaluate(() => [...document.querySelectorAll("#cells tbody")].map(body => ({
      labels: [...body.querySelectorAll(".axis text")].map(text => text.textContent),
      widest: Math.max(...[...body.querySelectorAll(".whisker")].map(whisker => whisker.getBoundingClientRect().width)),
      axis: body.querySelector(".axis svg")?.getBoundingClientRect().width,
    })));
    assert.ok(drawn.length > 0);
    for (const { labels, widest, axis } of drawn) {
      assert.ok(labels.includes("1x") && labels.length > 1, `${labels}`);
      assert.ok(axis >= 190 && widest > 8, `${axis} ${widest}`);
    }
  }));
}
