const rows = [];

/**
 * Best of several rounds; each round runs every candidate once, so that a busy moment affects all alike. `cleanUp` runs after each
 * candidate and is not measured.
 */
export function interleave(rounds, candidates, cleanUp = () => {}) {
  const best = Object.fromEntries(Object.keys(candidates).map((name) => [name, Number.POSITIVE_INFINITY]));
  for (let round = 0; round < rounds + 2; round++) {
    for (const [name, run] of Object.entries(candidates)) {
      const started = performance.now();
      run();
      const taken = performance.now() - started;
      if (round >= 2) best[name] = Math.min(best[name], taken);
      cleanUp();
    }
  }
  return best;
}

/**
 * The same for candidates that are generators and yield after each part of their work. The best times of the parts are
 * added up: on a shared machine ten quiet milliseconds are frequent and a quiet tenth of a second is rare, so that whole
 * runs would put long candidates at a disadvantage to short ones.
 */
export function interleaveParts(rounds, candidates) {
  const best = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]));
  for (let round = 0; round < rounds + 2; round++) {
    for (const [name, run] of Object.entries(candidates)) {
      const parts = best[name];
      let part = 0;
      let started = performance.now();
      const note = () => {
        const now = performance.now();
        if (round >= 2) parts[part] = Math.min(parts[part] ?? Number.POSITIVE_INFINITY, now - started);
        part++;
        started = performance.now();
      };
      for (const _ of run()) note();
      note();
    }
  }
  const sum = (parts) => parts.reduce((total, time) => total + time, 0);
  return Object.fromEntries(Object.entries(best).map(([name, parts]) => [name, sum(parts)]));
}

/** Same for asynchronous candidates. */
export async function interleaveAsync(rounds, candidates) {
  const best = Object.fromEntries(Object.keys(candidates).map((name) => [name, Number.POSITIVE_INFINITY]));
  for (let round = 0; round < rounds + 2; round++) {
    for (const [name, run] of Object.entries(candidates)) {
      const started = performance.now();
      await run();
      if (round >= 2) best[name] = Math.min(best[name], performance.now() - started);
    }
  }
  return best;
}

/** A line of the report; with a bound, a budget. */
export function row(what, value, bound) {
  rows.push({ what, value: Number(value.toFixed(2)), bound });
}

export function heading(what) {
  rows.push({ what });
}

/** 95th percentile. */
export function percentile95(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
}

/** Memory of live objects in MB, including buffers outside the heap. */
export function heldMegabytes() {
  // Twice: buffers that one collection frees are counted until the next.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1024 / 1024;
}

/** Prints every row with its bound. Missing a budget by more than half fails the run. */
export function print() {
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify({ version: 1, node: process.version, rows }, null, 2));
  } else {
    const width = Math.max(...rows.map((one) => one.what.length));
    for (const { what, value, bound } of rows) {
      if (value === undefined) console.log(`\n${what}`);
      else console.log(`  ${what.padEnd(width)}  ${String(value).padStart(9)}  ${verdict(value, bound)}`);
    }
  }
  if (rows.some(({ value, bound }) => bound !== undefined && value > bound * 1.5)) process.exitCode = 1;
}

function verdict(value, bound) {
  if (bound === undefined) return "";
  return `bound ${bound}  ${value <= bound ? "within" : "OVER"}`;
}
