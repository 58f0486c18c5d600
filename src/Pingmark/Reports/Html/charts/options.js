// What the charts share: axes, whiskers, and where an axis ends.

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
