// What the charts share: axes, whiskers, and where an axis ends.
import { format } from "./format.js";
import { pointsOf } from "./palette.js";

export function axis(colours, more) {
  const { axisLabel, nameTextStyle, ...rest } = more;
  return {
    axisLine: { show: true, onZero: false, lineStyle: { color: colours.line } },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: colours.faint } },
    minorSplitLine: { show: false },
    nameTextStyle: { color: colours.soft, fontFamily: colours.font, ...nameTextStyle },
    axisLabel: { color: colours.soft, fontFamily: colours.font, fontSize: 12, hideOverlap: true, ...axisLabel },
    ...rest,
  };
}

/** The room around a plot, whose labels lie within it. */
export const grid = (more = {}) =>
  ({ left: 4, right: 22, top: 12, bottom: 26, outerBoundsMode: "same", outerBoundsContain: "axisLabel", ...more });

/** The grid, axes and height of a chart with one horizontal bar a name. */
export function rows(colours, width, names, valueAxis) {
  const height = Math.max(14, Math.min(30, 1600 / Math.max(1, names.length)));
  return {
    height: Math.round(height * names.length + 44),
    axes: {
      animation: false, grid: grid({ right: 18, top: 6, bottom: 4 }), xAxis: axis(colours, valueAxis),
      yAxis: axis(colours, {
        type: "category", inverse: true, data: names, splitLine: { show: false },
        axisLabel: { color: colours.ink, formatter: name => shortened(name, width < 500 ? 18 : 34) },
      }),
    },
  };
}

/** An axis of times in ns, with marks at round values. */
export const timesAxis = (colours, { min, max, marks }) => axis(colours, {
  type: "log", min, max, axisTick: { show: false, customValues: marks },
  axisLabel: { customValues: marks, formatter: value => format(value, "ns") },
});

/** The look of a line and its points. */
export const lineOf = (style, colours, more = {}) => ({
  type: "line", ...pointsOf(style, colours), lineStyle: { color: style.colour, width: 2.2, type: style.dash }, ...more,
});

const laneHeight = 22;

/** The height of lanes below a plot. */
export const heightOf = lanes => lanes.length * laneHeight;

/** A plot over time, and below it a lane for each kind of event on the same time axis.
    @param left the room for labels on a wide screen, where they have so many `letters` at most */
export function overLanes(colours, width, lanes, { left, letters, upper, from, to, time, yAxis }) {
  // Both plots have the same left end, whatever their labels take.
  const grid = { left: width < 500 ? 84 : left, right: 22, outerBoundsMode: "none" };
  const places = lanes.length > 0 ? [0, 1] : [0];
  return {
    animation: false,
    grid: places.map(place => ({
      ...grid, top: place === 0 ? 12 : upper + 28, height: place === 0 ? upper - 12 : heightOf(lanes),
    })),
    xAxis: places.map(gridIndex => axis(colours, {
      gridIndex, type: "value", min: from, max: to, axisLabel: { show: gridIndex === 0, formatter: time },
      splitLine: { show: gridIndex === 0, lineStyle: { color: colours.faint } },
    })),
    yAxis: [yAxis, ...places.slice(1).map(gridIndex => axis(colours, {
      gridIndex, type: "category", inverse: true, data: lanes, splitLine: { show: false },
      axisLabel: { formatter: name => shortened(name, width < 500 ? 11 : letters) },
    }))],
  };
}

/** The events in the lanes: each from its first value to its second in the lane of its third. */
export const laneEvents = (lanes, data, colourOf) => (lanes.length === 0 ? [] : [{
  type: "custom", name: "events", xAxisIndex: 1, yAxisIndex: 1, clip: true, encode: { x: [0, 1], y: 2 }, data,
  renderItem: (params, api) => bar(colourOf(params.dataIndex), laneHeight - 10)(params, api),
}]);

/** Draws a bar from the first value to the second, at the height of the third. */
export function bar(colour, thick) {
  return (params, api) => {
    const [x, y] = api.coord([api.value(0), api.value(2)]);
    const [end] = api.coord([api.value(1), api.value(2)]);
    return {
      type: "rect", shape: { x, y: y - thick / 2, width: Math.max(3, end - x), height: thick, r: 2 },
      style: { fill: colour, opacity: 0.75 },
    };
  };
}

