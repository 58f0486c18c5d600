// The slowest messages of a cell over time, and the events that overlap them.
import { format } from "./format.js";
import { around, axis, heightOf, laneEvents, overLanes, shortened } from "./options.js";
import { styleOf } from "./palette.js";

/** @param tail of one trial: messages [seconds, round trip, kind or -1], events [from, to, kind] and their texts. */
export function tail({ messages, events, kinds, texts, round }, cell) {
  const seconds = value => `${Number(value.toFixed(4))} s`;
  const nameOf = kind => (kind < 0 ? "unexplained" : kinds[kind]);
  return ({ colours, width }) => {
    const { colour } = styleOf(cell.series, colours);
    const to = Math.max(...messages.map(([at, ns]) => at + ns / 1e9), ...events.map(event => event[1]));
    const upper = width < 500 ? 240 : 280, zoom = 46;
    const places = kinds.length > 0 ? [0, 1] : [0];
    const { marks: _, ...heights } = around(messages.map(([, ns]) => ns));
    return {
      title: "Slowest messages and what happened",
      about: `${cell.name}, round ${round}. Seconds of the trial. Points: messages beyond p99.9, filled where something `
        + "explains them. Below: the events that overlap them. Zoom: the wheel, or the slider.",
      height: upper + heightOf(kinds) + zoom + 44,
      series: [cell.series],
      headers: ["At", "What", "Round trip or duration", "Explained by"],
      rows: [
        ...messages.map(([at, ns, kind]) => [at, [seconds(at), "message", format(ns, "ns"), nameOf(kind)]]),
        ...events.map(([from, , kind], i) => [from, [seconds(from), kinds[kind], texts[i], ""]]),
      ].sort((a, b) => a[0] - b[0]).map(([, row]) => row),
      tips: {
        reach: "both",
        targets: [
          ...messages.map(([at, ns, kind]) => ({
            at: [at, ns], title: `message at ${seconds(at)}`,
            rows: () => [[cell.series, `round trip ${format(ns, "ns")}`], [null, nameOf(kind)]],
          })),
          ...events.map(([from, until, kind], i) => ({
            grid: 1, at: [from, kind], to: [until, kind], title: `${seconds(from)} to ${seconds(until)}`,
            rows: () => [[null, `${kinds[kind]}: ${shortened(texts[i], 200)}`]],
          })),
        ],
      },
      option: {
        ...overLanes(colours, width, kinds, {
          left: 150, letters: 22, upper, from: 0, to: to > 0 ? to : 1, time: seconds,
          yAxis: axis(colours, { type: "log", ...heights, axisLabel: { formatter: value => format(value, "ns") } }),
        }),
        dataZoom: [
          { type: "inside", xAxisIndex: places, filterMode: "none" },
          { type: "slider", xAxisIndex: places, filterMode: "none", bottom: 6, height: 22, showDetail: false },
        ],
        series: [
          {
            type: "scatter", name: cell.series, symbolSize: 8,
            data: messages.map(([at, ns, kind]) => ({
              value: [at, ns],
              itemStyle: { color: kind < 0 ? colours.back : colour, borderColor: colour, borderWidth: 1.6 },
            })),
          },
          ...laneEvents(kinds, events, () => colours.soft),
        ],
      },
    };
  };
}
