// The page of a search for capacities: its curves, and whether everybody can use it.
import assert from "node:assert/strict";
import { test } from "node:test";

/** @param found gives the search once it is there: {page, summary}. */
export function testCapacity(found, { axe, series, visit }) {
  const cells = () => found().summary.cells;

  test("a capacity's curves are drawn with the figures of its summary", () => visit(found(), {}, async page => {
    for (const [title, key] of [["p50", "p50_ns"], ["p99", "p99_ns"], ["p99.9", "p999_ns"]]) {
      await page.locator("select.percentile").selectOption({ label: title });
      const drawn = await series(page, "curve");
      for (const cell of cells())
        assert.deepEqual(drawn.find(one => one.name === cell.label).data,
          cell.curve.filter(point => point[key] !== null).map(point => [point.offered, point[key]]));
      assert.equal(drawn.some(one => one.name === "p99 < 1 ms"), title === "p99");
    }
    await page.locator("select.percentile").selectOption({ label: "all of these" });
    assert.ok((await series(page, "curve")).some(one => one.name === `${cells()[0].label}, p99.9`));
    for (const [i, cell] of cells().entries())
      assert.deepEqual((await series(page, "achieved"))[i + 1].data,
        cell.curve.map(point => [point.offered, point.achieved_per_s]));
    const blank = await page.evaluate(() => Object.entries(pingmark.drawn).filter(([, chart]) => {
      const canvas = chart.getDom().querySelector("canvas");
      const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      return new Set(new Uint32Array(pixels.buffer)).size < 5;
    }).map(([name]) => name));
    assert.deepEqual(blank, []);
  }));

  test("a capacity is a band with the bounds of its interval", () => visit(found(), {}, async page => {
    const bands = (await series(page, "curve")).filter(one => one.name.endsWith(", capacity"));
    assert.deepEqual(bands.map(band => band.data[0]), cells().filter(cell => cell.outcome === "found")
      .map(({ capacity }) => [capacity.value, capacity.ci_low, capacity.ci_high]));
    assert.ok(bands.length > 0);
  }));

  test("a chart of a capacity hides a stack by keyboard, and has all points as a table", () =>
    visit(found(), {}, async page => {
      const rows = page.locator("#chart-curve tbody tr");
      const all = cells().reduce((sum, cell) => sum + cell.curve.length, 0);
      assert.equal(await rows.count(), all);
      const button = page.locator("#chart-curve .legend button").first();
      await button.focus();
      await page.keyboard.press("Space");
      assert.equal(await button.getAttribute("aria-pressed"), "false");
      assert.equal(await rows.count(), all - cells()[0].curve.length);
    }));

  for (const [width, scheme] of [[1280, "light"], [1280, "dark"], [390, "light"]])
    test(`a capacity's page has no accessibility violation, ${scheme}, ${width} wide, and nothing is wider`, () =>
      visit(found(), { width, colorScheme: scheme }, async page => {
        await page.evaluate(() => document.querySelectorAll("details").forEach(one => { one.open = true; }));
        await page.waitForFunction(() => document.querySelector("#chart-curve canvas")?.width > 0);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map(one => `${one.id}: ${one.nodes.map(node => node.html).join(" ")}`), []);
      }));
}
