// The charts of a page, from the data in it; what it is about decides which there are.
import { capacityPage } from "./capacity-page.js";
import { choice, element } from "./dom.js";
import { drawn, Figure } from "./figure.js";
import { runPage } from "./run-page.js";

const data = JSON.parse(document.getElementById("data").textContent);
const page = (data.kind === "capacity" ? capacityPage : runPage)(data);
const chosen = { ...page.chosen };
const charts = document.getElementById("charts");
const section = charts.querySelector("details") ?? charts;
const first = document.getElementById("first-chart");
const figures = [];

function chooser([label, key, texts]) {
  if (texts.length < 2) return null;
  const made = choice(label, texts.map((text, i) => [String(i), text]), value => {
    chosen[key] = Number(value);
    for (const select of document.querySelectorAll(`select.${key}`)) select.value = value;
    figures.forEach(figure => figure.draw());
  });
  const select = made.querySelector("select");
  select.className = key;
  select.value = String(chosen[key]);
  return made;
}

const controls = choices =>
  element("div", { class: "controls" }, ...choices.map(chooser).filter(one => one !== null));

/** @param charts makes them anew for what is chosen; which there are stays the same. */
function part({ title, choices, charts }) {
  const grid = element("div", { class: "figure-grid" });
  section.append(...(title ? [element("h2", { class: "part" }, title)] : []), controls(choices), grid);
  charts(chosen).forEach(([name, , wide], i) =>
    figures.push(new Figure(grid, name, look => charts(chosen)[i][1](look), wide)));
}

if (page.parts.length > 0) {
  if (first) {
    if (page.first.choices.length > 0) first.append(controls(page.first.choices));
    figures.push(new Figure(first, "first", look => page.first.drawing(chosen)(look), true));
  }
  page.parts.forEach(part);
} else section.append(element("p", {}, "Nothing was measured that could be drawn."));
globalThis.pingmark = { data, drawn };
