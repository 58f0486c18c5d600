// What a message costs, server and client one behind the other, the least first.
import { format, interval } from "./format.js";
import { rows, upTo } from "./options.js";
import { styleOf } from "./palette.js";

const sides = ["Server", "Client"];

/** @param pair the metric of the server and that of the client. */
export function costs(pair, title, cells, scenario) {
  const part = (cell, side) => cell.figures[pair[side].key]?.[0] ?? null;
  const sum = cell => part(cell, 0) + part(cell, 1);
  const text = (cell, metric) => {
    const known = cell.figures[metric.key];
    return known ? `${format(known[0], metric.unit)} ${interval(known, metric.unit)}`.trim() : "-";
  };
  const shown = cells.filter(cell => pair.some(metric => cell.figures[metric.key])).sort((a, b) => sum(a) - sum(b));
  return ({ colours, width }) => {
    const { height, axes } = rows(colours, width, shown.map(cell => cell.series), {
      type: "value", ...upTo(shown.map(cell => [sum(cell)]), [], width < 500 ? 3 : 5),
      axisLabel: { formatter: value => format(value, pair[0].unit) },
    });
    return {
      title: `${title} a message`,
      about: `${scenario}. The server's part first, then the client's, paler.`,
      height,
      headers: ["Stack", ...pair.map(metric => metric.title)],
      rows: shown.map(cell => [cell.series, ...pair.map(metric => text(cell, metric))]),
      tips: {
        reach: "y",
        targets: shown.map((cell, i) => ({
          at: [sum(cell), i], title: cell.series,
          rows: () => sides.map((side, of) => [null, `${side} ${text(cell, pair[of])}`]),
        })),
      },
      option: {
        ...axes,
        series: sides.map((side, i) => ({
          type: "bar", name: side, stack: "cost", barWidth: "56%",
          data: shown.map(cell => ({
            value: part(cell, i),
            itemStyle: { color: styleOf(cell.series, colours).colour, opacity: i === 0 ? 1 : 0.42 },
          })),
        })),
      },
    };
  };
}