/** How far beyond the largest figure an axis goes for the sake of an interval. */
const room = 1.4;

/** An axis from 0 on that ends where the figures do: an interval that reaches far beyond would crush all of them. */
export function upTo(figures, others = [], parts = 5) {
  const most = Math.max(0, ...figures.map(([value]) => value), ...others);
  const whole = Math.max(most, ...figures.map(([value, , high]) => high ?? value));
  if (!(most > 0)) return { min: 0 };
  const end = Math.min(whole, room * most);
  const power = 10 ** Math.floor(Math.log10(end / parts));
  const interval = power * [1, 2, 2.5, 5, 10].find(step => step * power * parts >= end * (1 - 1e-9));
  return { min: 0, max: interval * Math.ceil(end / interval - 1e-9), interval };
}

/** A logarithmic axis around these values, with marks at 1, 2 and 5 of each power of ten, where these are not many. */
export function around(values) {
  const least = Math.min(...values), most = Math.max(...values);
  if (!(least > 0) || !Number.isFinite(most)) return {};
  const marks = [];
  for (let power = Math.floor(Math.log10(least)); 10 ** power <= most * 10; power++)
    for (const step of [1, 2, 5]) marks.push(step * 10 ** power);
  const shown = marks.slice(marks.findLastIndex(mark => mark <= least), marks.findIndex(mark => mark >= most) + 1);
  const isPower = mark => Math.abs(Math.log10(mark) - Math.round(Math.log10(mark))) < 1e-9;
  return { min: shown[0], max: shown.at(-1), marks: shown.length > 8 ? shown.filter(isPower) : shown };
}

/** 95 % intervals over bars or points. Data: [place, low, high] with the place on the other axis. Where one reaches
    beyond the axis it is cut, and ends in an arrow. */
export function whiskers(colours, data, { horizontal, colour, name = "95 % interval" }) {
  return {
    // Over bars, and behind the markers of points.
    type: "custom", name, data, z: horizontal ? 5 : 1, silent: true, animation: false,
    encode: horizontal ? { x: [1, 2], y: 0 } : { x: 0, y: [1, 2] },
    renderItem({ coordSys: box }, api) {
      const place = api.value(0);
      const [across, along] = horizontal ? [1, 0] : [0, 1];
      const at = value => api.coord(horizontal ? [value, place] : [place, value]);
      const [from, to] = [at(api.value(1)), at(api.value(2))];
      const [first, last] = horizontal ? [box.x, box.x + box.width] : [box.y, box.y + box.height];
      // With a rim, so that it is seen on a bar of whatever colour.
      const strokes = [
        ...(horizontal ? [{ stroke: colours.back, fill: "none", lineWidth: 4, opacity: 0.8 }] : []),
        { stroke: colour ?? colours.ink, fill: "none", lineWidth: 1.5 },
      ];
      const path = points => strokes.map(style => ({ type: "polyline", shape: { points }, style }));
      const point = (a, b) => (horizontal ? [b, a] : [a, b]);
      const end = value => {
        const [here, there] = [from[across], Math.min(last, Math.max(first, value))];
        // Outwards, from the figure.
        const back = value < first ? 6 : -6;
        return value < first - 0.5 || value > last + 0.5
          ? path([point(here - 4, there + back), point(here, there), point(here + 4, there + back)])
          : path([point(here - 4, there), point(here + 4, there)]);
      };
      const inside = value => Math.min(last, Math.max(first, value));
      return {
        type: "group",
        children: [
          path([point(from[across], inside(from[along])), point(from[across], inside(to[along]))]),
          end(from[along]), end(to[along]),
        ].flat().sort((a, b) => b.style.lineWidth - a.style.lineWidth),
      };
    },
  };
}

export const hasInterval = figure => figure && figure[1] !== null && figure[2] !== null;

/** What a tooltip adds where a whisker is cut. */
export const beyond = (figure, end) => (hasInterval(figure) && figure[2] > end ? ", beyond the axis" : "");

export function shortened(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
