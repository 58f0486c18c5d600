// What the page does without charts: white paper, and the table's sorting, filter and columns.
(() => {
  "use strict";
  const root = document.documentElement;
  const table = document.getElementById("cells");
  const groups = [...table?.tBodies ?? []].map(body =>
    ({ body, rows: [...body.rows].filter(row => !row.matches(".scenario, .axis")) }));

  // Charts are drawn anew for another ground; paper is white.
  function startTheme() {
    const tell = () => root.dispatchEvent(new Event("themechange"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
    addEventListener("beforeprint", () => {
      root.dataset.theme = "light";
      tell();
    });
    addEventListener("afterprint", () => {
      delete root.dataset.theme;
      tell();
    });
  }

  // A missing figure is last, whatever the direction.
  function compare(a, b, column, direction) {
    const [x, y] = [a, b].map(row => row.cells[column].dataset.value);
    if (x === undefined) return direction * a.cells[column].textContent.localeCompare(b.cells[column].textContent);
    if (x === "" || y === "") return (x === "") - (y === "");
    return direction * (Number(x) - Number(y));
  }

  function sort(header, column) {
    const next = { none: "ascending", ascending: "descending", descending: "none" };
    const order = next[header.getAttribute("aria-sort") ?? "none"];
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    if (order !== "none") header.setAttribute("aria-sort", order);
    for (const { body, rows } of groups) {
      const sorted = order === "none" ? rows
        : [...rows].sort((a, b) => compare(a, b, column, order === "ascending" ? 1 : -1));
      body.append(...sorted);
    }
  }

  function startSorting() {
    [...table.tHead.rows[0].cells].forEach((header, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = header.textContent;
      header.replaceChildren(button);
      button.addEventListener("click", () => sort(header, column));
    });
  }

  // Every word must be in a row's name or verdict or in its scenario's title; figures would match too much.
  function startFilter() {
    const text = document.getElementById("filter");
    const shown = document.getElementById("shown");
    const all = groups.flatMap(group => group.rows).length;
    const apply = () => {
      const words = text.value.toLowerCase().split(/\s+/).filter(word => word.length > 0);
      let count = 0;
      for (const { body, rows } of groups) {
        for (const row of rows) {
          const verdict = row.querySelector(".verdict")?.textContent ?? "";
          const content = `${row.cells[0].textContent} ${verdict} ${body.rows[0].textContent}`.toLowerCase();
          row.hidden = !words.every(word => content.includes(word));
          count += row.hidden ? 0 : 1;
        }
        body.hidden = rows.every(row => row.hidden);
      }
      shown.textContent = count === all ? `${all} cells` : `${count} of ${all} cells`;
    };
    text.addEventListener("input", apply);
    apply();
  }

  function startColumns() {
    const button = document.getElementById("columns");
    const set = all => {
      button.setAttribute("aria-pressed", String(all));
      table.classList.toggle("brief", !all);
    };
    button.addEventListener("click", () => set(button.getAttribute("aria-pressed") !== "true"));
    set(false);
  }

  // What a narrow screen shows is the outcome; the rest comes when it is asked for.
  function startFolds() {
    const folds = [...document.querySelectorAll(".fold")];
    if (matchMedia("(max-width: 40rem)").matches) for (const fold of folds) fold.open = false;
    for (const link of document.querySelectorAll("a[href^='#']"))
      link.addEventListener("click", () => {
        const fold = document.querySelector(`${link.getAttribute("href")} > .fold`);
        if (fold) fold.open = true;
      });
  }

  startTheme();
  startFolds();
  if (table) {
    startSorting();
    startFilter();
    startColumns();
    document.getElementById("controls").hidden = false;
  }
})();
