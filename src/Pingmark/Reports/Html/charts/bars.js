// A figure of a scenario's cells as bars, with their intervals.
import { format, interval } from "./format.js";
import { axis, hasInterval, shortened, tooltip, whiskers } from "./options.js";
import { styleOf } from "./palette.js";

const rowHeight = 30, leastRowHeight = 14, tallest = 1600;

/** @param cells of one scenario. */
export function bars(metric, cells, scenario) {
  return ({ colours, width }) => {
    const shown = cells.filter(cell => cell.figures[metric.key]);
    const names = shown.map(cell => cell.series);
    const values = shown.map(cell => cell.figures[metric.key][0]);
    const published = shown
      .map((cell, row) => [cell.published[metric.key], row])
      .filter(([value]) => value !== undefined);
    const row = Math.max(leastRowHeight, Math.min(rowHeight, tallest / Math.max(1, shown.length)));
    return {
      title: metric.title,
      about: `${scenario}. Lines: 95 % intervals.${published.length > 0 ? " Diamonds: published." : ""}`,
      height: Math.round(row * shown.length + 44),
      headers: ["Stack", metric.title, "95 % interval", ...(published.length > 0 ? ["Published"] : [])],
      rows: shown.map(cell => [
        cell.usable ? cell.series : `${cell.series} (not to be used)`,
        format(cell.figures[metric.key][0], metric.unit),
        interval(cell.figures[metric.key], metric.unit),
        ...(published.length > 0 ? [format(cell.published[metric.key], metric.unit)] : []),
      ]),
      option: {
        animation: false,
        grid: { left: 4, right: 18, top: 6, bottom: 4, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
        tooltip: tooltip(colours, {
          trigger: "item",
          formatter: ({ dataIndex }) => {
            const figure = shown[dataIndex].figures[metric.key];
            return `${names[dataIndex]}\n${format(figure[0], metric.unit)} ${interval(figure, metric.unit)}`;
          },
        }),
        xAxis: axis(colours, {
          type: "value", min: 0, splitNumber: width < 500 ? 3 : 5,
          axisLabel: { formatter: value => format(value, metric.unit) },
        }),
        yAxis: axis(colours, {
          type: "category", inverse: true, data: names, splitLine: { show: false },
          axisLabel: { color: colours.ink, formatter: name => shortened(name, width < 500 ? 18 : 34) },
        }),
        series: [
          {
            type: "bar", name: metric.title, barWidth: "56%",
            data: values.map((value, i) => ({
              value,
              itemStyle: { color: styleOf(names[i]).colour, opacity: shown[i].usable ? 1 : 0.35, borderRadius: 2 },
            })),
          },
          whiskers(colours, shown.flatMap((cell, i) => {
            const figure = cell.figures[metric.key];
            return hasInterval(figure) ? [[i, figure[1], figure[2]]] : [];
          }), { horizontal: true }),
          {
            type: "scatter", name: "published", symbol: "diamond", symbolSize: 11, z: 6, data: published, silent: true,
            itemStyle: { color: colours.back, borderColor: colours.ink, borderWidth: 1.6 },
          },
        ],
      },
    };
  };
}
