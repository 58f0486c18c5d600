// Every chart of a run as a file, under Node: the data is in `pingmark` before this runs, and what comes out is JSON,
// [name, SVG] each. The same data gives the same bytes.
import { SVGRenderer } from "echarts/renderers";
import { capacityFiles } from "./capacity-page.js";
import { catalog, costCharts, courseCharts, sampleCharts, scenarioCharts, sweepCharts, tailCharts } from "./catalog.js";
import { sample, styleOf } from "./palette.js";
import { echarts } from "./parts.js";

echarts.use([SVGRenderer]);
// As wide as common fonts at most: a file does not know which it will be shown in.
echarts.setPlatformAPI({
  measureText: (words, font) => ({ width: words.length * 0.62 * Number(/([\d.]+)px/.exec(font)?.[1] ?? 12) }),
});

const width = 900, margin = 16, line = 20, letter = 7;
const paper = {
  ink: "#16191d", soft: "#59636e", line: "#dfe3e8", faint: "#eceff2", back: "#ffffff", isDark: false,
  font: "sans-serif",
};
const number = index => String(index + 1).padStart(2, "0");

function runFiles(data) {
  const all = catalog(data);
  const p50 = Math.max(0, all.times.indexOf(all.metricOf.rtt_p50_ns));
  const named = (prefix, charts) => charts.map(([name, drawing]) => [`${prefix}-${name}`, drawing]);
  return [
    ...all.scenarios.flatMap((scenario, i) => [
      ...named(`scenario-${number(i)}`, scenarioCharts(all, scenario, all.times[p50])),
      ...all.costKinds.flatMap(kind =>
        named(`scenario-${number(i)}-${kind[0].toLowerCase().replaceAll(" ", "-")}`, costCharts(all, scenario, kind))),
      ...all.rounds.slice(0, 1).flatMap(round =>
        named(`scenario-${number(i)}`, courseCharts(all, scenario, round, all.measures[0]))),
    ]),
    ...all.sweeps.flatMap((swept, i) => named(`sweep-${number(i)}`, sweepCharts(all, swept, all.times[p50]))),
    ...all.tails.flatMap((one, i) => named(`tail-${number(i)}`, tailCharts(all, one))),
    ...all.samples.flatMap((sampled, i) => named(`samples-${number(i)}`, sampleCharts(sampled))),
  ];
}

const escaped = text => text.replace(/[&<>"']/g, one => `&#${one.charCodeAt(0)};`);

function text(x, y, words, look) {
  return `<text x="${x}" y="${y}" font-family="${paper.font}" ${look}>${escaped(words)}</text>`;
}

/** Lines of no more than so many letters. */
function lines(words, most) {
  const made = [""];
  for (const word of words.slice(0, 2000).split(" ").flatMap(one => one.match(new RegExp(`.{1,${most}}`, "gu")) ?? []))
    if (made.at(-1).length + word.length < most) made.push(`${made.pop()} ${word}`.trim());
    else made.push(word);
  return made;
}

function legend(series, top) {
  const items = [];
  let [x, y] = [margin, top];
  for (const name of series.length < 2 ? [] : series) {
    const short = name.length > 40 ? `${name.slice(0, 39)}…` : name;
    const wide = 38 + letter * short.length;
    if (x > margin && x + wide > width) [x, y] = [margin, y + line];
    const key = sample(styleOf(name, paper), paper.back).map(path =>
      `<path ${Object.entries(path).map(([key, value]) => `${key}="${value}"`).join(" ")}/>`);
    items.push(`<g transform="translate(${x} ${y - 10})">${key.join("")}</g>`,
      text(x + 32, y, short, `font-size="12" fill="${paper.ink}"`));
    x += wide + 12;
  }
  return { items, bottom: items.length > 0 ? y + 8 : top - line + 8 };
}

function drawn(drawing) {
  const inner = width - 2 * margin;
  const made = drawing({ hidden: new Set(), colours: paper, width: inner });
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: inner, height: made.height });
  chart.setOption(made.option);
  const about = lines(made.about, 120);
  const head = [
    text(margin, 28, made.title, `font-size="16" font-weight="600" fill="${paper.ink}"`),
    ...about.map((words, i) => text(margin, 50 + i * 18, words, `font-size="12.5" fill="${paper.soft}"`)),
  ];
  const { items, bottom } = legend(made.series ?? [], 50 + about.length * 18 + 6);
  const plot = chart.renderToSVGString().replace(/^<svg /, `<svg x="${margin}" y="${bottom}" `);
  chart.dispose();
  const height = bottom + made.height + margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `
    + `viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(made.title)}">\n`
    + `<rect width="100%" height="100%" fill="${paper.back}"/>\n${[...head, ...items, plot].join("\n")}\n</svg>\n`;
}

const files = globalThis.pingmark.kind === "capacity" ? capacityFiles : runFiles;
process.stdout.write(JSON.stringify(files(globalThis.pingmark).map(([name, drawing]) => [name, drawn(drawing)])));
