// What a message costs, server and client one behind the other, the least first.
import { format, interval } from "./format.js";
import { axis, shortened, upTo } from "./options.js";
import { styleOf } from "./palette.js";

const sides = ["Server", "Client"];
/** The client's part has the colour of its runtime, too. */
const faded = 0.42;

/** @param pair the metric of the server and that of the client. */
export function costs(pair, title, cells, scenario) {
  return ({ hidden, colours, width }) => {
    const part = (cell, i) => (hidden.has(sides[i]) ? 0 : cell.figures[pair[i].key]?.[0] ?? 0);
    const sum = cell => part(cell, 0) + part(cell, 1);
    const shown = cells.filter(cell => pair.some(metric => cell.figures[metric.key])).sort((a, b) => sum(a) - sum(b));
    const names = shown.map(cell => cell.series);
    const row = Math.max(14, Math.min(30, 1600 / Math.max(1, shown.length)));
    const text = (cell, metric) => {
      const known = cell.figures[metric.key];
      return known ? `${format(known[0], metric.unit)} ${interval(known, metric.unit)}`.trim() : "-";
    };
    return {
      title: `${title} a message`,
      about: `${scenario}. The server's part first, then the client's, paler.`,
      height: Math.round(row * shown.length + 44),
      series: sides,
      headers: ["Stack", ...pair.map(metric => metric.title)],
      rows: shown.map(cell => [cell.series, ...pair.map(metric => text(cell, metric))]),
      tips: {
        reach: "y",
        targets: shown.map((cell, i) => ({
          at: [sum(cell), i], title: names[i],
          rows: () => sides.map((side, of) => [side, `${side} ${text(cell, pair[of])}`]),
        })),
      },
      option: {
        animation: false,
        grid: { left: 4, right: 18, top: 6, bottom: 4, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
        xAxis: axis(colours, {
          type: "value", ...upTo(shown.map(cell => [sum(cell)]), [], width < 500 ? 3 : 5),
          axisLabel: { formatter: value => format(value, pair[0].unit) },
        }),
        yAxis: axis(colours, {
          type: "category", inverse: true, data: names, splitLine: { show: false },
          axisLabel: { color: colours.ink, formatter: name => shortened(name, width < 500 ? 18 : 34) },
        }),
        series: sides.flatMap((side, i) => (hidden.has(side) ? [] : [{
          type: "bar", name: side, stack: "cost", barWidth: "56%",
          data: shown.map(cell => ({
            value: cell.figures[pair[i].key]?.[0] ?? null,
            itemStyle: { color: styleOf(cell.series, colours).colour, opacity: i === 0 ? 1 : faded },
          })),
        }])),
      },
    };
  };
}
