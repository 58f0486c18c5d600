// The charts of report.html, from the data in the page.
import { bars } from "./bars.js";
import { costs } from "./costs.js";
import { choice, element } from "./dom.js";
import { drawn, Figure } from "./figure.js";
import { isMatrix, matrix } from "./matrix.js";
import { styleOf } from "./palette.js";
import { percentiles } from "./percentiles.js";
import { sweep, tradeOff } from "./sweep.js";

const data = JSON.parse(document.getElementById("data").textContent);
const isMeasured = cell => Object.keys(cell.figures).length > 0;
const scenarios = data.scenarios.filter(one => one.cells.some(at => isMeasured(data.cells[at])));
const sweeps = data.sweeps.filter(({ series }) => series.some(one =>
  one.cells.filter(at => at !== null && isMeasured(data.cells[at])).length > 1));
const metricOf = Object.fromEntries(data.metrics.map(metric => [metric.key, metric]));
const rate = metricOf.throughput_per_s;
const times = data.metrics.filter(metric => metric.table === "Times" && metric !== rate);
const costKinds = [
  ["CPU time", "cpu_ns_per_msg"],
  ["Context switches", "context_switches_per_msg"],
  ["Allocated", "allocated_bytes_per_msg"],
].filter(([, key]) => metricOf[`server_${key}`] && metricOf[`client_${key}`]);
for (const cell of data.cells) styleOf(cell.series);

const section = document.getElementById("charts");
const chosen = { scenario: 0, sweep: 0, cost: 0, time: Math.max(0, times.indexOf(metricOf.rtt_p50_ns)) };
const figures = [];

const scenario = () => scenarios[chosen.scenario];
const cells = () => scenario().cells.map(at => data.cells[at]).filter(isMeasured);
const time = () => times[chosen.time];
const swept = () => sweeps[chosen.sweep];
const numbered = texts => texts.map((text, i) => [String(i), text]);

function part(title, choices) {
  const grid = element("div", { class: "figure-grid" });
  const controls = element("div", { class: "controls" }, ...choices.filter(one => one !== null));
  section.append(...(title ? [element("h2", { class: "part" }, title)] : []), controls, grid);
  return (name, drawing, wide) => figures.push(new Figure(grid, name, look => drawing()(look), wide));
}

function chooser(label, key, texts) {
  if (texts.length < 2) return null;
  const made = choice(label, numbered(texts), value => {
    chosen[key] = Number(value);
    for (const select of section.querySelectorAll(`select.${key}`)) select.value = value;
    figures.forEach(figure => figure.draw());
  });
  const select = made.querySelector("select");
  select.className = key;
  select.value = String(chosen[key]);
  return made;
}

const scenarioChooser = () => chooser("Scenario", "scenario", scenarios.map(s => s.title));
const timeChooser = () => chooser("Round trip", "time", times.map(metric => metric.title));

function drawScenario() {
  const add = part("", [scenarioChooser(), timeChooser()]);
  if (rate) add("rate", () => bars(rate, cells(), scenario().title));
  if (time()) add("time", () => bars(time(), cells(), scenario().title));
  // One that some scenario is a matrix of is there for all of them.
  if (rate && scenarios.some(one => isMatrix(one.cells.map(at => data.cells[at]))))
    add("matrix", () => matrix(rate, cells(), scenario().title), true);
  if (data.cells.some(cell => cell.curve)) add("percentiles", () => percentiles(cells(), scenario().title), true);
}

function drawSweeps() {
  const titles = sweeps.map(one => `by ${one.dimension}: ${one.title}`);
  const add = part("Scaling", [chooser("Sweep", "sweep", titles), timeChooser()]);
  if (rate) add("rate-sweep", () => sweep(rate, swept(), data.cells));
  if (time()) add("time-sweep", () => sweep(time(), swept(), data.cells));
  if (rate && time()) add("trade-off", () => tradeOff(rate, time(), swept(), data.cells), true);
}

function drawCosts() {
  const costChooser = chooser("Cost", "cost", costKinds.map(([title]) => title));
  const add = part("Cost of a message", [scenarioChooser(), costChooser]);
  add("cost", () => {
    const [title, key] = costKinds[chosen.cost];
    return costs([metricOf[`server_${key}`], metricOf[`client_${key}`]], title, cells(), scenario().title);
  }, true);
}

if (scenarios.length > 0) {
  drawScenario();
  if (sweeps.length > 0) drawSweeps();
  if (costKinds.length > 0) drawCosts();
} else section.append(element("p", {}, "Nothing was measured that could be drawn."));
globalThis.pingmark = { data, drawn };
