// All percentiles of a scenario's cells, in HdrHistogram's form: what is rarer has more room.
import { format, percentile } from "./format.js";
import { axis, tooltip } from "./options.js";
import { styleOf } from "./palette.js";

const told = [1, 2, 3, 4];

export function percentiles(cells, scenario) {
  return ({ hidden, colours, width }) => {
    const all = cells.filter(cell => cell.curve);
    const shown = all.filter(cell => !hidden.has(cell.series));
    const at = (cell, nines) => {
      const place = cell.curve.nines.findIndex(x => Math.abs(x - nines) < 1e-6);
      return place >= 0 && place < cell.curve.known ? cell.curve.ns[place] : null;
    };
    return {
      title: "Round trips by percentile",
      about: `${scenario}. Dotted: too few independent slow messages to be called a percentile.`,
      height: width < 500 ? 300 : 400,
      series: all.map(cell => cell.series),
      headers: ["Stack", ...told.map(percentile), "max"],
      rows: shown.map(cell => [
        cell.series, ...told.map(nines => format(at(cell, nines), "ns")), format(cell.curve.ns.at(-1), "ns"),
      ]),
      option: {
        animation: false,
        grid: { left: 4, right: 22, top: 12, bottom: 26, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
        tooltip: tooltip(colours, {
          trigger: "axis",
          formatter: items => {
            const nearest = new Map();
            for (const { seriesName, value } of items) nearest.set(seriesName, value);
            const [first] = nearest.values();
            return [percentile(first[0]), ...[...nearest].map(([name, value]) => `${name}: ${format(value[1], "ns")}`)]
              .join("\n");
          },
        }),
        xAxis: axis(colours, {
          type: "value", min: 0, interval: 1, name: "percentile", nameLocation: "middle", nameGap: 26,
          axisLabel: { formatter: nines => (nines === 0 ? "min" : percentile(nines)) },
        }),
        yAxis: axis(colours, { type: "log", axisLabel: { formatter: value => format(value, "ns") } }),
        series: shown.flatMap(cell => {
          const { colour, dash } = styleOf(cell.series);
          const { nines, ns, known } = cell.curve;
          const points = nines.map((x, i) => [x, Math.max(1, ns[i])]);
          const line = { type: "line", name: cell.series, symbol: "none", itemStyle: { color: colour } };
          return [
            { ...line, data: points.slice(0, known), lineStyle: { color: colour, width: 2.2, type: dash } },
            {
              ...line, data: points.slice(Math.max(0, known - 1)),
              lineStyle: { color: colour, width: 1.4, type: [1, 3], opacity: 0.8 },
            },
          ];
        }),
      },
    };
  };
}
