// The charts of report.html, from the data in the page.
import {
  catalog, costCharts, courseCharts, firstChart, isOfOne, sampleCharts, scenarioCharts, sweepCharts, tailCharts,
} from "./catalog.js";
import { choice, element } from "./dom.js";
import { drawn, Figure } from "./figure.js";

const data = JSON.parse(document.getElementById("data").textContent);
const all = catalog(data);
const { scenarios, sweeps, times, costKinds, rounds, measures, samples, tails } = all;
const charts = document.getElementById("charts");
const section = charts.querySelector("details") ?? charts;
const first = document.getElementById("first-chart");
const chosen = {
  scenario: 0, sweep: 0, cost: 0, time: Math.max(0, times.indexOf(all.metricOf.rtt_p50_ns)), round: 0, measure: 0,
  sample: 0, tail: 0,
};
const figures = [];

const scenario = () => scenarios[chosen.scenario];
const time = () => times[chosen.time];
const numbered = texts => texts.map((text, i) => [String(i), text]);

/** @param charts makes them anew for what is chosen; which there are stays the same. */
function part(title, choices, charts) {
  const grid = element("div", { class: "figure-grid" });
  const controls = element("div", { class: "controls" }, ...choices.filter(one => one !== null));
  section.append(...(title ? [element("h2", { class: "part" }, title)] : []), controls, grid);
  charts().forEach(([name, , wide], i) =>
    figures.push(new Figure(grid, name, look => charts()[i][1](look), wide)));
}

function chooser(label, key, texts) {
  if (texts.length < 2) return null;
  const made = choice(label, numbered(texts), value => {
    chosen[key] = Number(value);
    for (const select of document.querySelectorAll(`select.${key}`)) select.value = value;
    figures.forEach(figure => figure.draw());
  });
  const select = made.querySelector("select");
  select.className = key;
  select.value = String(chosen[key]);
  return made;
}

const scenarioChooser = () => chooser("Scenario", "scenario", scenarios.map(s => s.title));
const timeChooser = () => chooser("Round trip", "time", times.map(metric => metric.title));

if (scenarios.length > 0) {
  if (first) {
    if (isOfOne(all)) first.append(element("div", { class: "controls" }, scenarioChooser()));
    figures.push(new Figure(first, "first", look => firstChart(all, scenario())(look), true));
  }
  part("", [scenarioChooser(), timeChooser()], () => scenarioCharts(all, scenario(), time()));
  if (sweeps.length > 0)
    part("Scaling", [chooser("Sweep", "sweep", sweeps.map(one => `by ${one.dimension}: ${one.title}`)), timeChooser()],
      () => sweepCharts(all, sweeps[chosen.sweep], time()));
  if (costKinds.length > 0)
    part("Cost of a message", [scenarioChooser(), chooser("Cost", "cost", costKinds.map(([title]) => title))],
      () => costCharts(all, scenario(), costKinds[chosen.cost]));
  if (rounds.length > 0)
    part("Within a round", [
      scenarioChooser(), chooser("Round", "round", rounds.map(String)),
      chooser("Figure", "measure", measures.map(one => one.title)),
    ], () => courseCharts(all, scenario(), rounds[chosen.round], measures[chosen.measure]));
  if (tails.length > 0)
    part("Slowest messages", [chooser("Cell", "tail", tails.map(one => data.cells[one.cell].name))],
      () => tailCharts(all, tails[chosen.tail]));
  if (samples.length > 0)
    part("Samples", [chooser("Side", "sample", samples.map(one => one.title))],
      () => sampleCharts(samples[chosen.sample]));
} else section.append(element("p", {}, "Nothing was measured that could be drawn."));
globalThis.pingmark = { data, drawn };
