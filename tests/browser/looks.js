// What must be seen at the first look, on narrow screens and on paper.
import assert from "node:assert/strict";
import { test } from "node:test";

export function testLooks({ visit, sweep, eight, quick }) {
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
