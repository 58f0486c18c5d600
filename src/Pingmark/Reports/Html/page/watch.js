// A run while it is measured: what the server sends takes the place of what was there. It comes escaped.
(() => {
  "use strict";
  const figures = document.getElementById("watched");
  const state = document.getElementById("state");
  const events = new EventSource(figures.dataset.events);
  events.addEventListener("figures", event => { figures.innerHTML = event.data; });
  events.addEventListener("state", event => { state.textContent = event.data; });
  events.addEventListener("end", event => {
    events.close();
    state.textContent = event.data;
    document.getElementById("stop").hidden = true;
    document.getElementById("report").hidden = false;
  });
  // The browser connects again by itself, unless it was refused.
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) {
      state.textContent = "Nothing more comes: the server is gone, or too many pages watch a run.";
    }
  });
})();
