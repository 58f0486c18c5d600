// What slices and continuous windows of a round had over time, and what happened meanwhile.
import { format } from "./format.js";
import { axis, bar, heightOf, laneEvents, overLanes, shortened } from "./options.js";
import { pointsOf, styleOf } from "./palette.js";

export const measures = [
  { title: "RTT p50", place: 3, unit: "ns" },
  { title: "RTT p99", place: 4, unit: "ns" },
  { title: "Throughput", place: 2, unit: "per_s" },
];
const lanes = { collections: "collections", repeated: "measured again", remark: "audits" };

/** @param courses of one round: their points are [from, to, rate, p50, p99, is a continuous window]. */
export function course(courses, cells, { title, place, unit }, about) {
  const nameOf = one => cells[one.cell].series;
  const seconds = value => `${Number(value.toFixed(2))} s`;
  return ({ hidden, colours, width }) => {
    const shown = courses.filter(one => !hidden.has(nameOf(one)));
    // Most of a block is warm-up, in which nothing is counted: what is drawn begins with the first slice.
    const from = Math.max(0, Math.min(...shown.flatMap(one => one.points.map(point => point[0]))) - 0.1);
    const to = Math.max(from, ...shown.flatMap(one => one.points.map(point => point[1])));
    const events = shown.flatMap(one => one.events.map(event => ({ of: nameOf(one), ...event })))
      .filter(event => event.to >= from)
      .map(event => ({ ...event, start: Math.max(from, event.from) }));
    const used = Object.keys(lanes).filter(kind => events.some(event => event.kind === kind));
    const upper = width < 500 ? 260 : 320;
    const middle = point => (point[0] + point[1]) / 2;
    return {
      title: `${title} over time`,
      about: courses.length === 0 ? `${about}: nobody noted when it was measured.`
        : `${about}. Seconds since its block began; the warm-up before is left out. Points: slices. Bars: continuous `
          + "windows."
          + (used.length > 0 ? " Below: when runtimes collected, what was measured again, what audits say." : ""),
      height: upper + heightOf(used) + 44,
      series: courses.map(nameOf),
      headers: ["Stack", "From", "To", "What", "RTT p50", "RTT p99", "Throughput"],
      rows: shown.flatMap(one => [
        ...one.points.map(point => [nameOf(one), seconds(point[0]), seconds(point[1]),
          point[5] ? "continuous window" : "slice", format(point[3], "ns"), format(point[4], "ns"),
          format(point[2], "per_s")]),
        ...one.events.map(event => [nameOf(one), seconds(event.from), seconds(event.to), event.text, "", "", ""]),
      ]),
      tips: {
        reach: "both",
        targets: [
          ...shown.flatMap(one => one.points.filter(point => point[place] !== null).map(point => ({
            at: point[5] ? [point[0], point[place]] : [middle(point), point[place]],
            to: point[5] ? [point[1], point[place]] : undefined,
            title: `${point[5] ? "continuous window" : "slice"} at ${seconds(middle(point))}`,
            rows: () => [[nameOf(one), `${nameOf(one)}: ${title} ${format(point[place], unit)}`]],
          }))),
          ...events.map(event => ({
            grid: 1, at: [event.start, used.indexOf(event.kind)], to: [event.to, used.indexOf(event.kind)],
            title: `${seconds(event.from)} to ${seconds(event.to)}`,
            rows: () => [[event.of, event.of], [null, shortened(event.text, 600)]],
          })),
        ],
      },
      option: {
        ...overLanes(colours, width, used.map(kind => lanes[kind]), {
          left: 120, letters: 16, upper, from, to: to > from ? to : undefined, time: seconds,
          yAxis: axis(colours, { type: "value", scale: true, axisLabel: { formatter: value => format(value, unit) } }),
        }),
        series: [
          ...shown.flatMap(one => {
            const style = styleOf(nameOf(one), colours);
            const { colour, dash } = style;
            const known = one.points.filter(point => point[place] !== null);
            const look = { name: nameOf(one), itemStyle: { color: colour } };
            return [
              {
                ...look, ...pointsOf(style, colours), type: "line", symbolSize: 6, showAllSymbol: true,
                lineStyle: { color: colour, width: 1.4, type: dash },
                data: known.filter(point => !point[5]).map(point => ({ value: [middle(point), point[place]] })),
              },
              {
                ...look, type: "custom", z: 4, encode: { x: [0, 1], y: 2 }, renderItem: bar(colour, 5),
                data: known.filter(point => point[5])
                  .map(point => ({ value: [point[0], point[1], point[place]] })),
              },
            ];
          }),
          ...laneEvents(used,
            events.map(event => ({ value: [event.start, event.to, used.indexOf(event.kind)], event })),
            i => styleOf(events[i].of, colours).colour),
        ],
      },
    };
  };
}
