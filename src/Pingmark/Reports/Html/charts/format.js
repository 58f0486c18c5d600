// Figures for people, as the tables have them: three significant digits and a unit that keeps the number short.
const scales = {
  ns: { step: 1000, units: ["ns", "µs", "ms", "s"] },
  per_s: { step: 1000, units: ["/s", "k/s", "M/s", "G/s"] },
  bytes: { step: 1024, units: ["B", "KiB", "MiB", "GiB"] },
};

function significant(value, digits = 3) {
  if (value === 0) return "0";
  const decimals = Math.min(12, Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(value)))));
  return String(Number(value.toFixed(decimals)));
}

/** `8.7 µs`, `142 k/s`; `-` for what is not known. */
export function format(value, unit) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "-";
  if (unit === "share") return `${significant(100 * value)} %`;
  if (unit === "bytes_per_s") return `${significant(value / 1e6)} MB/s`;
  if (unit === "ms") return `${significant(value)} ms`;
  const scale = scales[unit];
  if (!scale) return significant(value);
  let at = 0;
  while (at < scale.units.length - 1 && Math.abs(Number(significant(value))) >= scale.step) {
    value /= scale.step;
    at++;
  }
  return `${significant(value)} ${scale.units[at]}`;
}

/** `[8.6 µs, 8.8 µs]`; empty without an interval. */
export function interval(figure, unit) {
  const [, low, high] = figure;
  return low === null || high === null ? "" : `[${format(low, unit)}, ${format(high, unit)}]`;
}

/** `p99.9` of three nines. */
export function percentile(nines) {
  const share = 100 * (1 - 10 ** -nines);
  return `p${Number(share.toFixed(Math.max(0, Math.ceil(nines) - 1)))}`;
}
