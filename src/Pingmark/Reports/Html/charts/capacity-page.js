// The charts of a search for capacities: the same for the page and for files.
import { achieved, capacities, cpu, curve, percentiles } from "./capacity.js";
import { assign } from "./palette.js";

const wide = true;
const shows = [...percentiles.map(one => [one]), percentiles];

/** What can be drawn of a group of cells: [name, drawing, wide]. */
function groupCharts(data, group, shown) {
  const cells = group.cells.map(at => data.cells[at]).filter(cell => cell.points.length > 0);
  return [
    ["curve", curve(data, group, cells, shown), wide],
    ["achieved", achieved(data, group, cells)],
    ["cpu", cpu(data, group, cells)],
  ];
}

function catalog(data) {
  for (const cell of data.cells) assign(cell.series, cell.stack);
  const groups = data.groups.filter(group => group.cells.some(at => data.cells[at].points.length > 0));
  // The percentile that the objective is about; the last of all shows all of them.
  const decisive = percentiles.findIndex(one => data.objectives.some(objective => objective.percentile === one.key));
  return { groups, percentile: Math.max(0, decisive) };
}

export function capacityPage(data) {
  const { groups, percentile } = catalog(data);
  const group = ["Scenario", "group", groups.map(one => one.title)];
  const times = [...percentiles.map(one => one.title), "all of these"];
  return {
    chosen: { group: 0, percentile },
    first: {
      choices: groups.length > 1 ? [group] : [],
      drawing: chosen => capacities(data, groups[chosen.group]),
    },
    parts: groups.length === 0 ? [] : [{
      choices: [group, ["Percentile", "percentile", times]],
      charts: chosen => groupCharts(data, groups[chosen.group], shows[chosen.percentile]),
    }],
  };
}

export function capacityFiles(data) {
  const { groups, percentile } = catalog(data);
  return groups.flatMap((group, i) => {
    const name = `scenario-${String(i + 1).padStart(2, "0")}`;
    return [
      ["capacity", capacities(data, group)],
      ...groupCharts(data, group, shows[percentile]),
      ["percentiles", curve(data, group, group.cells.map(at => data.cells[at]), percentiles)],
    ].map(([kind, drawing]) => [`${name}-${kind}`, drawing]);
  });
}
