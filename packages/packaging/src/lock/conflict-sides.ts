import { packagingLimits } from "../limits.ts";

/** The texts that git could not merge; undefined if there was no conflict. */
export type ConflictSides = { readonly texts: readonly string[] | undefined } | { readonly fault: string };

/**
 * Splits a JSON text with conflict markers of git into one text per side. The common ancestor of the diff3 styles is dropped, and a
 * conflict inside a side, which a commit with markers leaves behind, gives more than two texts.
 */
export function readConflictSides(text: string): ConflictSides {
  if (!/^<{7}/m.test(text)) return { texts: undefined };
  const tree = readConflicts(text.split(/\r?\n/));
  if (tree === undefined) return { fault: "its conflict markers do not pair up, or are nested too deeply" };
  const depth = depthOf(tree);
  const choices = Array.from({ length: 2 ** depth }, (_, choice) => choice);
  return { texts: choices.map((choice) => healCommas(linesOf(tree, choice)).join("\n")) };
}

type Part = string | Conflict;
type Conflict = { readonly ours: Part[]; readonly base: Part[]; readonly theirs: Part[] };
type Section = keyof Conflict;

/** Git makes the markers of a conflict inside a common ancestor longer, so that their length says nothing here. */
const marker = /^(<|\||=|>)\1{6,}(?: |$)/;
const followers: Readonly<Record<string, readonly Section[]>> = {
  "|": ["ours"],
  "=": ["ours", "base"],
  ">": ["theirs"],
};

function readConflicts(lines: readonly string[]): readonly Part[] | undefined {
  const root: Part[] = [];
  const open: { readonly conflict: Conflict; section: Section }[] = [];
  for (const line of lines) {
    const sign = marker.exec(line)?.[1];
    const top = open.at(-1);
    const parts = top === undefined ? root : top.conflict[top.section];
    if (sign === undefined) parts.push(line);
    else if (sign === "<") {
      const conflict = { ours: [], base: [], theirs: [] };
      parts.push(conflict);
      open.push({ conflict, section: "ours" });
      if (open.length > packagingLimits.conflictDepth) return undefined;
    } else if (top === undefined || !followers[sign]?.includes(top.section)) return undefined;
    else if (sign === ">") open.pop();
    else top.section = sign === "|" ? "base" : "theirs";
  }
  return open.length === 0 ? root : undefined;
}

function depthOf(parts: readonly Part[]): number {
  return parts.reduce((most, part) => {
    if (typeof part === "string") return most;
    return Math.max(most, 1 + Math.max(depthOf(part.ours), depthOf(part.theirs)));
  }, 0);
}

/** The lines of one side: the lowest bit of the choice decides the outer conflicts, the next one those inside them. */
function linesOf(parts: readonly Part[], choice: number): readonly string[] {
  return parts.flatMap((part) =>
    typeof part === "string"
      ? [part]
      : linesOf(choice % 2 === 0 ? part.ours : part.theirs, Math.floor(choice / 2)),
  );
}

/** Puts the commas right: a side may begin or end with a line that had another neighbor in its own file. */
function healCommas(lines: readonly string[]): readonly string[] {
  const full = lines.filter((line) => line.trim() !== "");
  return full.map((line, index) => {
    const bare = line.trimEnd().replace(/,$/, "");
    if (/[{[:]$/.test(bare)) return bare;
    const next = full[index + 1]?.trimStart() ?? "";
    return next === "" || /^[}\]]/.test(next) ? bare : `${bare},`;
  });
}
