// A figure of a scenario's cells as bars, with their intervals, the best first.
import { format, interval } from "./format.js";
import { beyond, hasInterval, rows, upTo, whiskers } from "./options.js";
import { styleOf } from "./palette.js";

/** Cells with a figure, the best first; unusable ones come last. */
function sorted(metric, cells) {
  const value = cell => cell.figures[metric.key][0] * (metric.higher_is_faster ? -1 : 1);
  return cells.filter(cell => cell.figures[metric.key])
    .sort((a, b) => (b.usable - a.usable) || (value(a) - value(b)));
}

/** @param cells of one scenario. */
export function bars(metric, cells, scenario) {
  return ({ colours, width }) => {
    const shown = sorted(metric, cells);
    const figures = shown.map(cell => cell.figures[metric.key]);
    const names = shown.map(cell => cell.series);
    const published = shown
      .map((cell, row) => [cell.published[metric.key], row])
      .filter(([value]) => value !== undefined);
    const scale = upTo(figures, published.map(([value]) => value), width < 500 ? 3 : 5);
    const isCut = figures.some(figure => hasInterval(figure) && figure[2] > scale.max);
    const { height, axes } = rows(colours, width, names, {
      type: "value", ...scale, axisLabel: { formatter: value => format(value, metric.unit) },
    });
    return {
      title: metric.title,
      about: `${scenario}. Lines: 95 % intervals${isCut ? "; an arrow: it goes on beyond the axis" : ""}.`
        + (published.length > 0 ? " Diamonds: published." : ""),
      height,
      headers: ["Stack", metric.title, "95 % interval", ...(published.length > 0 ? ["Published"] : [])],
      rows: shown.map(cell => [
        cell.usable ? cell.series : `${cell.series} (not to be used)`,
        format(cell.figures[metric.key][0], metric.unit),
        interval(cell.figures[metric.key], metric.unit),
        ...(published.length > 0 ? [format(cell.published[metric.key], metric.unit)] : []),
      ]),
      tips: {
        reach: "y",
        targets: figures.map((figure, i) => ({
          at: [figure[0], i], title: names[i],
          rows: () => [
            [names[i], `${metric.title} ${format(figure[0], metric.unit)}`],
            ...(hasInterval(figure)
              ? [[null, `95 % interval ${interval(figure, metric.unit)}${beyond(figure, scale.max)}`]] : []),
            ...(shown[i].usable ? [] : [[null, "not to be used"]]),
          ],
        })),
      },
      option: {
        ...axes,
        series: [
          {
            type: "bar", name: metric.title, barWidth: "56%",
            data: figures.map(([value], i) => ({
              value,
              itemStyle: {
                color: styleOf(names[i], colours).colour, opacity: shown[i].usable ? 1 : 0.35, borderRadius: 2,
              },
            })),
          },
          whiskers(colours, figures.flatMap((figure, i) => (hasInterval(figure) ? [[i, figure[1], figure[2]]] : [])),
            { horizontal: true }),
          {
            type: "scatter", name: "published", symbol: "diamond", symbolSize: 11, z: 6, data: published, silent: true,
            itemStyle: { color: colours.back, borderColor: colours.ink, borderWidth: 1.6 },
          },
        ],
      },
    };
  };
}
