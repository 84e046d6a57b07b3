import { SkillError } from "@skillwright/core";
import { coreReaders } from "./core-readers.ts";
import { otherReaders } from "./other-readers.ts";
import type { Reader } from "./reader.ts";
import { scanReaders } from "./scan-readers.ts";
import { repeat, type TextPlan, unitsFor } from "./texts.ts";
import { callReaders, fieldReaders, hookReaders } from "./tool-readers.ts";

// Feeds readers with long texts and prints, a line each, what takes more than linear time: a separate program, since only
// another process can end it when something hangs. With a size it tries every pair of characters in texts of that size, or with the
// word `characters` every single one.
const [group = "", size, wanted] = process.argv.slice(2);

const groups: Readonly<
  Record<string, { readonly readers: readonly Reader[]; readonly units: TextPlan["units"] }>
> = {
  core: { readers: coreReaders, units: "some pairs" },
  calls: { readers: callReaders, units: "some pairs" },
  others: { readers: otherReaders, units: "some pairs" },
  fields: { readers: fieldReaders, units: "telling" },
  scan: { readers: scanReaders, units: "telling" },
  hooks: { readers: hookReaders, units: "telling" },
};

/** Shorter texts take milliseconds, and quadratic work on them is already visible. */
const shortest = 8192;
/** A quadratic part with a small factor shows only in longer texts: a YAML library took half a minute for these. */
const longer = 262_144;
/** The same for readers whose library another one feeds with longer texts: seconds for each otherwise. */
const shared = 32_768;
/** Processor time that makes a text worth a closer look: quadratic work on the shortest text takes about twice as long. */
const noticeableMs = 20;
/** In a text of any length for each of its parts of the shortest length: quadratic work on a megabyte takes minutes. */
const noticeableIn = (textSize: number): number =>
  size === undefined ? noticeableMs : (noticeableMs * textSize) / shortest;

const { readers = [], units = "telling" } = groups[group] ?? {};
const plansFor = ({ isYaml }: Reader): readonly TextPlan[] =>
  size === undefined
    ? [
        { size: shortest, units },
        { size: isYaml ? shared : longer, units: "brackets" },
      ]
    : [{ size: Number(size), units: wanted === "characters" ? wanted : "all pairs" }];
let count = 0;
for (const [turn, reader] of readers.entries()) {
  process.stderr.write(`${reader.name}\n`);
  for (const plan of plansFor(reader)) {
    for (const unit of unitsFor(plan, turn)) {
      count++;
      if (plan.size > shortest) process.stderr.write(`${reader.name}: ${JSON.stringify(unit)}\n`);
      const ms = await measure(reader, repeat(unit, plan.size));
      if (ms > noticeableIn(plan.size) && (await growsTooFast(reader, unit, plan.size)))
        print({ reader: reader.name, unit });
    }
  }
}
print({ count });

/**
 * Linear work on a text of eight times the length takes eight times as long, quadratic work sixty-four times. Garbage
 * collection and compilation only ever add to a measurement, so one quick reading of the long text clears the reader.
 */
async function growsTooFast(reader: Reader, unit: string, textSize: number): Promise<boolean> {
  const base = Math.max(textSize / 8, shortest);
  const short = [await measure(reader, repeat(unit, base)), await measure(reader, repeat(unit, base))];
  for (let attempt = 0; attempt < 5; attempt++) {
    const long = await measure(reader, repeat(unit, base * 8));
    if (long <= 30 * Math.max(...short, 10)) return false;
  }
  return !(await isLinearFrom(reader, unit, base * 8));
}

/** Whether a reader that takes another way for texts of this length is linear from there on: twice the text, twice the time. */
async function isLinearFrom(reader: Reader, unit: string, size: number): Promise<boolean> {
  const once = Math.max(await measure(reader, repeat(unit, size)), await measure(reader, repeat(unit, size)));
  for (let attempt = 0; attempt < 3; attempt++)
    if ((await measure(reader, repeat(unit, size * 2))) <= 3 * once) return true;
  return false;
}

/** Milliseconds of processor time. */
async function measure({ read }: Reader, text: string): Promise<number> {
  const start = process.cpuUsage();
  try {
    await read(text);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function print(line: unknown): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
