// report.html in a real browser: what the charts show, and whether everybody can use it.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { testCapacity } from "./capacity.js";
import { testLooks } from "./looks.js";
import { testPictures } from "./pictured.js";
import { pingmark, recorded, recordedSearch, run } from "./runs.js";
import { testSite } from "./site.js";
import { testUi } from "./ui.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const labels = ["cpp/tcp-epoll", "cpp/tcp-threads", "java/tcp-nio", "dotnet/tcp-async"];
const eightStacks = [...labels, "java/tcp-threads", ...["cpp", "java", "dotnet"].map(runtime => `${runtime}/udp-spin`)];
const connections = [1, 2, 5, 10, 20];
const hostile = [
  "</script><script>globalThis.alerted = 1</script>", "<img src=x onerror='globalThis.alerted = 1'>",
  "x".repeat(10_000), "\u001b[31mred \u202egnp.exe {a|b} ${1}",
];
const folder = mkdtempSync(join(tmpdir(), "pingmark-browser-"));
let browser, sweep, attack, large, crossed, eight, quick, search;

before(async () => {
  const published = {
    source: "Example et al.", finding: "",
    figures: connections.map(count => ({
      stack: labels[0], scenario: null, connections: count, in_flight: null, metric: "throughput_per_s",
      value: 30_000 * count, spread: null, note: "",
    })),
  };
  [browser, sweep, attack, crossed, large, eight, quick, search] = await Promise.all([
    chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] }),
    run(join(folder, "sweep"), { labels, connections, rounds: 3, published }),
    run(join(folder, "attack"), { labels: hostile, connections: [1, 2], rounds: 2, about: hostile.join(" ") }),
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

/** A page with all that went wrong in it. */
async function open({ page: file }, { width = 1280, height = 900, ...options } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, ...options });
  page.complaints = [];
  page.on("console", message => page.complaints.push(message.text()));
  page.on("pageerror", error => page.complaints.push(error.message));
  page.on("request", request => {
    if (request.url() !== `file://${file}`) page.complaints.push(`request of ${request.url()}`);
  });
  await page.goto(`file://${file}`);
  return page;
}

async function visit(of, options, look) {
  const page = await open(of, options);
  await look(page);
  assert.deepEqual(page.complaints, []);
  await page.close();
}

/** What a chart was told to draw, without functions. */
const series = (page, name) => page.evaluate(chart => pingmark.drawn[chart].getOption().series.map(one => ({
  name: one.name, type: one.type, data: one.data.map(point => point?.value ?? point),
})), name);

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
      assert.deepEqual((await series(page, "trade-off"))[i].data, connections.map((count, at) =>
        [cellsOf(count)[i].throughput_per_s.value, figures[at].value]));
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

test("clients against servers are a map with each pair's rate", () => visit(crossed, {}, async page => {
  const [map] = await series(page, "matrix");
  assert.deepEqual(map.data, crossed.summary.cells.map(cell =>
    [labels.indexOf(cell.label), labels.indexOf(cell.client), cell.throughput_per_s.value]));
  assert.equal(map.data.length, 8);
}));

