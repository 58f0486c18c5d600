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
  }));

  test("a capacity is a band with the bounds of its interval", () => visit(found(), {}, async page => {
    const bands = (await series(page, "curve")).filter(one => one.name.endsWith(", capacity"));
    assert.deepEqual(bands.map(band => band.data[0]), cells().filter(cell => cell.outcome === "found")
      .map(({ capacity }) => [capacity.value, capacity.ci_low, capacity.ci_high]));
    assert.ok(bands.length > 0);
  }));

  for (const [width, scheme] of [[1280, "dark"], [390, "light"]])
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
