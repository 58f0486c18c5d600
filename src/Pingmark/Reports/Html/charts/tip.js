// What the pointer is near, in words beside it, with the key of each series.
import { element } from "./dom.js";
import { sample, styleOf } from "./palette.js";

/** How near the pointer must be to a point, in pixels. */
const near = 60;

export class Tip {
  #plot;
  #chart;
  #box = element("div", { class: "tip", "aria-hidden": "true", hidden: "" });
  #guide = element("div", { class: "guide", hidden: "" });
  #targets = [];
  #reach;
  #colours;
  #placed = null;
  #shown = null;

  constructor(plot, chart) {
    [this.#plot, this.#chart] = [plot, chart];
    plot.append(this.#guide, this.#box);
    for (const kind of ["pointermove", "pointerdown"]) plot.addEventListener(kind, event => this.#look(event));
    plot.addEventListener("pointerleave", () => this.#hide());
    addEventListener("keydown", ({ key }) => key === "Escape" && this.#hide());
  }

  /** @param targets [{at, to, grid, title, rows}] in values of the axes; rows() gives [series or null, text] each.
      @param reach "x" or "y" where the nearest on that axis answers however far the other is, else "both". */
  set({ targets, reach }, colours) {
    [this.#reach, this.#colours] = [reach, colours];
    // Where they are is known once the chart is drawn, and asked for when somebody points at it.
    this.#targets = targets;
    this.#placed = null;
    this.#hide();
  }

  #places() {
    this.#placed ??= this.#targets.map(target => {
      const pixel = value => this.#chart.convertToPixel({ gridIndex: target.grid ?? 0 }, value);
      const [x, y] = pixel(target.at);
      const [endX, endY] = target.to ? pixel(target.to) : [x, y];
      return { target, x: Math.min(x, endX), y: Math.min(y, endY), endX: Math.max(x, endX), endY: Math.max(y, endY) };
    });
    return this.#placed;
  }

  #look({ clientX, clientY }) {
    const { left, top } = this.#plot.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    let [nearest, least] = [null, this.#reach === "both" ? near : Infinity];
    for (const place of this.#places()) {
      const across = this.#reach === "y" ? 0 : Math.max(place.x - x, 0, x - place.endX);
      const along = this.#reach === "x" ? 0 : Math.max(place.y - y, 0, y - place.endY);
      const distance = Math.hypot(across, along);
      if (distance < least) [nearest, least] = [place, distance];
    }
    if (!nearest) return this.#hide();
    if (this.#shown !== nearest.target) this.#tell(nearest.target);
    this.#put(nearest, x, y);
  }

  #tell(target) {
    this.#shown = target;
    this.#box.replaceChildren(element("div", { class: "tip-title" }, target.title),
      ...target.rows().map(([series, text]) => element("div", { class: "tip-row" },
        ...(series === null ? [] : [swatch(series, this.#colours)]), element("span", {}, text))));
  }

  #put(place, x, y) {
    this.#box.hidden = this.#guide.hidden = false;
    const { clientWidth: wide, clientHeight: tall } = this.#plot;
    const { offsetWidth, offsetHeight } = this.#box;
    const left = x + 16 + offsetWidth < wide ? x + 16 : Math.max(0, x - 16 - offsetWidth);
    this.#box.style.transform = `translate(${left}px, ${Math.max(0, Math.min(tall - offsetHeight, y + 14))}px)`;
    const pad = this.#reach === "both" ? 6 : 0;
    const of = {
      x: [place.x, 0, 0, tall], y: [0, place.y, wide, 0],
      both: [place.x - pad, place.y - pad, place.endX - place.x + 2 * pad, place.endY - place.y + 2 * pad],
    }[this.#reach];
    const style = this.#guide.style;
    style.transform = `translate(${of[0]}px, ${of[1]}px)`;
    [style.width, style.height] = [`${of[2]}px`, `${of[3]}px`];
  }

  #hide() {
    this.#shown = null;
    this.#box.hidden = this.#guide.hidden = true;
  }
}

/** The key of a series: its colour, dash and marker. */
export function swatch(series, colours) {
  const space = "http://www.w3.org/2000/svg";
  const made = (tag, attributes) => {
    const one = document.createElementNS(space, tag);
    for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
    return one;
  };
  const svg = made("svg", { width: 26, height: 12, viewBox: "0 0 26 12", "aria-hidden": true, class: "key" });
  svg.append(...sample(styleOf(series, colours), colours.back).map(path => made("path", path)));
  return svg;
}