test("densities, times of slices and samples are drawn as they were told", () => visit(crossed, {}, async page => {
  const { data } = await page.evaluate(() => ({ data: pingmark.data }));
  const cells = crossed.summary.cells;
  const densities = await series(page, "density");
  assert.equal(densities.length, cells.length);
  for (const [i, { data: points }] of densities.entries()) {
    const { first, shares } = data.cells[i].curve.density;
    assert.deepEqual(points.map(([, share]) => share), [0, ...shares, 0]);
    assert.equal(Math.round(data.ranges_per_decade * points[1][0] - 0.5), first);
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 0.002);
  }
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
  assert.ok(first.length > 8 && first.some(([name]) => name === "scenario-01-density.svg"), `${first.map(([n]) => n)}`);
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

test("a chart's table says what the large table says", () => visit(sweep, {}, async page => {
  const [chart, figures] = await page.evaluate(() => [
    [...document.querySelectorAll("#chart-rate tbody tr")].map(row => row.cells[1].textContent),
    [...document.querySelectorAll("#cells tbody")].slice(0, 1)
      .flatMap(body => [...body.rows].filter(row => !row.matches(".scenario, .axis")))
      .map(row => row.cells[2].querySelector(".value").textContent),
  ]);
  assert.deepEqual(chart.sort(), figures.sort());
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

test("the table is filtered by words and by verdict, and says how much is left", () => visit(sweep, {}, async page => {
  await page.getByLabel("Filter").fill("CPP 20 conn");
  assert.deepEqual((await names(page)).flat(), ["cpp/tcp-epoll", "cpp/tcp-threads"]);
  assert.equal(await page.locator("#shown").innerText(), "2 of 20 cells");
  await page.getByLabel("Verdict").selectOption("baseline");
  assert.deepEqual((await names(page)).flat(), ["cpp/tcp-epoll"]);
  await page.getByLabel("Filter").fill("");
  assert.equal(await page.locator("#shown").innerText(), "5 of 20 cells");
}));

test("columns that decide less come when they are asked for", () => visit(sweep, {}, async page => {
  const mean = page.getByRole("columnheader", { name: "RTT mean" });
  assert.equal(await mean.isVisible(), false);
  await page.getByRole("button", { name: "All columns" }).click();
  assert.equal(await mean.isVisible(), true);
}));

test("dark is the system's or the reader's choice, and the charts follow", () =>
  visit(sweep, { colorScheme: "dark" }, async page => {
    const look = () => page.evaluate(() => ({
      back: getComputedStyle(document.body).backgroundColor,
      label: pingmark.drawn.rate.getOption().yAxis[0].axisLabel.color,
    }));
    const dark = await look();
    assert.deepEqual(dark, { back: "rgb(17, 20, 23)", label: "#e8ebee" });
    await page.getByRole("button", { name: "Light" }).click();
    assert.deepEqual(await look(), { back: "rgb(255, 255, 255)", label: "#16191d" });
    await page.getByRole("button", { name: "Dark" }).click();
    assert.deepEqual(await look(), dark);
  }));

test("a legend hides a series by keyboard", () => visit(sweep, {}, async page => {
  const button = page.locator("#chart-rate-sweep .legend button").first();
  await button.focus();
  await page.keyboard.press("Space");
  assert.equal(await button.getAttribute("aria-pressed"), "false");
  assert.ok((await series(page, "rate-sweep")).every(one => !one.name.startsWith(labels[0])));
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
  for (const what of ["theme", "filter", "verdict", "columns", "BUTTON Throughput", "SUMMARY Data of this chart"])
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

test("200 cells of 1,000 trials are below 5 MB and soon there", async () => {
  assert.equal(large.summary.cells.length, 200);
  assert.ok(statSync(large.page).size <= 5e6);
  const started = performance.now();
  await visit(large, {}, async page => assert.equal(await page.evaluate(() => Object.keys(pingmark.drawn).length), 10));
  const took = performance.now() - started;
  assert.ok(took < 15_000, `${took} ms`);
  console.log(`200 cells: ${statSync(large.page).size} bytes, ${Math.round(took)} ms`);
});

test("without scripts the table is whole", () => visit(sweep, { javaScriptEnabled: false }, async page => {
  assert.equal(await page.getByRole("columnheader", { name: "RTT mean" }).isVisible(), true);
  assert.equal(await page.locator("#controls").isVisible(), false);
}));

test("paper is white", () => visit(sweep, { colorScheme: "dark" }, async page => {
  const back = await page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    const printed = getComputedStyle(document.body).backgroundColor;
    dispatchEvent(new Event("afterprint"));
    return [printed, getComputedStyle(document.body).backgroundColor];
  });
  assert.deepEqual(back, ["rgb(255, 255, 255)", "rgb(17, 20, 23)"]);
}));

testLooks({ visit, browser: () => browser, sweep: () => sweep, eight: () => eight, quick: () => quick });
testCapacity(() => search, { axe, series, visit });
testPictures({ folder, labels, browser: () => browser, axe });
testSite({ folder, browser: () => browser, axe });
testUi({ folder, labels, browser: () => browser, axe });
