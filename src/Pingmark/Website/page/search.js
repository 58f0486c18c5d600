// The search of the first page. Its index is a script of its own, which is loaded when somebody begins to search: pages
// that are files may read no other file.
(() => {
  "use strict";
  const most = 30;
  const text = document.getElementById("search");
  const list = document.getElementById("found");
  const count = document.getElementById("found-count");
  let entries = null;

  globalThis.pingmarkIndex = all => {
    entries = all.map(([kind, title, address, words]) =>
      ({ kind, title, address, words: `${kind} ${title} ${words}`.toLowerCase() }));
    show();
  };

  function load() {
    if (entries !== null) return;
    entries = [];
    const script = document.createElement("script");
    script.src = "search.js";
    document.body.append(script);
  }

  function show() {
    const words = text.value.toLowerCase().split(/\s+/).filter(word => word.length > 0);
    const found = words.length === 0 ? []
      : entries.filter(entry => words.every(word => entry.words.includes(word)));
    // What has the words in its title comes first.
    const rank = ({ title }) => words.filter(word => !title.toLowerCase().includes(word)).length;
    const shown = found.sort((a, b) => rank(a) - rank(b)).slice(0, most);
    list.replaceChildren(...shown.map(({ kind, title, address }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = address;
      link.textContent = title;
      item.append(`${kind} `, link);
      return item;
    }));
    list.hidden = shown.length === 0;
    count.textContent = words.length === 0 ? ""
      : found.length > most ? `the first ${most} of ${found.length}` : `${found.length} found`;
  }

  document.getElementById("search-controls").hidden = false;
  text.addEventListener("focus", load, { once: true });
  text.addEventListener("input", () => {
    load();
    show();
  });
})();
