// Compares any two cells. The data of a run is a script, which is loaded when the run is chosen.
(() => {
  "use strict";
  const { runs, metrics } = JSON.parse(document.getElementById("data").textContent);
  const loaded = {};
  const waiting = {};
  const out = document.getElementById("compared");
  const opposite = { faster: "slower", slower: "faster" };

  globalThis.pingmarkRun = run => {
    loaded[run.id] = run;
    for (const done of waiting[run.id] ?? []) done(run);
  };

  const load = id => loaded[id] ? Promise.resolve(loaded[id]) : new Promise(done => {
    if (waiting[id]) return waiting[id].push(done);
    waiting[id] = [done];
    const script = document.createElement("script");
    script.src = `data/${id}.js`;
    document.body.append(script);
  });

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  const options = texts => texts.map(([value, text]) => element("option", { value }, text));
  const link = (address, text) => element("a", { href: address }, text);

  class Side {
    constructor(name, at) {
      [this.name, this.at] = [name, at];
      this.run = document.getElementById(`run-${name}`);
      this.cell = document.getElementById(`cell-${name}`);
      this.run.replaceChildren(...options(runs));
      this.run.addEventListener("change", async () => {
        await this.fill();
        tell();
      });
      this.cell.addEventListener("change", tell);
    }

    async fill(wanted) {
      const { id, cells } = await load(this.run.value);
      if (id !== this.run.value) return;
      this.cell.replaceChildren(...options(cells.map((cell, at) => [at, cell.name])));
      const found = cells.findIndex(cell => cell.name === wanted);
      this.cell.value = String(found >= 0 ? found : Math.min(this.at, cells.length - 1));
    }

    async read(asked) {
      const id = asked.get(this.name.toLowerCase());
      this.run.value = runs.some(([known]) => known === id) ? id : asked.get("a") ?? "";
      if (this.run.selectedIndex < 0) this.run.selectedIndex = 0;
      await this.fill(asked.get(`${this.name.toLowerCase()}-cell`));
    }

    /** Another one than that, of the same scenario where there is one. */
    take({ data, place, chosen }) {
      const others = data.cells.map((cell, at) => ({ cell, at })).filter(({ at }) => at !== place);
      const other = others.find(({ cell }) => cell.load === chosen.load && cell.waits === chosen.waits) ?? others[0];
      if (other !== undefined) this.cell.value = String(other.at);
    }

    get data() { return loaded[this.run.value]; }
    get place() { return Number(this.cell.value); }
    get chosen() { return this.data.cells[this.place]; }
  }

  const sides = ["A", "B"].map((name, at) => new Side(name, at));
  const [a, b] = sides;

  // Four digits, or three behind a leading 0: as many as the intervals of ratios are worth.
  const times = ratio => `${Number(ratio.toPrecision(3))}x`;
  const written = ([value, low, high]) =>
    low === null ? times(value) : `${times(value)} [${Number(low.toPrecision(3))}, ${Number(high.toPrecision(3))}]`;

  /** A figure and its interval, each of which stays on one line. */
  const whole = text => text.split(/ (?=[±[])/).flatMap(part => [element("span", { class: "whole" }, part), " "]);

  /** B relative to A as their run compared them; undefined where it did not. */
  function paired(metric) {
    if (a.data !== b.data) return undefined;
    for (const [first, second, of, ratio, verdict] of a.data.comparisons) {
      if (of !== metric) continue;
      if (first === b.place && second === a.place) return { ratio, verdict };
      if (first === a.place && second === b.place) {
        const [value, low, high] = ratio;
        return {
          ratio: [1 / value, high === null ? null : 1 / high, low === null ? null : 1 / low],
          verdict: opposite[verdict] ?? verdict,
        };
      }
    }
    return undefined;
  }

  /** The quotient of two figures, between the ends of their intervals. */
  function quotient([value, low, high], [other, otherLow, otherHigh]) {
    const known = [low, high, otherLow, otherHigh].every(bound => bound !== null && bound > 0);
    return [other / value, known ? otherLow / high : null, known ? otherHigh / low : null];
  }

  function compared(key, figures) {
    const pair = paired(key);
    if (pair)
      return [written(pair.ratio), element("span", { class: `verdict ${pair.verdict}` }, pair.verdict), "paired"];
    if (figures.some(figure => figure === undefined) || figures[0][0][0] === 0) return ["-", "", ""];
    const ratio = quotient(figures[0][0], figures[1][0]);
    if (ratio[1] === null) return [written(ratio), "", "not paired, without an interval"];
    return [written(ratio), ratio[1] > 1 || ratio[2] < 1 ? "apart" : "not apart", "not paired"];
  }

  function row([key, title]) {
    const figures = sides.map(side => side.chosen.figures[key]);
    if (figures.every(figure => figure === undefined)) return null;
    const [ratio, verdict, how] = compared(key, figures);
    return element("tr", {}, element("th", { scope: "row" }, title),
      ...figures.map(figure => element("td", { class: "figure" }, ...whole(figure?.[1] ?? "-"))),
      element("td", {}, ...whole(ratio), " ", verdict, " ", element("span", { class: "muted" }, how)));
  }

  /** What a reader must know before the figures. */
  function* cautions() {
    if (a.data === b.data) yield* a.data.cautions;
    else {
      yield "They are of two runs: what the machine did meanwhile is in every ratio.";
      for (const [what, value] of a.data.facts) {
        const other = b.data.facts.find(([name]) => name === what)?.[1];
        if (other !== value) yield `Not alike: ${what} ${value} and ${other ?? "not told"}.`;
      }
      if (a.data.facts.length < b.data.facts.length) yield "Not alike: B was measured with more machines.";
    }
    if (a.chosen.load !== b.chosen.load)
      yield `Not the same scenario: ${a.chosen.scenario}, and ${b.chosen.scenario}.`;
    if (a.chosen.waits !== b.chosen.waits && [a, b].every(({ chosen }) => chosen.waits !== "not told"))
      yield `Not the same class: A is ${a.chosen.waits}, B ${b.chosen.waits}.`;
    for (const { name, data, chosen } of sides) {
      if (a.data !== b.data) for (const caution of data.cautions) yield `${name}: ${caution}`;
      if (chosen.status !== "ok") yield `${name} is ${chosen.status}: ${chosen.reasons.join("; ")}`;
      if (chosen.marks.length > 0) yield `${name}: ${chosen.marks.join(", ")}.`;
    }
  }

  function versions(cell) {
    const all = [...new Set(cell.versions.map(([, version]) => version))];
    return all.length === 1 ? all[0] : cell.versions.map(([side, version]) => `${side} ${version}`).join(", ");
  }

  const heading = ({ name, data, chosen }) => element("p", {}, element("strong", {}, `${name}: `),
    link(chosen.page, chosen.stack), chosen.client === chosen.stack ? "" : ` with client ${chosen.client}`,
    `, ${chosen.scenario}. `, link(`runs/${data.id}.html`, `${data.suite}, ${data.started_at}`), ". ",
    versions(chosen));

  function show() {
    const header = ["Figure", "A", "B", "B relative to A"]
      .map((text, at) => element("th", { scope: "col", ...(at === 1 || at === 2 ? { class: "figure" } : {}) }, text));
    const rows = metrics.map(row).filter(one => one !== null);
    const withheld = sides.flatMap(({ name, chosen }) => chosen.withheld.map(([key, reason]) =>
      `${name}: ${metrics.find(([known]) => known === key)?.[1] ?? key} is withheld: ${reason}`));
    const said = [...cautions()];
    out.replaceChildren(...sides.map(heading),
      ...(said.length > 0 ? [element("ul", { class: "caution" }, ...said.map(text => element("li", {}, text)))] : []),
      ...(rows.length === 0 ? [element("p", {}, "Neither has figures.")] : [
        element("div", { class: "scroll", role: "region", "aria-label": "Figures of both", tabindex: "0" },
          element("table", { class: "plain" }, element("thead", {}, element("tr", {}, ...header)),
            element("tbody", {}, ...rows)))]),
      ...(withheld.length > 0 ? [element("ul", { class: "small" }, ...withheld.map(text => element("li", {}, text)))]
        : []));
  }

  function tell() {
    history.replaceState(null, "", `#${new URLSearchParams({
      a: a.run.value, "a-cell": a.chosen.name, b: b.run.value, "b-cell": b.chosen.name,
    })}`);
    show();
  }

  async function read() {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const side of sides) await side.read(asked);
    if (!asked.has("b")) b.take(a);
    document.getElementById("choice").hidden = false;
    show();
  }

  addEventListener("hashchange", read);
  read();
})();
