// Looks at pages of reports and of `ui` one by one: text, roles and contrast. Where PINGMARK_PICTURES names a folder it
// also writes a picture of each there, and nowhere else.
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { begin, recorded, run } from "./runs.js";

const patience = 60_000, mostBytes = 150_000;
const paper = { width: 740, height: 1046 };

export function testPictures({ folder, labels, browser, axe }) {
  const runs = join(folder, "pictured", "runs");
  let server, address;

  before(async () => {
    const made = { labels, connections: [1, 16], rounds: 4, about: "Every night" };
    await Promise.all([
      ...["quick", "epoll-vs-threads", "cross-matrix"].map(suite => recorded(join(runs, suite), suite)),
      run(join(runs, "monday"), made),
      run(join(runs, "tuesday"), { ...made, slower: { [labels[2]]: 0.8 }, startedAt: "2026-01-03T03:04:05+00:00" }),
    ]);
    server = begin(["ui", "--runs", "runs"], { cwd: join(runs, "..") });
    [address] = await once(createInterface(server.stdout), "line", { signal: AbortSignal.timeout(patience) });
  });

  after(() => server?.kill("SIGKILL"));

  /** A page that is good to look at, as a picture. */
  function picture(name, path, look, { width = 1280, height = 800, colorScheme, media, sight = "none" } = {}) {
    test(`${name} is fit for a picture`, async () => {
      const page = await browser().newPage({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
      await page.goto(address + path);
      if (path.startsWith("run/")) await page.waitForSelector("#chart-first canvas");
      if (media === "print") {
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        await page.emulateMedia({ media });
      }
      await look(page);
      assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
      assert.equal(await page.getByRole("main").count(), 1);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => axe.run(document, { runOnly: ["color-contrast"] }));
      assert.deepEqual(violations.flatMap(one => one.nodes.map(node => node.html)), []);
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setEmulatedVisionDeficiency", { type: sight });
      const taken = await page.screenshot({ animations: "disabled" });
      assert.ok(taken.length < mostBytes, `${taken.length} bytes`);
      if (process.env.PINGMARK_PICTURES) writeFileSync(join(process.env.PINGMARK_PICTURES, `${name}.png`), taken);
      await page.close();
    });
  }

  const report = (title, answer = /cpp\/tcp-epoll/) => async page => {
    assert.equal(await page.locator("h1").innerText(), title);
    assert.ok(await page.getByRole("heading", { name: "Answer" }).isVisible());
    assert.match(await page.locator(".statements").first().innerText(), answer);
    const chart = page.locator("#chart-first").getByRole("img");
    assert.match(await chart.getAttribute("aria-label"), /95 % intervals|darker/);
  };

  picture("quick-1280", "run/quick", report("quick"));
  picture("quick-dark", "run/quick", report("quick"), { colorScheme: "dark" });
  picture("quick-390", "run/quick", report("quick"), { width: 390, height: 844 });
  picture("quick-print", "run/quick", report("quick"), { ...paper, media: "print" });
  picture("quick-deuteranopia", "run/quick", report("quick"), { sight: "deuteranopia" });
  picture("epoll-vs-threads-1280", "run/epoll-vs-threads", report("epoll-vs-threads"));
  picture("cross-matrix-1280", "run/cross-matrix", report("cross-matrix", /no server is shown to be ahead/));
  picture("comparison-1280", "compare?baseline=monday&run=tuesday", async page => {
    assert.match(await page.locator("h1").innerText(), new RegExp(`slower.*${labels[2]}`));
    assert.ok((await page.locator(".interval.slower").count()) > 0);
    assert.ok((await page.getByRole("table").count()) > 0);
  });
  picture("ui-1280", "", async page => {
    assert.equal(await page.locator("h1").innerText(), "Runs in runs");
    assert.equal(await page.locator("#runs tbody").getByRole("row").count(), 5);
    assert.ok(await page.getByRole("button", { name: "Compare" }).isVisible());
    assert.match(await page.getByLabel("Suite").innerText(), /quick: .+/);
  });
}
