// Colours that colour-blind people tell apart (M. Okabe, K. Ito, 2008), those that stand out on paper first.
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a8f94", "#b8ab00"];
const symbols = ["circle", "rect", "triangle", "diamond"];
const dashes = ["solid", [6, 3], [2, 2]];
const sides = { Server: "#0072b2", Client: "#e69f00" };
const places = new Map();

/** The same in every chart of the page. */
export function styleOf(series) {
  if (sides[series]) return { colour: sides[series], symbol: symbols[0], dash: dashes[0] };
  if (!places.has(series)) places.set(series, places.size);
  const place = places.get(series);
  return {
    colour: colours[place % colours.length],
    symbol: symbols[place % symbols.length],
    dash: dashes[Math.floor(place / colours.length) % dashes.length],
  };
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
