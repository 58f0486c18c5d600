// All percentiles of a scenario's cells, in HdrHistogram's form: what is rarer has more room.
import { format, percentile } from "./format.js";
import { around, axis, grid, lineOf, timesAxis } from "./options.js";
import { styleOf } from "./palette.js";

const told = [1, 2, 3, 4];
/** Where curves have their markers, in nines: p50, p90, p99 ... */
const marked = [-Math.log10(0.5), ...told];

export function percentiles(cells, scenario) {
  return ({ hidden, colours, width }) => {
    const all = cells.filter(cell => cell.curve);
    const shown = all.filter(cell => !hidden.has(cell.series));
    const at = (cell, nines) => {
      const place = cell.curve.nines.findIndex(x => Math.abs(x - nines) < 1e-6);
      return place >= 0 && place < cell.curve.known ? cell.curve.ns[place] : null;
    };
    const times = around(shown.flatMap(cell => cell.curve.ns.map(ns => Math.max(1, ns))));
    return {
      title: "Round trips by percentile",
      about: `${scenario}. Dotted: too few independent slow messages to be called a percentile.`,
      height: width < 500 ? 300 : 400,
      series: all.map(cell => cell.series),
      headers: ["Stack", ...told.map(percentile), "max"],
      rows: shown.map(cell => [
        cell.series, ...told.map(nines => format(at(cell, nines), "ns")), format(cell.curve.ns.at(-1), "ns"),
      ]),
      tips: { reach: "x", targets: targets(shown) },
      option: {
        animation: false,
        grid: grid(),
        xAxis: axis(colours, {
          type: "value", min: 0, interval: 1, name: "percentile", nameLocation: "middle", nameGap: 26,
          axisLabel: { formatter: nines => (nines === 0 ? "min" : percentile(nines)) },
        }),
        yAxis: timesAxis(colours, times),
        series: shown.flatMap(cell => {
          const style = styleOf(cell.series, colours);
          const { nines, ns, known } = cell.curve;
          const points = nines.map((x, i) => [x, Math.max(1, ns[i])]);
          return [
            lineOf(style, colours, {
              name: cell.series, showAllSymbol: true, data: points.slice(0, known),
              symbolSize: ([x]) => (marked.some(one => Math.abs(one - x) < 1e-6) ? 8 : 0),
            }),
            {
              type: "line", name: cell.series, symbol: "none", data: points.slice(Math.max(0, known - 1)),
              lineStyle: { color: style.colour, width: 1.4, type: [1, 3], opacity: 0.8 },
            },
          ];
        }),
      },
    };
  };
}

/** The percentiles of all curves; what is told there is of those that have come so far. */
function targets(shown) {
  const all = [...new Set(shown.flatMap(cell => cell.curve.nines))].sort((a, b) => a - b);
  return all.map(nines => ({
    at: [nines, 1], title: nines === 0 ? "min" : percentile(nines),
    rows: () => shown.map(cell => [cell, cell.curve.nines.indexOf(nines)]).filter(([, place]) => place >= 0)
      .map(([cell, place]) => [cell, cell.curve.ns[place], place < cell.curve.known])
      .sort((a, b) => b[1] - a[1])
      .map(([cell, ns, isKnown]) =>
        [cell.series, `${cell.series}: ${format(ns, "ns")}${isKnown ? "" : ", too few to be called that"}`]),
  }));
}
