// The filters of a page: a row is shown when it, or one stack in it, has all that is chosen. What is chosen stands in
// the page's address.
(() => {
  "use strict";
  const box = document.getElementById("facets");
  const selects = [...box.querySelectorAll("select")];
  const shown = document.getElementById("found-rows");
  const rows = [...document.querySelectorAll("tr[data-in]")].map(row => {
    const tags = row.dataset.in.split(" ");
    return {
      row, own: tags.filter(tag => !tag.includes(".")),
      stacks: tags.filter(tag => tag.includes(".")).map(tag => tag.split(".")),
    };
  });
  const isOfStack = tag => "ltw".includes(tag[0]);
  const bodies = [...new Set(rows.map(({ row }) => row.parentElement))];

  function apply() {
    const chosen = selects.map(select => select.value).filter(tag => tag !== "");
    const own = chosen.filter(tag => !isOfStack(tag));
    const stacks = chosen.filter(isOfStack);
    for (const one of rows)
      one.row.classList.toggle("out", !(own.every(tag => one.own.includes(tag))
        && (stacks.length === 0 || one.stacks.some(stack => stacks.every(tag => stack.includes(tag))))));
    for (const body of bodies)
      body.classList.toggle("out", [...body.rows].every(row => row.matches(".out, .scenario, .axis")));
    const left = rows.filter(({ row }) => !row.classList.contains("out")).length;
    shown.textContent = chosen.length === 0 ? "" : `${left} of ${rows.length} rows`;
  }

  const word = select => select.selectedOptions[0].textContent;

  function tell() {
    const chosen = new URLSearchParams(selects.filter(select => select.value !== "")
      .map(select => [select.name, word(select)]));
    history.replaceState(null, "", `#${chosen}`);
    apply();
  }

  function read() {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const select of selects)
      select.value = [...select.options].find(one => one.textContent === asked.get(select.name))?.value ?? "";
    apply();
  }

  box.hidden = selects.length === 0;
  for (const select of selects) select.addEventListener("change", tell);
  document.getElementById("all").addEventListener("click", () => {
    for (const select of selects) select.value = "";
    tell();
  });
  addEventListener("hashchange", read);
  read();
})();
