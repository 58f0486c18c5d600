// A figure against the number in which scenarios differ, with error bars.
import { format, interval } from "./format.js";
import { axis, beyond, grid, hasInterval, lineOf, upTo, whiskers } from "./options.js";
import { styleOf } from "./palette.js";

/** How far apart the points of one number stand, and how far all of them together, as shares of its room. */
const apart = 0.07, together = 0.6;

export function sweep(metric, { dimension, title, values, series }, cells) {
  return ({ hidden, colours, width }) => {
    const figure = place => (place === null ? undefined : cells[place].figures[metric.key]);
    const told = known => (known ? `${format(known[0], metric.unit)} ${interval(known, metric.unit)}`.trim() : "-");
    const all = series.filter(one => one.cells.some(figure));
    const shown = all.filter(one => !hidden.has(one.name));
    const publishedOf = place => (place === null ? undefined : cells[place].published[metric.key]);
    const published = shown.filter(one => one.cells.some(place => publishedOf(place) !== undefined));
    // Side by side, so that no interval hides another.
    const step = Math.min(apart, together / Math.max(1, shown.length));
    const at = (one, i) => i + step * (shown.indexOf(one) - (shown.length - 1) / 2);
    const figures = shown.flatMap(one => one.cells.map(figure).filter(known => known));
    const scale = upTo(figures, published.flatMap(one => one.cells.map(publishedOf).filter(known => known)));
    const isCut = figures.some(known => hasInterval(known) && known[2] > scale.max);
    return {
      title: `${metric.title} by ${dimension}`,
      about: `${title}. Lines: 95 % intervals${isCut ? "; an arrow: it goes on beyond the axis" : ""}.`
        + (published.length > 0 ? " Thin, with hollow marks: published." : ""),
      height: width < 500 ? 300 : 380,
      series: all.map(one => one.name),
      headers: ["Stack", ...values.map(value => `${value}`)],
      rows: shown.map(one => [one.name, ...one.cells.map(place => told(figure(place)))]),
      tips: {
        reach: "x",
        targets: values.map((value, i) => ({
          at: [i, 0], title: `${dimension} ${value}`,
          rows: () => shown.map(one => [one, figure(one.cells[i])]).filter(([, known]) => known)
            .sort(([, a], [, b]) => b[0] - a[0])
            .map(([one, known]) => [one.name, `${one.name}: ${told(known)}${beyond(known, scale.max)}`]),
        })),
      },
      option: {
        animation: false,
        grid: grid({ right: 16, top: 14 }),
        xAxis: axis(colours, {
          type: "value", min: -0.5, max: values.length - 0.5, name: dimension, nameLocation: "middle", nameGap: 26,
          splitLine: { show: false },
          axisLabel: { customValues: values.map((_, i) => i), formatter: place => `${values[place] ?? ""}` },
        }),
        yAxis: axis(colours, {
          type: "value", ...scale, axisLabel: { formatter: value => format(value, metric.unit) },
        }),
        series: [
          ...shown.flatMap(one => {
            const style = styleOf(one.name, colours);
            return [
              lineOf(style, colours, {
                name: one.name, symbolSize: 9, connectNulls: true,
                data: one.cells.map((place, i) => [at(one, i), figure(place)?.[0] ?? null]),
              }),
              whiskers(colours, one.cells.flatMap((place, i) => {
                const known = figure(place);
                return hasInterval(known) ? [[at(one, i), known[1], known[2]]] : [];
              }), { horizontal: false, colour: style.colour }),
            ];
          }),
          ...published.map(one => {
            const style = styleOf(one.name, colours);
            return lineOf({ ...style, isHollow: true }, colours, {
              name: `${one.name}, published`, symbolSize: 8, connectNulls: true,
              data: one.cells.map((place, i) => [at(one, i), publishedOf(place) ?? null]),
              lineStyle: { color: style.colour, width: 1.2, type: [4, 4] },
            });
          }),
        ],
      },
    };
  };
}
