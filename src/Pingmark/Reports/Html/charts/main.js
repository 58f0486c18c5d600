// The charts of report.html, from the data in the page.
import { bars } from "./bars.js";
import { choice, element } from "./dom.js";
import { drawn, Figure } from "./figure.js";
import { styleOf } from "./palette.js";

const data = JSON.parse(document.getElementById("data").textContent);
const metricOf = Object.fromEntries(data.metrics.map(metric => [metric.key, metric]));
const times = data.metrics.filter(metric => metric.table === "Times" && metric.key !== "throughput_per_s");
for (const cell of data.cells) styleOf(cell.series);

const section = document.getElementById("charts");
const chosen = { scenario: 0, time: times.some(m => m.key === "rtt_p50_ns") ? "rtt_p50_ns" : times[0]?.key };
const controls = element("div", { class: "controls" });
const grid = element("div", { class: "figure-grid" });
const figures = [];

const scenario = () => data.scenarios[chosen.scenario];
const cells = () => scenario().cells.map(at => data.cells[at]).filter(cell => Object.keys(cell.figures).length > 0);
const redraw = () => figures.forEach(figure => figure.draw());

function start() {
  if (data.scenarios.length > 1)
    controls.append(choice("Scenario", data.scenarios.map((s, i) => [String(i), s.title]), value => {
      chosen.scenario = Number(value);
      redraw();
    }));
  if (times.length > 1) {
    const time = choice("Round trip", times.map(metric => [metric.key, metric.title]), value => {
      chosen.time = value;
      redraw();
    });
    time.querySelector("select").value = chosen.time;
    controls.append(time);
  }
  section.append(controls, grid);
  if (metricOf.throughput_per_s)
    figures.push(new Figure(grid, "rate", look => bars(metricOf.throughput_per_s, cells(), scenario().title)(look)));
  if (chosen.time)
    figures.push(new Figure(grid, "time", look => bars(metricOf[chosen.time], cells(), scenario().title)(look)));
}

if (data.cells.some(cell => Object.keys(cell.figures).length > 0)) start();
else section.append(element("p", {}, "Nothing was measured that could be drawn."));
globalThis.pingmark = { data, drawn };
