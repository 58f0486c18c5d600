// report.html in a real browser: what the charts show, the table, the keyboard, narrow screens and hostile names.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { attackIn, connections, labels, launch, open, series, sweepIn, visit } from "./pages.js";

const folder = mkdtempSync(join(tmpdir(), "pingmark-browser-"));
let browser, sweep, attack;

before(async () => {
  browser = await launch();
  sweep = await sweepIn(folder);
  attack = await attackIn(folder);
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const cellsOf = (count, { summary } = sweep) => summary.cells.filter(cell => cell.scenario.connections === count);
const bounds = figure => [figure.ci_low, figure.ci_high];

test("every cell of the made-up run is usable and has intervals", () => {
  for (const cell of sweep.summary.cells) {
    assert.equal(cell.status, "ok", cell.reasons.join());
    assert.notEqual(cell.throughput_per_s.ci_low, null);
  }
});

test("every chart is drawn with the figures of summary.json", () => visit(sweep, {}, async page => {
  for (const [at, count] of connections.entries()) {
    await page.locator("select.scenario").first().selectOption(String(at));
    const cells = cellsOf(count).sort((a, b) => b.throughput_per_s.value - a.throughput_per_s.value);
    const [bars, whiskers, published] = await series(page, "rate");
    assert.deepEqual(bars.data, cells.map(cell => cell.throughput_per_s.value));
    assert.deepEqual(whiskers.data, cells.map((cell, i) => [i, ...bounds(cell.throughput_per_s)]));
    assert.deepEqual(published.data, [[30_000 * count, cells.findIndex(cell => cell.label === labels[0])]]);
    const sides = await series(page, "cost");
    const cost = cell => cell.server_cpu_ns_per_msg.value + cell.client_cpu_ns_per_msg.value;
    assert.deepEqual(sides.map(side => side.data), ["server", "client"].map(side =>
      cellsOf(count).sort((a, b) => cost(a) - cost(b)).map(cell => cell[`${side}_cpu_ns_per_msg`].value)));
    for (const [i, cell] of cellsOf(count).entries()) {
      const curve = (await series(page, "percentiles"))[2 * i];
      assert.equal(curve.name, cell.label);
      for (const [nines, key] of [[1, "rtt_p90_ns"], [2, "rtt_p99_ns"]]) {
        const [, ns] = curve.data.find(([x]) => x === nines);
        assert.ok(Math.abs(ns / cell[key].value - 1) < 0.01, `${cell.id} ${key}: ${ns}`);
      }
    }
  }
  for (const [key, title] of [["rtt_p50_ns", "RTT p50"], ["rtt_p99_ns", "RTT p99"]]) {
    await page.locator("select.time").first().selectOption({ label: title });
    assert.deepEqual((await series(page, "time"))[0].data,
      cellsOf(20).map(cell => cell[key].value).sort((a, b) => a - b));
    for (const [i, label] of labels.entries()) {
      const [line, whiskers] = (await series(page, "time-sweep")).slice(2 * i);
      const figures = connections.map(count => cellsOf(count)[i][key]);
      assert.equal(line.name, label);
      assert.deepEqual(line.data.map(([, value]) => value), figures.map(figure => figure.value));
      assert.deepEqual(whiskers.data, figures.map((figure, at) => [line.data[at][0], ...bounds(figure)]));
      assert.deepEqual(line.data.map(([x]) => Math.abs(Math.round(x))), connections.map((_, at) => at));
    }
  }
  const published = (await series(page, "rate-sweep")).at(-1);
  assert.equal(published.name, `${labels[0]}, published`);
  assert.deepEqual(published.data.map(([, value]) => value), connections.map(count => 30_000 * count));
  const blank = await page.evaluate(() => Object.entries(pingmark.drawn).filter(([, chart]) => {
    const canvas = chart.getDom().querySelector("canvas");
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    return new Set(new Uint32Array(pixels.buffer)).size < 5;
  }).map(([name]) => name));
  assert.deepEqual(blank, []);
}));

const names = page => page.evaluate(() => [...document.querySelectorAll("#cells tbody")].map(body =>
  [...body.rows].filter(row => !row.matches(".scenario, .axis") && !row.hidden && !body.hidden)
    .map(row => row.cells[0].innerText.trim())));

test("the table sorts within scenarios, by keyboard too, and comes back to the suite's order", () =>
  visit(sweep, {}, async page => {
    const header = page.getByRole("columnheader", { name: "Throughput" });
    await header.getByRole("button").click();
    assert.equal(await header.getAttribute("aria-sort"), "ascending");
    assert.deepEqual(await names(page), connections.map(() => labels));
    await header.getByRole("button").focus();
    await page.keyboard.press("Enter");
    assert.equal(await header.getAttribute("aria-sort"), "descending");
    assert.deepEqual(await names(page), connections.map(() => labels.toReversed()));
    await page.getByRole("columnheader", { name: "Stack" }).getByRole("button").click();
    assert.equal(await header.getAttribute("aria-sort"), null);
    for (let i = 0; i < 2; i++) await page.getByRole("columnheader", { name: "Stack" }).getByRole("button").click();
    assert.deepEqual(await names(page), connections.map(() => labels));
  }));

test("the table is filtered by words, a verdict too, and says how much is left", () => visit(sweep, {}, async page => {
  await page.getByLabel("Filter").fill("CPP 20 conn");
  assert.deepEqual((await names(page)).flat(), ["cpp/tcp-epoll", "cpp/tcp-threads"]);
  assert.equal(await page.locator("#shown").innerText(), "2 of 20 cells");
  await page.getByLabel("Filter").fill("baseline");
  assert.equal(await page.locator("#shown").innerText(), "5 of 20 cells");
}));

test("the keyboard reaches everything, and what has the focus is seen", () => visit(sweep, {}, async page => {
  const reached = new Set();
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const { id, tagName, textContent } = document.activeElement;
      return { what: id || `${tagName} ${textContent.trim().slice(0, 30)}`,
        outline: getComputedStyle(document.activeElement).outlineStyle };
    });
    if (at.what.startsWith("BODY")) break;
    assert.notEqual(at.outline, "none", at.what);
    reached.add(at.what);
  }
  for (const what of ["filter", "columns", "BUTTON Throughput", "SUMMARY Data of this chart"])
    assert.ok(reached.has(what), `${what} of ${[...reached]}`);
}));

for (const width of [360, 3840])
  test(`nothing is wider than a screen of ${width}`, async () => {
    for (const page of width < 1000 ? [sweep, attack] : [sweep])
      await visit(page, { width }, async shown => {
        await shown.evaluate(() => document.querySelectorAll("details").forEach(details => { details.open = true; }));
        assert.ok(await shown.evaluate(() => document.documentElement.scrollWidth) <= width);
        assert.ok(await shown.evaluate(() => document.documentElement.scrollWidth) <= width);
        const canvas = await shown.locator("#chart-rate canvas").boundingBox();
        assert.ok(canvas.x + canvas.width <= width);
      });
  });

test("what a suite calls itself runs nothing and makes no element", () => visit(attack, {}, async page => {
  assert.equal(await page.evaluate(() => globalThis.alerted), undefined);
  assert.equal(await page.locator("img").count(), 0);
  assert.ok((await page.locator("#cells tbody tr th").nth(1).innerText()).startsWith("</script><script>"));
}));

test("the policy refuses whatever script gets in", async () => {
  const page = await open(sweep);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.alerted = 1";
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => globalThis.alerted), undefined);
  assert.equal(page.complaints.length, 1);
  assert.match(page.complaints[0], /Content Security Policy/);
  await page.close();
});
