// `pingmark ui` in the browser of the reports' tests, with their runs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { begin } from "./runs.js";

const patience = 60_000;
const hostile = "<img src=x onerror='globalThis.alerted = 1'>\u202e\u001b[31m";

export function testUi({ folder, labels, browser, axe }) {
  let server, address;

  before(async () => {
    mkdirSync(join(folder, hostile));
    const plan = JSON.parse(readFileSync(join(folder, "crossed", "run.json"), "utf8"));
    writeFileSync(join(folder, hostile, "run.json"), JSON.stringify({ ...plan, suite: hostile.repeat(100) }));
    server = begin(["ui", "--runs", folder]);
    [address] = await once(createInterface(server.stdout), "line", { signal: AbortSignal.timeout(patience) });
  });

  after(() => server?.kill("SIGKILL"));

  async function visit(path, look, options = {}) {
    const page = await browser().newPage({ viewport: { width: 1280, height: 900 }, ...options });
    const complaints = [];
    page.on("console", message => complaints.push(message.text()));
    page.on("pageerror", error => complaints.push(error.message));
    page.on("request", asked => {
      if (!asked.url().startsWith(address)) complaints.push(`request of ${asked.url()}`);
    });
    await page.goto(address + path);
    await look(page);
    assert.deepEqual(complaints, []);
    await page.close();
  }

  async function violations(page) {
    await page.evaluate(axe);
    return (await page.evaluate(() => axe.run(document))).violations
      .map(v => `${v.id}: ${v.nodes.slice(0, 3).map(node => node.html)}`);
  }

  test("runs are listed, whatever they are called", () => visit("", async page => {
    assert.equal(await page.evaluate(() => globalThis.alerted), undefined);
    assert.equal(await page.locator("img").count(), 0);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 1280);
    assert.ok((await page.locator("#runs tbody tr").count()) >= 5);
    const listed = await page.locator("#runs tbody tr", { hasText: "sweep" }).innerText();
    assert.match(listed, /1 connection: .* is fastest .*Example CPU, 2 cores/s);
    await page.getByLabel("Filter").fill("sweep example");
    assert.equal(await page.locator("#runs tbody tr:visible").count(), 1);
    await page.getByLabel("Filter").fill("");
    assert.deepEqual(await violations(page), []);
    await page.getByRole("link", { name: "<img src" }).click();
    assert.match(await page.locator("h1").innerText(), /^<img src/);
    assert.equal(await page.locator("img").count(), 0);
  }));

  test("a reader with a keyboard compares two runs", () => visit("", async page => {
    await page.getByLabel("sweep as baseline").press("Space");
    await page.getByLabel("sweep as run").press("Space");
    await page.getByRole("button", { name: "Compare" }).press("Enter");
    await page.waitForURL("**/compare?*");
    assert.match(await page.locator("h1").innerText(), /same|undecided/);
    assert.equal(await page.locator("main table tbody tr th").first().innerText(), labels[0]);
    assert.deepEqual(await violations(page), []);
    await page.getByRole("link", { name: "All runs" }).click();
    assert.deepEqual(await violations(page), []);
    await page.getByRole("link", { name: "crossed" }).click();
    await page.waitForFunction(() => Object.keys(globalThis.pingmark?.drawn ?? {}).length > 0);
  }));

  test("axe finds nothing in the dark", () => visit("", async page =>
    assert.deepEqual(await violations(page), []), { colorScheme: "dark" }));

  test("a comparison has the pictures of the report", () => visit("compare?baseline=sweep&run=sweep", async page => {
    assert.ok((await page.locator("main table .interval .whisker").count()) >= labels.length);
    assert.ok((await page.locator(".axis text").allTextContents()).includes("1x"));
  }));

  test("figures are shown over time, and stack by stack", () => visit("trend", async page => {
    const rows = page.locator("#trend tbody tr");
    assert.equal(await rows.locator("svg.trend").count(), await rows.count());
    assert.deepEqual(await violations(page), []);
    await page.getByRole("link", { name: labels[0], exact: true }).first().click();
    assert.equal(await page.getByLabel("Stack").inputValue(), labels[0]);
    assert.ok((await page.locator("main").textContent()).includes("sweep"));
    assert.ok(!(await page.locator("#trend").innerText()).includes(labels[1]));
  }));

  test("a form that is refused keeps what was filled in", () => visit("", async page => {
    await page.getByLabel("Suite").selectOption("floor");
    await page.getByRole("textbox", { name: "Budget" }).fill("soon");
    await page.getByRole("textbox", { name: "Stacks" }).fill("cpp/tcp-epoll");
    // The browser logs that it was refused.
    page.removeAllListeners("console");
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").innerText(), /Not started: .*soon/);
    assert.equal(await page.getByLabel("Suite").inputValue(), "floor");
    assert.equal(await page.getByRole("textbox", { name: "Budget" }).inputValue(), "soon");
    assert.equal(await page.getByRole("textbox", { name: "Stacks" }).inputValue(), "cpp/tcp-epoll");
    assert.deepEqual(await violations(page), []);
  }));

  test("a run is watched while it is measured", async () => {
    const [run, source] = [join(folder, "going"), join(folder, "crossed")];
    mkdirSync(run);
    cpSync(join(source, "run.json"), join(run, "run.json"));
    const lines = readFileSync(join(source, "trials.jsonl"), "utf8").split("\n").filter(line => line.length > 0);
    const file = join(run, "trials.jsonl");
    writeFileSync(file, lines.slice(0, 8).map(line => `${line}\n`).join(""));
    const writer = spawn("flock", ["--exclusive", run, "sh", "-c", "echo locked; cat"], { stdio: "pipe" });
    try {
      await once(writer.stdout, "data", { signal: AbortSignal.timeout(patience) });
      await visit("live/going", async page => {
        const watched = page.locator("#watched");
        await watched.getByText("1 round,").first().waitFor();
        assert.deepEqual(await violations(page), []);
        appendFileSync(file, lines.slice(8).map(line => `${line}\n`).join(""));
        await watched.getByText("2 rounds,").first().waitFor();
        writer.stdin.end();
        await page.getByRole("link", { name: "Open its report" }).waitFor();
      });
    } finally {
      writer.stdin.end();
    }
  });

  test("Ctrl-C ends it", async () => {
    server.kill("SIGINT");
    const [code] = await once(server, "exit", { signal: AbortSignal.timeout(patience) });
    assert.equal(code, 0);
  });
}
