/** An element; what comes from the run is text in it, never markup. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A select with a label; calls back with the value that was chosen. */
export function choice(label, options, chosen) {
  const select = element("select", {}, ...options.map(([value, text]) => element("option", { value }, text)));
  select.addEventListener("change", () => chosen(select.value));
  return element("label", {}, `${label} `, select);
}

/** Rows of a table; the first cell names the row. */
export function fill(table, headers, rows) {
  const head = element("tr", {}, ...headers.map((text, i) =>
    element("th", i === 0 ? { scope: "col" } : { scope: "col", class: "figure" }, text)));
  const body = rows.map(row => element("tr", {}, ...row.map((text, i) =>
    i === 0 ? element("th", { scope: "row" }, text) : element("td", { class: "figure" }, text))));
  table.replaceChildren(element("thead", {}, head), element("tbody", {}, ...body));
}
