// Where CPU time went, call by call: what is called lies upon its caller, and is as wide as its share.
import { axis } from "./options.js";

const rowHeight = 22, letter = 6.6;
const tints = {
  light: ["#f2c9a1", "#f5d9b0", "#efb98d", "#f7e3c0"],
  dark: ["#7a4a22", "#8a5a2c", "#6b3f1d", "#94683a"],
};

/** @param calls [method, depth, share] each, every call after its caller. */
export function flame({ title, calls }) {
  const boxes = placed(calls);
  const deepest = Math.max(0, ...boxes.map(box => box.depth));
  const percent = share => `${(100 * share).toFixed(1)} %`;
  return ({ colours, width }) => ({
    title: "Where the time goes, call by call",
    about: `${title}. Callers below, what they call upon them; widths are shares of the process's CPU time. `
      + "Calls below 1 % are left out.",
    height: rowHeight * (deepest + 1) + 24,
    headers: ["Call", "With callees", "Self"],
    rows: boxes.map(box =>
      [`${"· ".repeat(box.depth)}${box.method}`, percent(box.to - box.from), percent(box.self)]),
    tips: {
      reach: "both",
      targets: boxes.map(box => ({
        at: [box.from, box.depth + 0.5], to: [box.to, box.depth + 0.5], title: box.method,
        rows: () => [[null, `${percent(box.to - box.from)} with callees, ${percent(box.self)} itself`]],
      })),
    },
    option: {
      animation: false,
      grid: { left: 2, right: 2, top: 4, bottom: 18 },
      xAxis: axis(colours, {
        type: "value", min: 0, max: 1, axisLabel: { formatter: share => `${Math.round(100 * share)} %` },
        splitLine: { show: false },
      }),
      yAxis: axis(colours, {
        type: "value", min: 0, max: deepest + 1, interval: 1, axisLabel: { show: false }, splitLine: { show: false },
        axisLine: { show: false },
      }),
      series: [{
        type: "custom", name: title, encode: { x: [0, 1], y: 2 },
        data: boxes.map(box => [box.from, box.to, box.depth]),
        renderItem: (params, api) => {
          const [x, y] = api.coord([api.value(0), api.value(2) + 1]);
          const [end, bottom] = api.coord([api.value(1), api.value(2)]);
          const wide = Math.max(1, end - x - 1);
          const fill = tints[colours.isDark ? "dark" : "light"][params.dataIndex % 4];
          return {
            type: "rect", shape: { x, y: y + 1, width: wide, height: Math.max(1, bottom - y - 2), r: 2 },
            style: { fill },
            textContent: {
              style: {
                text: fitting(boxes[params.dataIndex].method, wide), fill: colours.ink, fontSize: 11.5,
                fontFamily: colours.font,
              },
            },
            textConfig: { position: "insideLeft" },
          };
        },
      }],
    },
  });
}

/** Where each call lies: at its caller's beginning, or where the call before it ends. */
function placed(calls) {
  const ends = [0], boxes = [], open = [];
  for (const [method, depth, share] of calls) {
    const from = ends[depth] ?? 0;
    const box = { method, depth, from, to: from + share, self: share };
    ends[depth] = box.to;
    ends[depth + 1] = from;
    open[depth] = box;
    if (depth > 0) open[depth - 1].self = Math.max(0, open[depth - 1].self - share);
    boxes.push(box);
  }
  return boxes;
}

/** The end of a name says more than its beginning. */
function fitting(method, wide) {
  const most = Math.floor(wide / letter) - 1;
  if (most < 3) return "";
  return method.length <= most ? method : `…${method.slice(1 - most)}`;
}
