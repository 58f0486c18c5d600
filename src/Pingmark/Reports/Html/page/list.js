// The filter of the list of runs: every word must be somewhere in a row.
(() => {
  "use strict";
  const table = document.getElementById("runs");
  if (!table) return;
  const rows = [...table.tBodies[0].rows];
  const text = document.getElementById("filter");
  const shown = document.getElementById("shown");
  const apply = () => {
    const words = text.value.toLowerCase().split(/\s+/).filter(word => word.length > 0);
    let count = 0;
    for (const row of rows) {
      const content = row.textContent.toLowerCase();
      row.hidden = !words.every(word => content.includes(word));
      count += row.hidden ? 0 : 1;
    }
    shown.textContent = count === rows.length ? `${count} runs` : `${count} of ${rows.length} runs`;
  };
  text.addEventListener("input", apply);
  apply();
  document.getElementById("list-controls").hidden = false;
})();
