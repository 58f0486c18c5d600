// Latency, what was answered, and CPU time against the load that was offered; a band is a capacity with its interval.
import { bars } from "./bars.js";
import { format } from "./format.js";
import { around, axis, grid, lineOf, timesAxis } from "./options.js";
import { pointsOf, styleOf } from "./palette.js";

export const percentiles = [
  { key: "p50_ns", title: "p50", width: 1.4 },
  { key: "p99_ns", title: "p99", width: 2.4 },
  { key: "p999_ns", title: "p99.9", width: 1.4 },
];
const cores = value => (value === null ? "-" : `${Number(value.toPrecision(3))}`);

/** The capacities of a group as bars; what has none is told beside. */
export function capacities(data, { title, cells }) {
  const all = cells.map(at => data.cells[at]);
  const without = all.filter(cell => !cell.capacity);
  const drawing = bars(
    { key: "capacity", title: `Capacity, ${data.load.noun}`, unit: data.load.unit, higher_is_faster: true },
    all.map(cell => ({ ...cell, published: {}, figures: cell.capacity ? { capacity: cell.capacity } : {} })), title);
  return look => {
    const made = drawing(look);
    return {
      ...made,
      about: `${made.about} At ${data.objectives.map(one => one.text).join(" and ")}.`
        + without.map(cell => ` ${cell.series}: ${cell.outcome}.`).join(""),
    };
  };
}

/** An axis of loads, and the bands of capacities over the whole height. */
function loads(data, colours, width) {
  return axis(colours, {
    type: "value", min: 0, name: data.load.title, nameLocation: "middle", nameGap: 26, splitNumber: width < 500 ? 3 : 6,
    axisLabel: { formatter: value => format(value, data.load.unit) },
  });
}

/** A capacity and its interval, from the bottom to the top. */
function band(cell, colours) {
  const { colour } = styleOf(cell.series, colours);
  return {
    type: "custom", name: `${cell.series}, capacity`, silent: true, animation: false, z: 1,
    data: [cell.capacity.map(value => value ?? cell.capacity[0])],
    encode: { x: [0, 1, 2] },
    renderItem({ coordSys: box }, api) {
      const [at, low, high] = [0, 1, 2].map(i => api.coord([api.value(i), 0])[0]);
      const inside = x => Math.min(box.x + box.width, Math.max(box.x, x));
      return {
        type: "group",
        children: [
          {
            type: "rect",
            shape: { x: inside(low), y: box.y, width: Math.max(1, inside(high) - inside(low)), height: box.height },
            style: { fill: colour, opacity: 0.16 },
          },
          {
            type: "line", shape: { x1: inside(at), y1: box.y, x2: inside(at), y2: box.y + box.height },
            style: { stroke: colour, lineWidth: 1.2, lineDash: [4, 3] },
          },
        ],
      };
    },
  };
}

/** A horizontal line with its name. */
function limit({ text, limit_ns: ns }, colours) {
  return {
    type: "custom", name: text, silent: true, animation: false, z: 3, data: [[0, ns]], encode: { x: 0, y: 1 },
    renderItem({ coordSys: box }, api) {
      const y = api.coord([0, api.value(1)])[1];
      return {
        type: "group",
        children: [
          {
            type: "line", shape: { x1: box.x, y1: y, x2: box.x + box.width, y2: y },
            style: { stroke: colours.ink, lineWidth: 1.4, lineDash: [8, 4] },
          },
          {
            type: "text",
            style: { text, x: box.x + box.width - 4, y: y + 4, fill: colours.ink, verticalAlign: "top", align: "right",
              font: `12px ${colours.font}`, stroke: colours.back, lineWidth: 3 },
          },
        ],
      };
    },
  };
}

/** Lines against the load: one for each cell and each of the values of its points.
    @param headers of the table's columns after the load, which `row` fills from a point
    @param tip the lines of a tooltip about a point
    @param yAxis of the values; `marks` are series behind the lines
    @param lookOf what else the line of a value has; `item` its point's entry */
function against(data, group, cells, {
  title, about, height, values, headers, row, tip, yAxis, marks, lookOf, item = (point, value) => value,
}) {
  const load = point => format(point.offered, data.load.unit);
  // Times have a logarithmic axis, which has no zero.
  const known = (cell, { key }) =>
    cell.points.filter(point => (key.endsWith("_ns") ? point[key] > 0 : point[key] !== null));
  return ({ hidden, colours, width }) => {
    const seen = cells.filter(cell => !hidden.has(cell.series));
    return {
      title,
      about: `${group.title}. ${about(seen)}`,
      height: height - (width < 500 ? 100 : 0),
      series: cells.map(cell => cell.series),
      headers: ["Stack", "Offered", ...headers],
      rows: seen.flatMap(cell => cell.points.map(point => [cell.series, load(point), ...row(point)])),
      tips: {
        reach: "both",
        targets: seen.flatMap(cell => values.flatMap(one => known(cell, one).map(point => ({
          at: [point.offered, point[one.key]], title: `${load(point)} offered`,
          rows: () => [[cell.series, cell.series], ...tip(point).map(text => [null, text])],
        })))),
      },
      option: {
        animation: false, grid: grid({ top: 22 }),
        xAxis: loads(data, colours, width),
        yAxis: yAxis(colours, seen.flatMap(cell => values.flatMap(one => known(cell, one).map(point => point[one.key])))),
        series: [
          ...marks(seen, colours),
          ...seen.flatMap(cell => values.map((one, i) => {
            const style = styleOf(cell.series, colours);
            return lineOf(style, colours, {
              name: values.length > 1 ? `${cell.series}, ${one.title}` : cell.series, showAllSymbol: true,
              data: known(cell, one).map(point => item(point, [point.offered, point[one.key]], style, colours)),
              ...lookOf(style, one, i, colours),
            });
          })),
        ],
      },
    };
  };
}

