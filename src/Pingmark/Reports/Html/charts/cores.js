// Who had the cores: one stacked bar a cell.
import { axis, shortened } from "./options.js";

const rowHeight = 34;
/** From dark to light, with what is nobody's at the end. */
const shades = {
  light: ["#00437a", "#5b8fc4", "#b84300", "#7a1f1f", "#5b2a86", "#919700", "#e3e7eb"],
  dark: ["#b9dcff", "#5b8fc4", "#f08a3c", "#d46a6a", "#dcc3f7", "#c5cb2a", "#39414a"],
};

/** @param names of the parts, in the order of each cell's cores. */
export function cores(names, cells, scenario) {
  return ({ colours, width }) => {
    const shown = cells.filter(cell => cell.cpu);
    const shade = shades[colours.isDark ? "dark" : "light"];
    const two = value => value.toFixed(2);
    return {
      title: "Who had the cores",
      about: `${scenario}. In cores, while continuous windows were measured. In this order: ${names.join(", ")}.`,
      height: rowHeight * shown.length + 44,
      headers: ["Stack", ...names],
      rows: shown.map(cell => [cell.series, ...cell.cpu.map(two)]),
      tips: {
        reach: "y",
        targets: shown.map((cell, i) => ({
          at: [cell.cpu.reduce((a, b) => a + b, 0), i], title: cell.series,
          rows: () => names.map((name, part) => [null, `${name} ${two(cell.cpu[part])}`]),
        })),
      },
      option: {
        animation: false,
        grid: { left: 4, right: 18, top: 6, bottom: 4, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
        xAxis: axis(colours, { type: "value", axisLabel: { formatter: value => `${value}` } }),
        yAxis: axis(colours, {
          type: "category", inverse: true, data: shown.map(cell => cell.series), splitLine: { show: false },
          axisLabel: { color: colours.ink, formatter: name => shortened(name, width < 500 ? 18 : 34) },
        }),
        series: names.map((name, part) => ({
          type: "bar", stack: "cores", name, barWidth: "56%", data: shown.map(cell => cell.cpu[part]),
          itemStyle: { color: shade[part % shade.length], borderColor: colours.back, borderWidth: 0.5 },
        })),
      },
    };
  };
}
