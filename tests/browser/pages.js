// Opens pages of reports in a browser, and two runs that are made up for them.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { run } from "./runs.js";

export const labels = ["cpp/tcp-epoll", "cpp/tcp-threads", "java/tcp-nio", "dotnet/tcp-async"];
export const connections = [1, 2, 5, 10, 20];
export const hostile = [
  "</script><script>globalThis.alerted = 1</script>", "<img src=x onerror='globalThis.alerted = 1'>",
  "x".repeat(10_000), "\u001b[31mred \u202egnp.exe {a|b} ${1}",
];

/** Only against hanging: a machine may be slow, and busy. */
const patience = 300_000;
let browser;

export async function launch() {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"], timeout: patience,
  });
  return browser;
}

/** Four stacks at five numbers of connections, with published figures. */
export function sweepIn(folder) {
  const published = {
    source: "Example et al.", finding: "",
    figures: connections.map(count => ({
      stack: labels[0], scenario: null, connections: count, in_flight: null, metric: "throughput_per_s",
      value: 30_000 * count, spread: null, note: "",
    })),
  };
  return run(join(folder, "sweep"), { labels, connections, rounds: 3, published });
}

/** Stacks whose names would do harm in a page. */
export const attackIn = folder =>
  run(join(folder, "attack"), { labels: hostile, connections: [1, 2], rounds: 2, about: hostile.join(" ") });

/** A page with all that went wrong in it. */
export async function open({ page: file }, { width = 1280, height = 900, ...options } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, ...options });
  page.setDefaultTimeout(patience);
  page.complaints = [];
  page.on("console", message => page.complaints.push(message.text()));
  page.on("pageerror", error => page.complaints.push(error.message));
  page.on("request", request => {
    if (request.url() !== `file://${file}`) page.complaints.push(`request of ${request.url()}`);
  });
  await page.goto(`file://${file}`);
  return page;
}

export async function visit(of, options, look) {
  const page = await open(of, options);
  await look(page);
  assert.deepEqual(page.complaints, []);
  await page.close();
}

/** What a chart was told to draw, without functions. */
export const series = (page, name) => page.evaluate(chart => pingmark.drawn[chart].getOption().series.map(one => ({
  name: one.name, type: one.type, data: one.data.map(point => point?.value ?? point),
})), name);
