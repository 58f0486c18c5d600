// The parts of a run's page: what can be chosen in each, and which charts it has.
import {
  catalog, costCharts, courseCharts, firstChart, isOfOne, sampleCharts, scenarioCharts, sweepCharts, tailCharts,
} from "./catalog.js";

export function runPage(data) {
  const all = catalog(data);
  const { scenarios, sweeps, times, costKinds, rounds, measures, samples, tails } = all;
  const scenario = ["Scenario", "scenario", scenarios.map(one => one.title)];
  const time = ["Round trip", "time", times.map(metric => metric.title)];
  const sweep = ["Sweep", "sweep", sweeps.map(one => `by ${one.dimension}: ${one.title}`)];
  return {
    chosen: {
      scenario: 0, sweep: 0, cost: 0, time: Math.max(0, times.indexOf(all.metricOf.rtt_p50_ns)), round: 0,
      measure: 0, sample: 0, tail: 0,
    },
    first: {
      choices: isOfOne(all) ? [scenario] : [],
      drawing: chosen => firstChart(all, scenarios[chosen.scenario]),
    },
    parts: scenarios.length === 0 ? [] : [
      {
        choices: [scenario, time],
        charts: chosen => scenarioCharts(all, scenarios[chosen.scenario], times[chosen.time]),
      },
      sweeps.length > 0 && {
        title: "Scaling", choices: [sweep, time],
        charts: chosen => sweepCharts(all, sweeps[chosen.sweep], times[chosen.time]),
      },
      costKinds.length > 0 && {
        title: "Cost of a message", choices: [scenario, ["Cost", "cost", costKinds.map(([title]) => title)]],
        charts: chosen => costCharts(all, scenarios[chosen.scenario], costKinds[chosen.cost]),
      },
      rounds.length > 0 && {
        title: "Within a round",
        choices: [
          scenario, ["Round", "round", rounds.map(String)], ["Figure", "measure", measures.map(one => one.title)],
        ],
        charts: chosen =>
          courseCharts(all, scenarios[chosen.scenario], rounds[chosen.round], measures[chosen.measure]),
      },
      tails.length > 0 && {
        title: "Slowest messages", choices: [["Cell", "tail", tails.map(one => data.cells[one.cell].name)]],
        charts: chosen => tailCharts(all, tails[chosen.tail]),
      },
      samples.length > 0 && {
        title: "Samples", choices: [["Side", "sample", samples.map(one => one.title)]],
        charts: chosen => sampleCharts(samples[chosen.sample]),
      },
    ].filter(Boolean),
  };
}
