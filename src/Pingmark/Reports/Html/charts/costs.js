// What a message costs, server and client one behind the other.
import { format, interval } from "./format.js";
import { axis, shortened, tooltip } from "./options.js";
import { styleOf } from "./palette.js";

const sides = ["Server", "Client"];

/** @param pair the metric of the server and that of the client. */
export function costs(pair, title, cells, scenario) {
  return ({ hidden, colours, width }) => {
    const shown = cells.filter(cell => pair.some(metric => cell.figures[metric.key]));
    const names = shown.map(cell => cell.series);
    const row = Math.max(14, Math.min(30, 1600 / Math.max(1, shown.length)));
    return {
      title: `${title} a message`,
      about: `${scenario}. The server's part first, then the client's.`,
      height: Math.round(row * shown.length + 44),
      series: sides,
      headers: ["Stack", ...pair.map(metric => metric.title)],
      rows: shown.map(cell => [cell.series, ...pair.map(metric => {
        const known = cell.figures[metric.key];
        return known ? `${format(known[0], metric.unit)} ${interval(known, metric.unit)}`.trim() : "-";
      })]),
      option: {
        animation: false,
        grid: { left: 4, right: 18, top: 6, bottom: 4, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
        tooltip: tooltip(colours, {
          trigger: "item",
          formatter: ({ seriesIndex, seriesName, dataIndex }) => {
            const metric = pair[sides.indexOf(seriesName)];
            const known = shown[dataIndex].figures[metric.key];
            return `${names[dataIndex]}, ${sides[seriesIndex] ?? seriesName}\n`
              + `${format(known[0], metric.unit)} ${interval(known, metric.unit)}`;
          },
        }),
        xAxis: axis(colours, {
          type: "value", min: 0, splitNumber: width < 500 ? 3 : 5,
          axisLabel: { formatter: value => format(value, pair[0].unit) },
        }),
        yAxis: axis(colours, {
          type: "category", inverse: true, data: names, splitLine: { show: false },
          axisLabel: { color: colours.ink, formatter: name => shortened(name, width < 500 ? 18 : 34) },
        }),
        series: sides.flatMap((side, i) => (hidden.has(side) ? [] : [{
          type: "bar", name: side, stack: "cost", barWidth: "56%", itemStyle: { color: styleOf(side).colour },
          data: shown.map(cell => cell.figures[pair[i].key]?.[0] ?? null),
        }])),
      },
    };
  };
}
