// How round trips are spread, the cells of a scenario one over the other.
import { format } from "./format.js";
import { axis } from "./options.js";
import { pointsOf, styleOf } from "./palette.js";

export function density(cells, scenario, perDecade) {
  const start = range => 10 ** (range / perDecade);
  const share = (cell, range) => cell.curve.density.shares[range - cell.curve.density.first] ?? 0;
  const last = cell => cell.curve.density.first + cell.curve.density.shares.length - 1;
  return ({ hidden, colours, width }) => {
    const all = cells.filter(cell => cell.curve?.density);
    const shown = all.filter(cell => !hidden.has(cell.series));
    const first = Math.min(...shown.map(cell => cell.curve.density.first));
    const ranges = shown.length === 0 ? []
      : Array.from({ length: Math.max(...shown.map(last)) - first + 1 }, (_, i) => first + i);
    const percent = value => `${Number((100 * value).toPrecision(3))} %`;
    return {
      title: "Round trips by density",
      about: `${scenario}. Share of the round trips in each range of ${Math.round(100 * (start(1) - 1))} %.`,
      height: width < 500 ? 300 : 360,
      series: all.map(cell => cell.series),
      headers: ["Round trip", ...shown.map(cell => cell.series)],
      rows: ranges.filter(range => shown.some(cell => share(cell, range) > 0)).map(range =>
        [`${format(start(range), "ns")} to ${format(start(range + 1), "ns")}`,
          ...shown.map(cell => percent(share(cell, range)))]),
      tips: {
        reach: "x",
        targets: ranges.map(range => ({
          at: [(range + 0.5) / perDecade, 0],
          title: `${format(start(range), "ns")} to ${format(start(range + 1), "ns")}`,
          rows: () => shown.map(cell => [cell, share(cell, range)]).sort((a, b) => b[1] - a[1])
            .map(([cell, known]) => [cell.series, `${cell.series}: ${percent(known)}`]),
        })),
      },
      option: {
        animation: false,
        grid: { left: 4, right: 22, top: 12, bottom: 26, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
        xAxis: axis(colours, {
          // Of logarithms: an axis of type log has labels at powers of ten alone.
          type: "value", name: "round trip", nameLocation: "middle", nameGap: 26, splitNumber: width < 500 ? 3 : 6,
          ...(ranges.length > 0 ? { min: (first - 1) / perDecade, max: (ranges.at(-1) + 2) / perDecade } : {}),
          axisLabel: { formatter: logarithm => format(10 ** logarithm, "ns") },
        }),
        yAxis: axis(colours, { type: "value", min: 0, axisLabel: { formatter: percent } }),
        series: shown.map(cell => {
          const style = styleOf(cell.series, colours);
          const { colour, dash } = style;
          const top = 1 + cell.curve.density.shares.indexOf(Math.max(...cell.curve.density.shares));
          return {
            // The marker stands where most round trips are.
            type: "line", name: cell.series, ...pointsOf(style, colours), showAllSymbol: true,
            symbolSize: (value, { dataIndex }) => (dataIndex === top ? 10 : 0),
            lineStyle: { color: colour, width: 2, type: dash }, areaStyle: { color: colour, opacity: 0.12 },
            // A range before and one behind, so that each curve ends on the axis.
            data: Array.from({ length: last(cell) - cell.curve.density.first + 3 }, (_, i) => {
              const range = cell.curve.density.first + i - 1;
              return [(range + 0.5) / perDecade, share(cell, range)];
            }),
          };
        }),
      },
    };
  };
}
