// Run folders as `pingmark run` leaves them, made up: enough of them for every chart, and known to the last digit.
import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const program = join(root, "src/Pingmark.Cli/bin/Release/net10.0/pingmark.dll");
const environment = { ...process.env, PINGMARK_ROOT: root, PINGMARK_ACCEPT_NOISE: "1" };
const second = 1e9, windowNs = 0.25 * second, seconds = windowNs / second;

export const pingmark = (...words) =>
  promisify(execFile)("dotnet", [program, ...words], { env: environment, maxBuffer: 1 << 26 });

/** A command that goes on. */
export const begin = (words, options = {}) =>
  spawn("dotnet", [program, ...words], { env: environment, stdio: ["ignore", "pipe", "ignore"], ...options });

/** The same numbers each time (mulberry32). */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The kits' layout: 1024 places for each power of two. */
function indexOf(ns) {
  const shift = Math.max(0, Math.floor(Math.log2(Math.max(1, ns))) - 10);
  return shift * 1024 + Math.floor(ns / 2 ** shift);
}

/** What is about in the middle of a place: the round trips there are known no better. */
function midpointOf(index) {
  const shift = Math.max(0, Math.floor(index / 1024) - 1);
  return (index - shift * 1024) * 2 ** shift + Math.floor((2 ** shift - 1) / 2);
}

/** Most near the middle, and ever fewer slow ones. */
function spread(count, middle) {
  const counts = new Map();
  const add = (ns, n) => n > 0 && counts.set(indexOf(ns), (counts.get(indexOf(ns)) ?? 0) + n);
  for (let i = 0; i < 40; i++) add(Math.round(middle * (0.8 + i / 100)), Math.floor((count * 0.97) / 40));
  for (let left = count * 0.03, ns = 1.4 * middle; left >= 1; left *= 0.8, ns *= 1.06)
    add(Math.round(ns), Math.ceil(left * 0.2));
  const sparse = [...counts].sort(([a], [b]) => a - b);
  return {
    sparse: sparse.flat(), count: sparse.reduce((sum, [, n]) => sum + n, 0),
    sum: sparse.reduce((sum, [index, n]) => sum + n * midpointOf(index), 0), max: midpointOf(sparse.at(-1)[0]),
  };
}

/** So many round trips that take so long in the mean. */
function histogram(count, mean) {
  const unscaled = spread(count, mean);
  return spread(count, mean ** 2 / (unscaled.sum / unscaled.count));
}

function scenario(connections) {
  return { name: "", test: "ping-pong", connections, in_flight: 1, message_bytes: 32, payload: "random" };
}

/** Slices of 25 ms around a continuous window; the second was measured twice. */
function timeline(place, middle) {
  const slices = [0, 1, 2, 3].map(i => 0.5e9 + (i + 4 * place) * 0.1e9 + (i > 1 ? second : 0));
  return {
    slice_ended_at_ns: slices, slice_rtt_p50_ns: slices.map((_, i) => middle + i),
    slice_rtt_p99_ns: slices.map((_, i) => (i === 3 ? null : 2 * middle)), slice_tries: [1, 2, 1, 1],
    unbroken_ended_at_ns: 0.9 * second + place * windowNs,
    collections: place === 2 ? [{ side: "server", from_ns: 0, to_ns: second, count: 3, pause_ns: 450_000 }] : [],
  };
}

/** Two callees of one caller, and what the rest does. */
const samples = [["loop", 0, 0.9], ["<b>read</b>", 1, 0.5], ["recv", 2, 0.4], ["write", 1, 0.3], ["gc", 0, 0.08]]
  .map(([method, depth, share]) => ({ method, depth, share }));

