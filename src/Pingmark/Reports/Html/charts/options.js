// What the charts share: axes, tooltips, whiskers.

/** Drawn on the canvas, for the page's policy lets no markup with styles in. */
export function tooltip(colours, more) {
  return {
    renderMode: "richText", confine: true, backgroundColor: colours.back, borderColor: colours.line, borderWidth: 1,
    textStyle: { color: colours.ink, fontFamily: colours.font, fontSize: 12.5 }, ...more,
  };
}

export function axis(colours, more) {
  const { axisLabel, nameTextStyle, ...rest } = more;
  return {
    axisLine: { show: true, lineStyle: { color: colours.line } },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: colours.faint } },
    minorSplitLine: { show: false },
    nameTextStyle: { color: colours.soft, fontFamily: colours.font, ...nameTextStyle },
    axisLabel: { color: colours.soft, fontFamily: colours.font, fontSize: 12, hideOverlap: true, ...axisLabel },
    ...rest,
  };
}

/** 95 % intervals over bars or points. Data: [place, low, high] with the place on the other axis. */
export function whiskers(colours, data, { horizontal, colour, name = "95 % interval" }) {
  return {
    type: "custom", name, data, z: 5, silent: true, tooltip: { show: false }, animation: false,
    encode: horizontal ? { x: [1, 2], y: 0 } : { x: 0, y: [1, 2] },
    renderItem(params, api) {
      const place = api.value(0);
      const at = value => api.coord(horizontal ? [value, place] : [place, value]);
      const [from, to] = [at(api.value(1)), at(api.value(2))];
      const [dx, dy] = horizontal ? [0, 4] : [4, 0];
      const line = (x1, y1, x2, y2) =>
        ({ type: "line", shape: { x1, y1, x2, y2 }, style: { stroke: colour ?? colours.ink, lineWidth: 1.4 } });
      return {
        type: "group",
        children: [
          line(...from, ...to),
          line(from[0] - dx, from[1] - dy, from[0] + dx, from[1] + dy),
          line(to[0] - dx, to[1] - dy, to[0] + dx, to[1] + dy),
        ],
      };
    },
  };
}

export const hasInterval = figure => figure && figure[1] !== null && figure[2] !== null;

export function shortened(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
