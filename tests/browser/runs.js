// Run folders as `pingmark run` leaves them, made up: enough of them for every chart, and known to the last digit.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const program = join(root, "src/Pingmark.Cli/bin/Release/net10.0/pingmark.dll");
const second = 1e9, stretch = 0.25 * second, seconds = stretch / second;

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

/** Most near the middle, and ever fewer slow ones. */
function histogram(count, middle) {
  const counts = new Map();
  const add = (ns, n) => n > 0 && counts.set(indexOf(ns), (counts.get(indexOf(ns)) ?? 0) + n);
  for (let i = 0; i < 40; i++) add(Math.round(middle * (0.8 + i / 100)), Math.floor((count * 0.97) / 40));
  for (let left = count * 0.03, ns = 1.4 * middle; left >= 1; left *= 0.8, ns *= 1.06)
    add(Math.round(ns), Math.ceil(left * 0.2));
  const sparse = [...counts].sort(([a], [b]) => a - b);
  return { sparse: sparse.flat(), count: sparse.reduce((sum, [, n]) => sum + n, 0), max: Math.round(middle * 20) };
}

function scenario(connections) {
  return { name: "", test: "ping-pong", connections, in_flight: 1, message_bytes: 32, payload: "random" };
}

function trial(cell, round, block, place, next) {
  const { connections } = cell.scenario;
  const rate = 40_000 * (1 + 0.25 * place) * connections ** 0.6 * (0.98 + 0.04 * next());
  const { sparse, count, max } = histogram(Math.round(rate * seconds), (connections * second) / rate);
  const cost = { cpu_ns: Math.round(count * (500 + 100 * place)), messages: count, wall_ns: stretch };
  return {
    round, block, cell: cell.id, status: "ok", started_at_s: block,
    warm_up: { duration_ns: 500_000_000, messages: 1000, verdict: "settled" },
    unbroken: {
      duration_ns: stretch, sent: count, received: count, answered: count, rtt_max_ns: max,
      rtt_sum_ns: Math.round((count * connections * second) / rate), histogram: sparse, server_cost: cost,
      client_cost: { ...cost, cpu_ns: cost.cpu_ns * 2 },
    },
    effective_options: { "server.no_delay": "true" }, versions: { server: "C++ 12", client: "C++ 12" },
    transmission: "reliable", server_cpus: "0", client_cpus: "1",
  };
}

/** Writes a run of labels x clients (each its own where none are given) x connections, has it reported, and gives its
    page and its summary. */
export async function run(folder, { labels, clients, connections, rounds, about = "Made up", published }) {
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
      trials.push(trial(cell, round, block, cell.place, next));
    }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "trials.jsonl"), trials.map(line => JSON.stringify(line) + "\n").join(""));
  writeFileSync(join(folder, "run.json"), JSON.stringify({
    schema: "pingmark.run/1", suite: about === "" ? "" : "made-up", about, command: ["run", "made-up"],
    started_at: "2026-01-02T03:04:05+00:00", seed: 7, cells: cells.map(({ place, ...cell }) => cell),
    machine: { cpu: "Example CPU", cores: 2, kernel: "6.8", os: "Debian", congestion_control: "cubic" },
    settings: { duration_ns: stretch, rounds, slice_ns: 30_000_000 }, planned_duration_ns: stretch,
    planned_rounds: rounds, published: published ?? null, notes: [],
  }));
  // Its exit code tells of cells, which is another test's.
  await promisify(execFile)("dotnet", [program, "report", folder], {
    env: { ...process.env, PINGMARK_ROOT: root, PINGMARK_ACCEPT_NOISE: "1" }, maxBuffer: 1 << 26,
  }).catch(error => {
    if (error.code !== 1) throw error;
  });
  return {
    page: join(folder, "report.html"), summary: JSON.parse(readFileSync(join(folder, "summary.json"), "utf8")),
  };
}