function trial(cell, round, block, place, next, slower = {}) {
  const { connections } = cell.scenario;
  const rate = 40_000 * (1 + 0.25 * place) * connections ** 0.6 * (0.98 + 0.04 * next())
    * (slower[cell.label] ?? 1);
  const { sparse, count, sum, max } = histogram(Math.round(rate * seconds), (connections * second) / rate);
  const cost = { cpu_ns: Math.round(count * (500 + 100 * place)), messages: count, wall_ns: windowNs };
  return {
    round, block, cell: cell.id, status: "ok", started_at_s: block,
    warm_up: { duration_ns: 500_000_000, messages: 1000, verdict: "settled" },
    slice_rates_per_s: [rate, rate, rate, rate], timeline: timeline(place, (connections * second) / rate),
    unbroken: {
      duration_ns: windowNs, sent: count, received: count, answered: count, rtt_max_ns: max, rtt_sum_ns: sum,
      histogram: sparse, server_cost: cost, client_cost: { ...cost, cpu_ns: cost.cpu_ns * 2 },
    },
    effective_options: { "server.no_delay": "true" }, versions: { server: "C++ 12", client: "C++ 12" },
    transmission: "reliable", server_cpus: "0", client_cpus: "1",
  };
}

/** Writes a run of labels x clients (each its own where none are given) x connections, has it reported, and gives its
    page and its summary. */
export async function run(folder, made) {
  const { labels, clients, connections, rounds, about = "Made up", published, sampled, slower } = made;
  const { startedAt = "2026-01-02T03:04:05+00:00" } = made;
  const pairs = labels.flatMap(label => (clients ?? [label]).map(client => ({ label, client })));
  const cells = connections.flatMap(count => pairs.map(({ label, client }, place) => ({
    id: `${label} ${client} c${count}`, label, stack: label, client, place,
    scenario: scenario(count), runtime_options: {},
  })));
  const next = random(7);
  const trials = [];
  for (let round = 1; round <= rounds; round++)
    for (const [at, cell] of cells.entries()) {
      const block = (round - 1) * connections.length + Math.floor(at / pairs.length) + 1;
      trials.push(trial(cell, round, block, cell.place, next, slower));
    }
  if (sampled) {
    const { unbroken, slice_rates_per_s, timeline, ...rest } = trial(cells[0], rounds + 1, trials.length, 0, next);
    const summary = {
      file: "a.jfr", duration_ns: second, cpu_ns: second, cpu_samples: 100, waiting_samples: 0,
      top_methods: [{ method: "recv", self_share: 0.4, total_share: 0.4 }], calls: samples, notes: [],
    };
    trials.push({ ...rest, samples: [{ side: "server", stack: cells[0].stack, messages: 1000, summary }] });
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "trials.jsonl"), trials.map(line => JSON.stringify(line) + "\n").join(""));
  writeFileSync(join(folder, "run.json"), JSON.stringify({
    schema: "pingmark.run/1", suite: about === "" ? "" : "made-up", about, command: ["run", "made-up"],
    started_at: startedAt, seed: 7, cells: cells.map(({ place, ...cell }) => cell),
    machine: { cpu: "Example CPU", cores: 2, kernel: "6.8", os: "Debian", congestion_control: "cubic" },
    settings: { duration_ns: windowNs, rounds, slice_ns: 30_000_000 }, planned_duration_ns: windowNs,
    planned_rounds: rounds, published: published ?? null, notes: [],
  }));
  return reported(folder);
}

/** A run of a suite as it was recorded for the unit tests, which has all that a measured one has. */
export function recorded(folder, suite) {
  cpSync(join(root, "tests/unit/Reports/recorded", suite), folder, { recursive: true });
  return reported(folder);
}

/** A search for capacities as it was recorded. */
export async function recordedSearch(folder) {
  cpSync(join(root, "tests/unit/Capacity/Reporting/recorded/two-equal"), folder, { recursive: true });
  // Its exit code tells that one of its clients was at its limit.
  await pingmark("report", folder).catch(error => {
    if (error.code !== 8) throw error;
  });
  return {
    page: join(folder, "report.html"),
    summary: JSON.parse(readFileSync(join(folder, "capacity-summary.json"), "utf8")),
  };
}

async function reported(folder) {
  // Its exit code tells of cells, which is another test's.
  await pingmark("report", folder).catch(error => {
    if (error.code !== 1) throw error;
  });
  return {
    page: join(folder, "report.html"), summary: JSON.parse(readFileSync(join(folder, "summary.json"), "utf8")),
  };
}