/** @param shown the percentiles, one or all of them. */
export function curve(data, group, cells, shown) {
  const objectives = data.objectives.filter(one => shown.some(({ key }) => key === one.percentile));
  const isOne = shown.length === 1;
  return against(data, group, cells, {
    title: `${data.latency} against load, ${shown.map(one => one.title).join(", ")}`,
    about: seen => "Filled: all windows met the objective; hollow: some missed it."
      + (seen.some(cell => cell.capacity) ? " Bands: the capacity with its 95 % interval." : ""),
    height: 400,
    values: shown,
    headers: ["Answered", "p50", "p99", "p99.9", "Lost", "Met", "Client-bound", "Server CPU, cores", "Client CPU, cores"],
    row: point => [
      format(point.achieved_per_s, "per_s"), ...percentiles.map(({ key }) => format(point[key], "ns")),
      format(point.lost, "share"), `${point.met} of ${point.windows}`, `${point.client_bound} of ${point.windows}`,
      cores(point.server_cpu_cores), cores(point.client_cpu_cores),
    ],
    tip: point => [
      ...percentiles.map(({ key, title }) => `${title} ${format(point[key], "ns")}`),
      `answered ${format(point.achieved_per_s, "per_s")}`,
      `${point.met} of ${point.windows} windows met the objective`,
      ...(point.client_bound > 0 ? [`client-bound in ${point.client_bound}`] : []),
    ],
    yAxis: (colours, values) => timesAxis(colours, around([...values, ...objectives.map(one => one.limit_ns)])),
    marks: (seen, colours) => [
      ...seen.flatMap(cell => (cell.capacity ? [band(cell, colours)] : [])),
      ...objectives.map(one => limit(one, colours)),
    ],
    item: (point, value, style, colours) => ({
      value, itemStyle: pointsOf({ ...style, isHollow: point.met !== point.windows }, colours).itemStyle,
    }),
    lookOf: ({ colour, dash }, one, i, colours) => ({
      symbolSize: isOne ? 9 : 6, z: 4, lineStyle: { color: colour, width: isOne ? 2.2 : one.width, type: dash },
      ...(isOne ? {} : {
        endLabel: { show: true, formatter: one.title, color: colour, fontSize: 11, fontFamily: colours.font },
      }),
    }),
  });
}

/** Lines of figures against the load, the first of them thicker. */
function lines(data, group, cells, { title, about, unit, values, text, marks = () => [] }) {
  return against(data, group, cells, {
    title, values, marks,
    about: () => about,
    height: 340,
    headers: values.map(one => one.title),
    row: point => values.map(one => text(point[one.key])),
    tip: point => values.map(one => `${one.title} ${text(point[one.key])}`),
    yAxis: colours => axis(colours, { type: "value", min: 0, axisLabel: { formatter: value => format(value, unit) } }),
    lookOf: ({ colour, dash }, one, i) => ({
      symbolSize: i === 0 ? 8 : 5,
      lineStyle: { color: colour, width: i === 0 ? 2.2 : 1.2, type: dash, opacity: i === 0 ? 1 : 0.6 },
    }),
  });
}

/** What was answered of what was offered, both in messages a second. */
export function achieved(data, group, cells) {
  return lines(data, group, cells, {
    title: "Answered against load",
    about: data.load.unit === "per_s" ? "Thin: all that was offered." : "Messages a second.",
    unit: "per_s", text: value => format(value, "per_s"),
    values: [{ key: "achieved_per_s", title: "Answered" }],
    marks: (seen, colours) => {
      const most = Math.max(0, ...seen.flatMap(cell => cell.points.map(point => point.offered)));
      return data.load.unit !== "per_s" ? [] : [{
        type: "line", name: "offered", symbol: "none", silent: true, data: [[0, 0], [most, most]],
        lineStyle: { color: colours.soft, width: 1, type: [2, 3] },
      }];
    },
  });
}

/** How many cores each side used. */
export function cpu(data, group, cells) {
  return lines(data, group, cells, {
    title: "CPU time against load",
    about: "In cores: the server's, and thinner the client's.",
    unit: "number", text: cores,
    values: [{ key: "server_cpu_cores", title: "Server" }, { key: "client_cpu_cores", title: "Client" }],
  });
}
