// Clients against servers: who makes how much of whom.
import { format, interval } from "./format.js";
import { axis, grid, shortened } from "./options.js";

const cold = { light: [233, 241, 247], dark: [26, 41, 53] };
/** The sign of cells that are hatched, and how far apart the lines are, in pixels. */
const uncertain = "~", gap = 8;
const hot = { light: [0, 79, 125], dark: [110, 193, 240] };

/** Whether there are enough of both to be worth a map. */
export function isMatrix(cells) {
  const [servers, clients] = [new Set(cells.map(cell => cell.server)), new Set(cells.map(cell => cell.client))];
  return servers.size > 1 && clients.size > 1 && cells.length > Math.max(servers.size, clients.size);
}

export function matrix(metric, cells, scenario) {
  return ({ colours, width }) => {
    const shown = cells.filter(cell => cell.figures[metric.key] || cell.mark);
    const servers = [...new Set(shown.map(cell => cell.server))];
    const clients = [...new Set(shown.map(cell => cell.client))];
    const at = (client, server) => shown.find(cell => cell.client === client && cell.server === server);
    const valueOf = cell => (cell.usable ? cell.figures[metric.key]?.[0] : undefined);
    const textOf = cell =>
      (valueOf(cell) === undefined ? cell?.mark?.[0] ?? "" : format(valueOf(cell), metric.unit));
    const data = shown.map(cell =>
      [servers.indexOf(cell.server), clients.indexOf(cell.client), valueOf(cell) ?? NaN]);
    const heatOf = scale(shown.map(valueOf).filter(value => value !== undefined));
    const roomy = width / servers.length > 70, level = width / servers.length > 120;
    const sign = cell => (cell.mark && cell.mark[0] !== uncertain ? cell.mark[0] : "");
    return {
      title: `${metric.title}, clients against servers`,
      about: `${scenario}. Clients down, servers across; darker is more, in equal factors.${marks(shown)}`,
      height: 34 * clients.length + (level ? 60 : 150),
      headers: ["Client", ...servers],
      rows: clients.map(client => [client, ...servers.map(server => {
        const cell = at(client, server);
        return cell ? textOf(cell) : "";
      })]),
      tips: {
        reach: "both",
        targets: shown.map((cell, i) => {
          const figure = cell.figures[metric.key];
          return {
            at: data[i].slice(0, 2), title: `client ${cell.client}`,
            rows: () => [[null, `server ${cell.server}`],
              ...(valueOf(cell) === undefined ? []
                : [[null, `${format(figure[0], metric.unit)} ${interval(figure, metric.unit)}`]]),
              ...(cell.mark ? [[null, cell.mark[1]]] : [])],
          };
        }),
      },
      option: {
        animation: false,
        grid: grid({ right: 10, top: 6, bottom: 4 }),
        xAxis: axis(colours, {
          type: "category", data: servers, splitLine: { show: false },
          axisLabel: {
            color: colours.ink, interval: 0, hideOverlap: false, rotate: level ? 0 : 60,
            formatter: name => shortened(name, 20),
          },
        }),
        yAxis: axis(colours, {
          type: "category", inverse: true, data: clients, splitLine: { show: false },
          axisLabel: { color: colours.ink, interval: 0, formatter: name => shortened(name, width < 500 ? 12 : 24) },
        }),
        series: [{
          type: "custom", name: metric.title, data, encode: { x: 0, y: 1, tooltip: 2 },
          renderItem: ({ dataIndex }, api) => {
            const cell = shown[dataIndex];
            const value = valueOf(cell);
            return value === undefined ? blank(api, textOf(cell), colours)
              : tile(api, heatOf(value), `${roomy ? textOf(cell) : ""} ${sign(cell)}`.trim(), cell.mark?.[0] === uncertain,
                colours);
          },
        }],
      },
    };
  };
}

/** 0 to 1, by the logarithm. */
function scale(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return value => (high > low && low > 0 ? Math.log(value / low) / Math.log(high / low) : 0);
}

/** Relative, as the rules for contrast have it (WCAG 2). */
function luminance(colour) {
  const [r, g, b] = colour.map(part => ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** What the marks mean that these cells have. */
function marks(cells) {
  const meanings = new Map(cells.filter(cell => cell.mark).map(cell => cell.mark));
  return [...meanings].map(([sign, meaning]) => ` ${sign === uncertain ? "Hatched" : sign}: ${meaning}.`).join("");
}

function placeOf(api) {
  const [x, y] = api.coord([api.value(0), api.value(1)]);
  const [wide, tall] = api.size([1, 1]).map(side => Math.max(1, side - 2));
  return { x: x - wide / 2, y: y - tall / 2, width: wide, height: tall };
}

function words({ x, y, width, height }, text, ink, colours) {
  return {
    type: "text", silent: true,
    style: {
      text, fill: ink, fontSize: 12, fontFamily: colours.font, x: x + width / 2, y: y + height / 2, align: "center",
      verticalAlign: "middle",
    },
  };
}

/** A cell without a figure: why it has none. */
function blank(api, sign, colours) {
  const place = placeOf(api);
  return {
    type: "group",
    children: [
      { type: "rect", shape: { ...place, r: 3 }, style: { fill: "none", stroke: colours.line } },
      words(place, sign, colours.soft, colours),
    ],
  };
}

/** Lines across a tile whose figure is not known well. */
function hatches({ x, y, width, height }, ink) {
  const lines = [];
  for (let from = gap / 2 - height; from < width; from += gap) {
    const [first, last] = [Math.max(0, -from), Math.min(height, width - from)];
    lines.push({
      type: "line", silent: true,
      shape: { x1: x + from + first, y1: y + first, x2: x + from + last, y2: y + last },
      style: { stroke: ink, lineWidth: 1, opacity: 0.3 },
    });
  }
  return lines;
}

function tile(api, heat, text, isHatched, colours) {
  const place = placeOf(api);
  const scheme = colours.isDark ? "dark" : "light";
  const mixed = cold[scheme].map((from, i) => Math.round(from + heat * (hot[scheme][i] - from)));
  const ink = luminance(mixed) > 0.18 ? "#101418" : "#ffffff";
  return {
    type: "group",
    children: [
      { type: "rect", shape: { ...place, r: 3 }, style: { fill: `rgb(${mixed})` } },
      ...(isHatched ? hatches(place, ink) : []),
      words(place, text, ink, colours),
    ],
  };
}
