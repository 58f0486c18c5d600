// A chart with its title, its legend and the table of what it shows.
import { init } from "./echarts.js";
import { element, fill } from "./dom.js";
import { styleOf, theme } from "./palette.js";

/** By name, for who wants to read values back. */
export const drawn = {};

export class Figure {
  #drawing;
  #box;
  #hidden = new Set();
  #chart;
  #legend = element("div", { class: "legend", role: "group", "aria-label": "Series" });
  #canvas = element("div", { class: "canvas", role: "img" });
  #table = element("table", { class: "plain" });
  #title = element("h3");
  #about = element("p");

  /** @param drawing makes {title, about, height, option, headers, rows, series} of the series that are hidden. */
  constructor(parent, name, drawing, wide = false) {
    this.#drawing = drawing;
    this.#box = element("div", { class: "scroll", role: "region", tabindex: "0" }, this.#table);
    const data = element("details", {}, element("summary", {}, "Data of this chart"), this.#box);
    parent.append(element("figure", { class: wide ? "wide" : "", id: `chart-${name}` },
      element("figcaption", {}, this.#title, this.#about), this.#legend, this.#canvas, data));
    this.#canvas.style.height = "10rem";
    this.#chart = init(this.#canvas);
    drawn[name] = this.#chart;
    new ResizeObserver(() => this.draw()).observe(this.#canvas.parentElement);
    document.documentElement.addEventListener("themechange", () => this.draw());
    this.draw();
  }

  draw() {
    const width = this.#canvas.clientWidth;
    if (width === 0) return;
    const made = this.#drawing({ hidden: this.#hidden, colours: theme(), width });
    this.#title.textContent = made.title;
    this.#about.textContent = made.about;
    this.#canvas.setAttribute("aria-label", `${made.title}. ${made.about} The data is in the table below.`);
    this.#box.setAttribute("aria-label", `Data: ${made.title}`);
    this.#canvas.style.height = `${made.height}px`;
    this.#chart.resize({ width, height: made.height });
    this.#chart.setOption(made.option, { notMerge: true });
    fill(this.#table, made.headers, made.rows);
    this.#showLegend(made.series ?? []);
  }

  #showLegend(series) {
    this.#legend.hidden = series.length < 2;
    if (this.#legend.dataset.of === JSON.stringify(series)) return;
    this.#legend.dataset.of = JSON.stringify(series);
    this.#legend.replaceChildren(...series.map(name => {
      const button = element("button", { type: "button", "aria-pressed": String(!this.#hidden.has(name)) },
        swatch(name), name);
      button.addEventListener("click", () => {
        if (!this.#hidden.delete(name)) this.#hidden.add(name);
        button.setAttribute("aria-pressed", String(!this.#hidden.has(name)));
        this.draw();
      });
      return button;
    }));
  }
}

function swatch(series) {
  const { colour, dash } = styleOf(series);
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const line = document.createElementNS(space, "path");
  for (const [name, value] of Object.entries({ width: 22, height: 10, viewBox: "0 0 22 10", "aria-hidden": true }))
    svg.setAttribute(name, value);
  const gaps = dash === "solid" ? "none" : dash;
  const look = { d: "M0 5H22", stroke: colour, "stroke-width": 4, "stroke-dasharray": gaps };
  for (const [name, value] of Object.entries(look)) line.setAttribute(name, value);
  svg.append(line);
  return svg;
}
