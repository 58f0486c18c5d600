// Which charts a run has, and of what: the same for the page and for files.
import { bars } from "./bars.js";
import { costs } from "./costs.js";
import { course, measures } from "./course.js";
import { flame } from "./flame.js";
import { isMatrix, matrix } from "./matrix.js";
import { assign } from "./palette.js";
import { percentiles } from "./percentiles.js";
import { sweep } from "./sweep.js";
import { tail } from "./tail.js";

/** A sweep that says more than its scenarios one by one, and can still be read. */
const isWorthFirst = ({ values, series }) => values.length >= 3 && series.length <= 8;
const isMeasured = cell => Object.keys(cell.figures).length > 0;

export function catalog(data) {
  for (const cell of data.cells) assign(cell.series, cell.stack);
  for (const { series } of data.sweeps)
    for (const one of series) assign(one.name, data.cells[one.cells.find(at => at !== null)].stack);
  const metricOf = Object.fromEntries(data.metrics.map(metric => [metric.key, metric]));
  const rate = metricOf.throughput_per_s;
  return {
    data,
    metricOf,
    rate,
    scenarios: data.scenarios.filter(one => one.cells.some(at => isMeasured(data.cells[at]))),
    sweeps: data.sweeps.filter(({ series }) => series.some(one =>
      one.cells.filter(at => at !== null && isMeasured(data.cells[at])).length > 1)),
    times: data.metrics.filter(metric => metric.table === "Times" && metric !== rate),
    costKinds: [
      ["CPU time", "cpu_ns_per_msg"],
      ["Context switches", "context_switches_per_msg"],
      ["Allocated", "allocated_bytes_per_msg"],
    ].filter(([, key]) => metricOf[`server_${key}`] && metricOf[`client_${key}`]),
    rounds: [...new Set(data.courses.map(one => one.round))],
    measures,
    samples: data.samples,
    tails: data.tails,
  };
}

/** The charts of a part: [name, drawing, wide], those of which there is nothing left out. */
export function scenarioCharts({ data, scenarios, rate }, scenario, time) {
  const cells = of => of.cells.map(at => data.cells[at]).filter(isMeasured);
  const { title } = scenario;
  return [
    rate && ["rate", bars(rate, cells(scenario), title)],
    time && ["time", bars(time, cells(scenario), title)],
    // One that some scenario is a matrix of is there for all of them.
    rate && scenarios.some(one => isMatrix(one.cells.map(at => data.cells[at])))
      && ["matrix", matrix(rate, scenario.cells.map(at => data.cells[at]), title), true],
    data.cells.some(cell => cell.curve) && ["percentiles", percentiles(cells(scenario), title), true],
  ].filter(Boolean);
}

/** The chart beside the outcome: what the run is about as a whole, as far as one chart shows it. */
export function firstChart({ data, scenarios, sweeps, rate, metricOf }, scenario) {
  const swept = sweeps.find(isWorthFirst);
  if (swept && rate) return sweep(rate, swept, data.cells);
  const cells = scenario.cells.map(at => data.cells[at]).filter(isMeasured);
  if (rate && isMatrix(cells)) return matrix(rate, scenario.cells.map(at => data.cells[at]), scenario.title);
  const metric = metricOf[scenario.headline] ?? rate ?? data.metrics[0];
  return bars(metric, cells, scenario.title);
}

/** Whether the chart beside the outcome is of one scenario. */
export const isOfOne = all => all.scenarios.length > 1 && !all.sweeps.some(isWorthFirst);

export function sweepCharts({ data, rate }, swept, time) {
  return [
    rate && ["rate-sweep", sweep(rate, swept, data.cells)],
    time && ["time-sweep", sweep(time, swept, data.cells)],
  ].filter(Boolean);
}

export function costCharts({ data, metricOf }, scenario, [title, key]) {
  const cells = scenario.cells.map(at => data.cells[at]).filter(isMeasured);
  return [["cost", costs([metricOf[`server_${key}`], metricOf[`client_${key}`]], title, cells, scenario.title), true]];
}

export function courseCharts({ data }, scenario, round, measure) {
  const courses = scenario.cells.map(at => data.courses.find(one => one.cell === at && one.round === round))
    .filter(one => one !== undefined);
  return [["course", course(courses, data.cells, measure, `${scenario.title}. Round ${round}`), true]];
}

export const tailCharts = ({ data }, one) => [["tail", tail(one, data.cells[one.cell]), true]];

export const sampleCharts = sampled => [["flame", flame(sampled), true]];
