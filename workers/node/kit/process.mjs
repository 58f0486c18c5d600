// What the process tells of itself: its cores, what it has used, and what its collector did.

import fs from "node:fs";
import { PerformanceObserver } from "node:perf_hooks";

const NS_PER_US = 1000;
const NS_PER_MS = 1e6;

// It stays open, since a server may be out of descriptors when it is asked.
const STATUS = fs.openSync("/proc/self/status");
const room = Buffer.alloc(16 << 10);

const collections = { count: 0, pauseMs: 0 };
const observer = new PerformanceObserver((list) => note(list.getEntries()));
observer.observe({ entryTypes: ["gc"] });

// V8's helpers keep the name that the process was started by. With a name of its own the main thread, which serves, is
// none of those that compile.
process.title = "pingmark-server";
export const COMPILER_THREADS = ["node", "V8Worker"];

function note(entries) {
  for (const { duration } of entries) {
    collections.count++;
    collections.pauseMs += duration;
  }
}

function status(name) {
  const lines = room.toString("latin1", 0, fs.readSync(STATUS, room, 0, room.length, 0)).split("\n");
  return lines.find((line) => line.startsWith(`${name}:`)).slice(name.length + 1).trim();
}

/** The numbers of the cores that the process may use. */
export function cpus() {
  return status("Cpus_allowed_list").split(",").flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** What the whole process has used, as `usage` tells it. */
export function used() {
  note(observer.takeRecords());
  const now = process.resourceUsage();
  return {
    cpu_user_ns: now.userCPUTime * NS_PER_US,
    cpu_system_ns: now.systemCPUTime * NS_PER_US,
    voluntary_switches: now.voluntaryContextSwitches,
    involuntary_switches: now.involuntaryContextSwitches,
    peak_rss_bytes: parseInt(status("VmHWM")) * 1024,
    rss_bytes: parseInt(status("VmRSS")) * 1024,
    gc_count: collections.count,
    gc_pause_ns: Math.round(collections.pauseMs * NS_PER_MS),
    allocated_bytes: null,
    now_ns: Number(process.hrtime.bigint()),
  };
}
