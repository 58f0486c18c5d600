// A figure against the number in which scenarios differ, with error bars.
import { format, interval } from "./format.js";
import { axis, hasInterval, tooltip, whiskers } from "./options.js";
import { styleOf } from "./palette.js";

const height = width => (width < 500 ? 300 : 380);

export function sweep(metric, { dimension, title, values, series }, cells) {
  return ({ hidden, colours, width }) => {
    const figure = place => (place === null ? undefined : cells[place].figures[metric.key]);
    const all = series.filter(one => one.cells.some(figure));
    const shown = all.filter(one => !hidden.has(one.name));
    const isPublished = place => place !== null && metric.key in cells[place].published;
    const published = shown.filter(one => one.cells.some(isPublished));
    return {
      title: `${metric.title} by ${dimension}`,
      about: `${title}. Lines: 95 % intervals.${published.length > 0 ? " Dashed, with hollow marks: published." : ""}`,
      height: height(width),
      series: all.map(one => one.name),
      headers: ["Stack", ...values.map(value => `${value}`)],
      rows: shown.map(one => [one.name, ...one.cells.map(place => {
        const known = figure(place);
        return known ? `${format(known[0], metric.unit)} ${interval(known, metric.unit)}`.trim() : "-";
      })]),
      option: {
        animation: false,
        grid: { left: 4, right: 16, top: 14, bottom: 26, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
        tooltip: tooltip(colours, {
          trigger: "axis",
          formatter: items => [`${dimension} ${values[items[0].dataIndex]}`, ...shown.map(one => {
            const known = figure(one.cells[items[0].dataIndex]);
            return `${one.name}: ${known ? `${format(known[0], metric.unit)} ${interval(known, metric.unit)}` : "-"}`;
          })].join("\n"),
        }),
        xAxis: axis(colours, {
          type: "category", data: values.map(String), name: dimension, nameLocation: "middle", nameGap: 26,
          boundaryGap: true, splitLine: { show: false },
        }),
        yAxis: axis(colours, { type: "value", min: 0, axisLabel: { formatter: value => format(value, metric.unit) } }),
        series: [
          ...shown.flatMap(one => {
            const { colour, symbol, dash } = styleOf(one.name);
            return [
              {
                type: "line", name: one.name, symbol, symbolSize: 8, connectNulls: true,
                data: one.cells.map(place => figure(place)?.[0] ?? null),
                lineStyle: { color: colour, width: 2.2, type: dash }, itemStyle: { color: colour },
              },
              whiskers(colours, one.cells.flatMap((place, i) => {
                const known = figure(place);
                return hasInterval(known) ? [[i, known[1], known[2]]] : [];
              }), { horizontal: false, colour }),
            ];
          }),
          ...published.map(one => {
            const { colour, symbol } = styleOf(one.name);
            return {
              type: "line", name: `${one.name}, published`, symbol, symbolSize: 8, connectNulls: true,
              data: one.cells.map(place => (place === null ? null : cells[place].published[metric.key] ?? null)),
              lineStyle: { color: colour, width: 1.2, type: [4, 4] },
              itemStyle: { color: colours.back, borderColor: colour, borderWidth: 1.6 },
            };
          }),
        ],
      },
    };
  };
}

/** What more load brings, and what it costs: a line from the least to the most of the dimension. */
export function tradeOff(rate, time, { dimension, title, values, series }, cells) {
  return ({ hidden, colours, width }) => {
    const points = one => one.cells.flatMap((place, i) => {
      const [x, y] = place === null ? [] : [cells[place].figures[rate.key], cells[place].figures[time.key]];
      return x && y ? [{ value: [x[0], y[0]], of: values[i] }] : [];
    });
    const all = series.filter(one => points(one).length > 0);
    const shown = all.filter(one => !hidden.has(one.name));
    return {
      title: `${time.title} against ${rate.title.toLowerCase()}`,
      about: `${title}. Each line goes through ${dimension} ${values.join(", ")}.`,
      height: height(width),
      series: all.map(one => one.name),
      headers: ["Stack", dimension, rate.title, time.title],
      rows: shown.flatMap(one => points(one).map(({ value, of }) =>
        [one.name, `${of}`, format(value[0], rate.unit), format(value[1], time.unit)])),
      option: {
        animation: false,
        grid: { left: 4, right: 22, top: 14, bottom: 26, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
        tooltip: tooltip(colours, {
          trigger: "item",
          formatter: ({ seriesName, value, data }) => `${seriesName}, ${dimension} ${data.of}\n`
            + `${format(value[0], rate.unit)}, ${time.title} ${format(value[1], time.unit)}`,
        }),
        xAxis: axis(colours, {
          type: "value", min: 0, name: rate.title.toLowerCase(), nameLocation: "middle", nameGap: 26,
          splitNumber: width < 500 ? 3 : 5, axisLabel: { formatter: value => format(value, rate.unit) },
        }),
        yAxis: axis(colours, { type: "value", min: 0, axisLabel: { formatter: value => format(value, time.unit) } }),
        series: shown.map(one => {
          const { colour, symbol, dash } = styleOf(one.name);
          return {
            type: "line", name: one.name, symbol, symbolSize: 8, data: points(one),
            lineStyle: { color: colour, width: 2.2, type: dash }, itemStyle: { color: colour },
          };
        }),
      },
    };
  };
}
