// A chart with its title, its legend and the table of what it shows.
import { CanvasRenderer } from "echarts/renderers";
import { element, fill } from "./dom.js";
import { theme } from "./palette.js";
import { echarts } from "./parts.js";
import { swatch, Tip } from "./tip.js";

echarts.use([CanvasRenderer]);

/** By name, for who wants to read values back. */
export const drawn = {};

export class Figure {
  #drawing;
  #box;
  #hidden = new Set();
  #chart;
  #tip;
  #legend = element("div", { class: "legend", role: "group", "aria-label": "Series" });
  #canvas = element("div", { class: "canvas", role: "img" });
  #table = element("table", { class: "plain" });
  #title = element("h3");
  #about = element("p");
  #place;

  /** @param drawing makes {title, about, height, option, tips, headers, rows, series} of the hidden series. */
  constructor(parent, name, drawing, wide = false) {
    this.#drawing = drawing;
    // A landmark has a name of its own.
    this.#place = name === "first" ? ", beside the outcome" : "";
    this.#box = element("div", { class: "scroll", role: "region", tabindex: "0" }, this.#table);
    const data = element("details", {}, element("summary", {}, "Data of this chart"), this.#box);
    const plot = element("div", { class: "plot" }, this.#canvas);
    parent.append(element("figure", { class: wide ? "wide" : "", id: `chart-${name}` },
      element("figcaption", {}, this.#title, this.#about), this.#legend, plot, data));
    this.#canvas.style.height = "10rem";
    // Sharp on paper, too.
    this.#chart = echarts.init(this.#canvas, null, { devicePixelRatio: Math.max(2, devicePixelRatio) });
    this.#tip = new Tip(plot, this.#chart);
    drawn[name] = this.#chart;
    new ResizeObserver(() => this.draw()).observe(plot);
    document.documentElement.addEventListener("themechange", () => this.draw());
    this.draw();
  }

  draw() {
    const width = this.#canvas.clientWidth;
    if (width === 0) return;
    const colours = theme();
    const made = this.#drawing({ hidden: this.#hidden, colours, width });
    this.#title.textContent = made.title;
    this.#about.textContent = made.about;
    this.#canvas.setAttribute("aria-label", `${made.title}. ${made.about} The data is in the table below.`);
    this.#box.setAttribute("aria-label", `Data: ${made.title}${this.#place}`);
    this.#canvas.style.height = `${made.height}px`;
    this.#chart.resize({ width, height: made.height });
    this.#chart.setOption(made.option, { notMerge: true });
    this.#tip.set(made.tips, colours);
    fill(this.#table, made.headers, made.rows);
    this.#showLegend(made.series ?? [], colours);
  }

  #showLegend(series, colours) {
    this.#legend.hidden = series.length < 2;
    const of = JSON.stringify([series, colours.isDark]);
    if (this.#legend.dataset.of === of) return;
    this.#legend.dataset.of = of;
    this.#legend.replaceChildren(...series.map(name => {
      const button = element("button", { type: "button", "aria-pressed": String(!this.#hidden.has(name)) },
        swatch(name, colours), name);
      button.addEventListener("click", () => {
        if (!this.#hidden.delete(name)) this.#hidden.add(name);
        button.setAttribute("aria-pressed", String(!this.#hidden.has(name)));
        this.draw();
      });
      return button;
    }));
  }
}
