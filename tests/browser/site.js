// `pingmark site` in the browser of the reports' tests, with their runs, from a file: address.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { pingmark } from "./runs.js";

export function testSite({ folder, browser, axe }) {
  const site = join(folder, "website");

  let made;

  /** Made when the first test asks for it: then all runs have been reported. */
  const make = () => made ??= pingmark("site", ...["sweep", "attack", "crossed", "quick"]
    .map(name => join(folder, name)), "--to", site).then(({ stderr }) => assert.equal(stderr, ""));

  async function visit(path, look, options = {}) {
    await make();
    const address = typeof path === "string" ? path : path();
    const page = await browser().newPage({ viewport: { width: 1280, height: 900 }, ...options });
    const complaints = [];
    page.on("console", message => complaints.push(message.text()));
    page.on("pageerror", error => complaints.push(error.message));
    page.on("request", asked => {
      if (!asked.url().startsWith(pathToFileURL(site).href)) complaints.push(`request of ${asked.url()}`);
    });
    await page.goto(`${pathToFileURL(site).href}/${address}`);
    await look(page);
    assert.equal(await page.evaluate(() => globalThis.alerted), undefined);
    assert.deepEqual(complaints, []);
    await page.close();
  }

  async function violations(page) {
    await page.evaluate(axe);
    return (await page.evaluate(() => axe.run(document))).violations
      .map(v => `${v.id}: ${v.nodes.slice(0, 3).map(node => node.html.slice(0, 300))}`);
  }

  const first = kind => `${kind}/${readdirSync(join(site, kind)).filter(file => file.startsWith("quick")
    || file.startsWith("cpp--tcp-epoll"))[0]}`;
  const pages = {
    "the first page": () => "index.html", "a suite": () => first("suites"), "a run": () => first("runs"),
    "a stack": () => first("stacks"), "the comparison": () => "compare.html",
  };

  for (const [name, path] of Object.entries(pages))
    test(`axe finds nothing in ${name} of a website, and a narrow screen does not scroll sideways`, async () => {
      await visit(path, async page => assert.deepEqual(await violations(page), []));
      await visit(path, async page => {
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
        assert.deepEqual(await violations(page), []);
      }, { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
    });

  test("runs are filtered by one stack that fits, and the address tells by what", async () => {
    let address;
    await visit("index.html", async page => {
      const rows = page.locator(".runs tbody tr");
      assert.equal(await rows.count(), 4);
      await page.locator("#facets select[name=suite]").selectOption({ label: "quick" });
      assert.equal(await page.locator(".runs tbody tr:visible").count(), 1);
      await page.locator("#facets select[name=suite]").selectOption({ label: "all" });
      await page.locator("#facets select[name=language]").selectOption({ label: "java" });
      const left = await page.locator(".runs tbody tr:visible").count();
      assert.ok(left > 0 && left < 4, `${left}`);
      assert.match(await page.locator("#found-rows").innerText(), new RegExp(`^${left} of 4 rows$`));
      address = page.url().split("/").at(-1);
      await page.getByRole("button", { name: "Show all" }).click();
      assert.equal(await page.locator(".runs tbody tr:visible").count(), 4);
    });
    await visit(address, async page =>
      assert.equal(await page.locator("#facets select[name=language]").locator("option:checked").innerText(), "java"));
  });

  test("the search leads to suites, stacks and runs", () => visit("index.html", async page => {
    await page.getByLabel("Search").fill("tcp-epoll");
    await page.locator("#found a").first().waitFor();
    const found = await page.locator("#found li").allInnerTexts();
    assert.ok(found[0].startsWith("stack cpp/tcp-epoll"), found[0]);
    assert.ok(found.some(text => text.startsWith("run quick, ")));
    assert.deepEqual(await violations(page), []);
    await page.locator("#found a").first().click();
    assert.equal(await page.locator("h1").innerText(), "cpp/tcp-epoll");
    // From a stack's page to what it is compared with: another one of the same scenario.
    await page.getByRole("link", { name: "Compare cpp/tcp-epoll with another" }).click();
    await page.locator("#compared tbody tr").first().waitFor();
    const cells = await page.locator("#choice select[id^=cell] option:checked").allInnerTexts();
    assert.match(cells[0], /cpp\/tcp-epoll/);
    assert.notEqual(cells[0], cells[1]);
  }));

  test("any two are compared: paired within a run, and not across runs and machines", () =>
    visit("compare.html", async page => {
      const compared = page.locator("#compared");
      const row = page.locator("#compared tbody tr", { hasText: "Throughput" });
      const runs = await page.getByLabel("Run of A").locator("option").allInnerTexts();
      await page.getByLabel("Run of A").selectOption(runs.find(text => text.startsWith("quick")));
      await page.getByLabel("Run of B").selectOption(runs.find(text => text.startsWith("quick")));
      await row.getByText("paired", { exact: true }).waitFor();
      const [, ratio, low, high] = (await row.innerText()).match(/([\d.]+)x \[([\d.]+), ([\d.]+)\]/).map(Number);
      assert.ok(low <= ratio && ratio <= high);
      await page.getByLabel("Run of B").selectOption(runs.find(text => text.includes("Example CPU")));
      await row.getByText("not paired").waitFor();
      assert.match(await compared.innerText(), /Not alike: processor .* and Example CPU/);
      assert.match(await compared.innerText(), /Not the same scenario|They are of two runs/);
      assert.deepEqual(await violations(page), []);
    }));
}
