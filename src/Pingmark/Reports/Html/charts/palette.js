// A runtime is a hue, and how a stack waits for its messages is a dash and a marker, the same in every chart. Runtimes
// differ in lightness too, so that they stay apart for the colour-blind and on grey paper.

/** In turns dark, middle and light, each of another hue; those on dark ground the other way round. */
const hues = {
  light: ["#00437a", "#b84300", "#0fa884", "#5b2a86", "#a83f84", "#919700"],
  dark: ["#b9dcff", "#f08a3c", "#178a70", "#dcc3f7", "#e57fc0", "#7f8400"],
};
/** Lightnesses of the hues; as many more runtimes have hollow markers. */
const lightnesses = 3;
/** Paths in a square of 10. */
const markers = [
  "M0 5A5 5 0 1 0 10 5A5 5 0 1 0 0 5Z", "M1 1H9V9H1Z", "M5 0L10 9.5H0Z", "M5 0L10 5L5 10L0 5Z", "M0 0.5H10L5 10Z",
  "M3.3 0H6.7V3.3H10V6.7H6.7V10H3.3V6.7H0V3.3H3.3Z",
];
const dashes = ["solid", [7, 4], [2, 3], [11, 3, 2, 3]];
const combinations = markers.length * dashes.length;

const [runtimes, models, places, taken] = [new Map(), new Map(), new Map(), new Set()];
const numberOf = (map, key) => map.get(key) ?? map.set(key, map.size).get(key);

/** Gives a series its look for good. A stack's id is that of its runtime, a slash, and its name there. */
export function assign(series, stack) {
  if (places.has(series)) return;
  const slash = stack.indexOf("/");
  const runtime = numberOf(runtimes, slash < 0 ? stack : stack.slice(0, slash)) % hues.light.length;
  let model = numberOf(models, slash < 0 ? "" : stack.slice(slash + 1)) % combinations;
  // A stack that is there twice, with other options or clients.
  for (let tries = 0; taken.has(`${runtime} ${model}`) && tries < combinations; tries++)
    model = (model + 1) % combinations;
  taken.add(`${runtime} ${model}`);
  places.set(series, { runtime, model });
}

/** @param colours the theme: dark ground takes other colours. */
export function styleOf(series, { isDark }) {
  const { runtime, model } = places.get(series) ?? { runtime: 0, model: 0 };
  return {
    colour: hues[isDark ? "dark" : "light"][runtime],
    isHollow: runtime >= lightnesses,
    marker: markers[model % markers.length],
    dash: dashes[(Math.floor(model / markers.length) + model) % dashes.length],
  };
}

/** How ECharts draws points of a series. */
export function pointsOf({ colour, isHollow, marker }, { back }) {
  return {
    symbol: `path://${marker}`,
    itemStyle: isHollow ? { color: back, borderColor: colour, borderWidth: 1.8 } : { color: colour },
  };
}

/** A sample of a look, 26 x 12: the attributes of each SVG path. */
export function sample({ colour, isHollow, marker, dash }, back) {
  return [
    {
      d: "M0 6H26", fill: "none", stroke: colour, "stroke-width": 2.6,
      "stroke-dasharray": dash === "solid" ? "none" : dash.join(" "),
    },
    {
      d: marker, transform: "translate(8 1)", fill: isHollow ? back : colour, stroke: isHollow ? colour : back,
      "stroke-width": isHollow ? 1.8 : 1,
    },
  ];
}

/** What the style sheet has at this moment. */
export function theme() {
  const style = getComputedStyle(document.documentElement);
  const of = name => style.getPropertyValue(name).trim();
  return {
    ink: of("--ink"), soft: of("--soft"), line: of("--line"), faint: of("--faint"), back: of("--back"),
    isDark: of("color-scheme") === "dark", font: getComputedStyle(document.body).fontFamily,
  };
}
