// The README's two pictures from a run's folder, after `npm ci`: node pictures.js RUN ../../docs/images
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const width = 1160, margin = 12, heights = { top: 1010, charts: 1099 };
const [run, to] = process.argv.slice(2);
if (!run || !to) throw new Error("give the folder of a run and that of the pictures");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"],
});
try {
  const page = await browser.newPage({ viewport: { width, height: heights.top }, reducedMotion: "reduce" });
  await page.goto(pathToFileURL(resolve(run, "report.html")).href);
  await page.waitForSelector("#charts canvas, #charts svg");
  await page.screenshot({ path: join(to, "report.png") });
  const top = await page.$eval("#charts", charts => charts.getBoundingClientRect().top + window.scrollY);
  await page.screenshot({
    path: join(to, "report-charts.png"), fullPage: true, clip: { x: 0, y: top - margin, width, height: heights.charts },
  });
} finally {
  await browser.close();
}
