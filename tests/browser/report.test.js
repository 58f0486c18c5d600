// report.html and other pages in a real browser: all that page.test.js leaves out.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { testCapacity } from "./capacity.js";
import { testLooks } from "./looks.js";
import { attackIn, labels, launch, open, series, sweepIn, visit } from "./pages.js";
import { testPictures } from "./pictured.js";
import { pingmark, recorded, recordedSearch, run } from "./runs.js";
import { testUi } from "./ui.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const eightStacks = [...labels, "java/tcp-threads", ...["cpp", "java", "dotnet"].map(runtime => `${runtime}/udp-spin`)];
const folder = mkdtempSync(join(tmpdir(), "pingmark-browser-"));
let browser, sweep, attack, large, crossed, eight, quick, search;

before(async () => {
  [browser, sweep, attack, crossed, large, eight, quick, search] = await Promise.all([
    launch(),
    sweepIn(folder),
    attackIn(folder),
    run(join(folder, "crossed"), {
      labels: labels.slice(0, 2), clients: labels, connections: [4], rounds: 2, sampled: true,
    }),
    run(join(folder, "large"), {
      labels: Array.from({ length: 20 }, (_, i) => `cpp/stack-${i}`), rounds: 5,
      connections: Array.from({ length: 10 }, (_, i) => i + 1),
    }),
    run(join(folder, "eight"), { labels: eightStacks, connections: [1, 16], rounds: 3 }),
    recorded(join(folder, "quick"), "quick"),
    recordedSearch(join(folder, "search")),
  ]);
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

test("clients against servers are a map with each pair's rate", () => visit(crossed, {}, async page => {
  const [map] = await series(page, "matrix");
  assert.deepEqual(map.data, crossed.summary.cells.map(cell =>
    [labels.indexOf(cell.label), labels.indexOf(cell.client), cell.throughput_per_s.value]));
  assert.equal(map.data.length, 8);
}));

test("times of slices and samples are drawn as they were told", () => visit(crossed, {}, async page => {
  const cells = crossed.summary.cells;
  const p50 = cells.map(cell => (cell.scenario.connections * 1e9) / cell.throughput_per_s.value);
  const [line, bars] = await series(page, "course");
  assert.deepEqual(line.data.map(([seconds]) => seconds), [0.5, 0.6, 1.7, 1.8]);
  assert.ok(line.data.every(([, ns]) => Math.abs(ns / p50[0] - 1) < 0.05), `${line.data} of ${p50[0]}`);
  assert.deepEqual(bars.data.map(([from, to]) => [from, to]), [[0.65, 0.9]]);
  const events = await page.evaluate(() => pingmark.drawn.course.getOption().series.at(-1).data.map(one => one.event));
  assert.equal(events.filter(one => one.kind === "repeated").length, cells.length);
  await page.locator("select.measure").selectOption({ label: "RTT p99" });
  assert.equal((await series(page, "course"))[0].data.length, 3);
  const [flame] = await series(page, "flame");
  assert.deepEqual(flame.data.map(box => box.map(x => Number(x.toFixed(3)))), [
    [0, 0.9, 0], [0, 0.5, 1], [0, 0.4, 2], [0.5, 0.8, 1], [0.9, 0.98, 0],
  ]);
  const rows = page.locator("#chart-flame tbody tr");
  assert.deepEqual(await rows.nth(1).locator("th, td").allTextContents(), ["· <b>read</b>", "50.0 %", "10.0 %"]);
}));

test("charts are the same files each time, and hold nothing but shapes and text", async () => {
  const folders = ["first", "second"].map(name => join(folder, name));
  await Promise.all(folders.map(to => pingmark("export", join(folder, "attack"), "--charts", to)));
  const [first, second] = folders.map(to => readdirSync(to).map(name => [name, readFileSync(join(to, name), "utf8")]));
  assert.deepEqual(first, second);
  assert.ok(first.length > 8 && first.some(([name]) => name === "scenario-01-percentiles.svg"), `${first.map(([n]) => n)}`);
  const page = await open(attack);
  const elements = await page.evaluate(texts => texts.map(text => {
    const made = new DOMParser().parseFromString(text, "image/svg+xml");
    return [...made.querySelectorAll("*")].map(one => one.localName);
  }), first.map(([, text]) => text));
  for (const names of elements)
    assert.deepEqual(
      [...new Set(names)].filter(name => !/^(svg|rect|path|text|g|line|circle|polyline|polygon|style|defs|clipPath)$/
        .test(name)), []);
  await page.close();
});

test("columns that decide less come when they are asked for", () => visit(sweep, {}, async page => {
  const mean = page.getByRole("columnheader", { name: "RTT mean" });
  assert.equal(await mean.isVisible(), false);
  await page.getByRole("button", { name: "All columns" }).click();
  assert.equal(await mean.isVisible(), true);
}));

test("dark is the system's choice, and the charts follow", () =>
  visit(sweep, { colorScheme: "dark" }, async page => {
    const look = () => page.evaluate(() => ({
      back: getComputedStyle(document.body).backgroundColor,
      label: pingmark.drawn.rate.getOption().yAxis[0].axisLabel.color,
    }));
    assert.deepEqual(await look(), { back: "rgb(17, 20, 23)", label: "#e8ebee" });
    await page.emulateMedia({ colorScheme: "light" });
    // The page hears of it later than its styles change.
    await page.waitForFunction(() => pingmark.drawn.rate.getOption().yAxis[0].axisLabel.color === "#16191d");
    assert.deepEqual(await look(), { back: "rgb(255, 255, 255)", label: "#16191d" });
  }));

test("a legend hides a series by keyboard", () => visit(sweep, {}, async page => {
  const button = page.locator("#chart-rate-sweep .legend button").first();
  await button.focus();
  await page.keyboard.press("Space");
  assert.equal(await button.getAttribute("aria-pressed"), "false");
  assert.ok((await series(page, "rate-sweep")).every(one => !one.name.startsWith(labels[0])));
}));

for (const colorScheme of ["light", "dark"])
  test(`axe finds nothing in ${colorScheme}`, async () => {
    for (const page of colorScheme === "light" ? [sweep, attack] : [sweep])
      await visit(page, { colorScheme }, async shown => {
        await shown.evaluate(() => document.querySelectorAll("details").forEach(details => { details.open = true; }));
        await shown.evaluate(axe);
        const { violations } = await shown.evaluate(() => axe.run(document));
        assert.deepEqual(violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(node => node.html)}`), []);
      });
  });

test("200 cells of 1,000 trials are below 5 MB and soon there", async () => {
  assert.equal(large.summary.cells.length, 200);
  assert.ok(statSync(large.page).size <= 5e6);
  const started = performance.now();
  await visit(large, {}, async page => assert.equal(await page.evaluate(() => Object.keys(pingmark.drawn).length), 8));
  const took = performance.now() - started;
  assert.ok(took < 15_000, `${took} ms`);
  console.log(`200 cells: ${statSync(large.page).size} bytes, ${Math.round(took)} ms`);
});

test("paper is white", () => visit(sweep, { colorScheme: "dark" }, async page => {
  const back = await page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    const printed = getComputedStyle(document.body).backgroundColor;
    dispatchEvent(new Event("afterprint"));
    return [printed, getComputedStyle(document.body).backgroundColor];
  });
  assert.deepEqual(back, ["rgb(255, 255, 255)", "rgb(17, 20, 23)"]);
}));

testLooks({ visit, sweep: () => sweep, eight: () => eight, quick: () => quick });
testCapacity(() => search, { axe, series, visit });
testPictures({ folder, labels, browser: () => browser, axe });
testUi({ folder, labels, browser: () => browser, axe });
