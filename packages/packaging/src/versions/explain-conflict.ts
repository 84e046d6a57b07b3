import { packagingLimits } from "../limits.ts";
import type { Incompatibility, Package } from "./incompatibility.ts";

/** Why no versions fit together: one sentence per line, each from what was said before. */
export function explainConflict(conflict: Incompatibility): readonly string[] {
  if (conflict.cause.kind !== "derived") return [`${describe(conflict)}.`];
  const lines: Line[] = [];
  explain(conflict, { lines, said: new Map() });
  const shown = lines.slice(-packagingLimits.explanationLines);
  let count = 0;
  for (const line of shown) if (line.isReferred) line.number = ++count;
  return shown.map((line) => `${line.write()}${line.number === 0 ? "" : ` (${line.number})`}.`);
}

type Line = { isReferred: boolean; number: number; readonly write: () => string };
type Story = { readonly lines: Line[]; readonly said: Map<Incompatibility, Line> };

/** Says everything that an incompatibility follows from, then itself. Without recursion: there may be thousands of steps. */
function explain(conflict: Incompatibility, story: Story): void {
  const open: { readonly rule: Incompatibility; parts?: Parts; next: number }[] = [
    { rule: conflict, next: 0 },
  ];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { rule } = top;
    if (rule.cause.kind !== "derived" || story.said.has(rule)) {
      open.pop();
      continue;
    }
    top.parts ??= inOrder(rule.cause.left, rule.cause.right, story);
    const part = top.parts[top.next++];
    if (part !== undefined) open.push({ rule: part, next: 0 });
    else say(rule, top.parts, story);
  }
}

type Parts = readonly [Incompatibility, Incompatibility];

function say(rule: Incompatibility, [first, second]: Parts, story: Story): void {
  const before = story.said.get(first);
  const last = story.said.get(second);
  const isNext = last !== undefined && story.lines.at(-1) === last;
  const refer = (line: Line | undefined) => {
    if (line !== undefined) line.isReferred = true;
    return () => (line === undefined || line.number === 0 ? "" : ` (${line.number})`);
  };
  const note = refer(before);
  const lastNote = isNext ? () => "" : refer(last);
  const lead = isNext && rule.terms.size === 0 ? "So, because" : "And because";
  const line: Line = {
    isReferred: false,
    number: 0,
    write: () =>
      isNext
        ? `${lead} ${describe(first)}${note()}, ${describe(rule)}`
        : `Because ${describe(first)}${note()} and ${describe(second)}${lastNote()}, ${describe(rule)}`,
  };
  story.lines.push(line);
  story.said.set(rule, line);
}

/** What is known or needs no explanation comes first, so that the next line can go on from the last one. */
function inOrder(left: Incompatibility, right: Incompatibility, { said }: Story): Parts {
  const isOpen = (rule: Incompatibility) => rule.cause.kind === "derived" && !said.has(rule);
  return isOpen(left) && !isOpen(right) ? [right, left] : [left, right];
}

/** One incompatibility as a clause. */
function describe({ terms, cause }: Incompatibility): string {
  switch (cause.kind) {
    case "wanted":
      return `you want ${withRange(cause.target, cause.range)}`;
    case "dependency": {
      const verb = { needs: "needs", allows: "works only with", excludes: "excludes" }[cause.relation];
      const { of: one, versions, target, range, relation } = cause;
      const what = relation === "needs" ? withRange(target, range) : rangeText(target.name, range);
      return `${versionsText(one, versions)} ${verb} ${what}`;
    }
    case "derived":
      return describeTerms(terms);
  }
}

function describeTerms(terms: ReadonlyMap<Package, bigint>): string {
  const all = [...terms];
  const chosen = all.filter(([, set]) => (set & 1n) === 0n).map(([one, set]) => versionsText(one, set));
  const needed = all
    .filter(([, set]) => (set & 1n) === 1n)
    .map(([one, set]) => versionsText(one, one.all ^ set, ""));
  if (all.length === 0) return "there is no solution";
  if (chosen.length === 0) return `${needed.join(" or ")} is needed`;
  if (needed.length === 0) return describeUnusable(all);
  return `${chosen.join(" and ")} ${chosen.length === 1 ? "needs" : "need"} ${needed.join(" or ")}`;
}

function describeUnusable(terms: readonly (readonly [Package, bigint])[]): string {
  const [first, second] = terms;
  if (first !== undefined && second === undefined) {
    const [one, set] = first;
    const isAll = (set | 1n) === one.all;
    if (isAll && one.isFixed !== true) return `no version of ${one.name} can be used`;
    return `${versionsText(one, set)} cannot be used`;
  }
  const texts = terms.map(([one, set]) => versionsText(one, set, ""));
  return `${texts.join(" and ")} cannot be used together`;
}

/** A package with a range, and what is wrong if nothing is in it. */
function withRange(target: Package, range: string): string {
  const text = rangeText(target.name, range);
  const isEmpty = target.ranges.get(0n) !== undefined && !hasSet(target, range);
  if (!isEmpty) return text;
  if (target.fault !== undefined) return `${text} (${target.fault})`;
  if (!target.exists) return `${text} (there is no ${target.name})`;
  const newest = target.versions.at(-1);
  if (newest === undefined) return `${text} (it has no versions)`;
  return `${text} (the newest version is ${newest})`;
}

/** Whether a range stands for a set with versions in it. */
function hasSet({ ranges }: Package, range: string): boolean {
  return [...ranges].some(([set, text]) => set !== 0n && text === range);
}

function rangeText(name: string, range: string): string {
  return range === "*" || range === "" ? name : `${name} ${range}`;
}

/** Versions of a package: all, one, a range in its own words, or the versions themselves. */
function versionsText(one: Package, set: bigint, every = "every version of "): string {
  if ((set | 1n) === one.all) return `${one.isFixed ? "" : every}${one.name}`;
  const runs = runsOf(one, set);
  const range = one.ranges.get(set);
  if (range !== undefined && runs.join() !== one.versions.join()) {
    const [only, more] = runs;
    if (only === undefined || more !== undefined || only.includes(" ")) return rangeText(one.name, range);
  }
  const shown = runs.slice(0, 3).join(" or ");
  return `${one.name} ${shown}${runs.length > 3 ? " or others" : ""}`;
}

/** Neighboring versions together: `1.0.0 to 1.4.0`. */
function runsOf({ versions }: Package, set: bigint): readonly string[] {
  const runs: { first: string; last: string }[] = [];
  const bits = set.toString(2);
  let isOpen = false;
  for (const [index, version] of versions.entries()) {
    const isInside = bits.at(-2 - index) === "1";
    const run = runs.at(-1);
    if (isInside && isOpen && run !== undefined) run.last = version;
    else if (isInside) runs.push({ first: version, last: version });
    isOpen = isInside;
  }
  return runs.map(({ first, last }) => (first === last ? first : `${first} to ${last}`));
}
