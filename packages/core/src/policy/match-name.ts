import { compileGlob } from "../text/glob.ts";
import type { Match } from "./match.ts";

/** The name of a skill or an agent in a rule, wildcards allowed, read once. */
export type NamePattern = {
  readonly covers: (name: string) => boolean;
  readonly mightCover: (folded: string) => boolean;
};

/** Undefined for a pattern that nobody can be sure to understand. */
export function compileNamePattern(pattern: string): NamePattern | undefined {
  const text = pattern.trim().replace(/\*+/g, "*");
  if (!/^[\p{L}\p{N}_.:/@*?-]+$/u.test(text)) return undefined;
  const covers = compileGlob(text, { whole: true });
  return { covers, mightCover: compileGlob(foldName(text), { whole: true }) };
}

/** Surely only by the very name; `package:name` and its kin might be the skill `name`, and so might `name arguments`. */
export function matchName(pattern: NamePattern, name: string): Match {
  if (pattern.covers(name)) return "yes";
  const folded = foldName(name).replace(/^[/$]/, "");
  const parts = folded.split(/[:/@\s]/);
  return [folded, ...parts].some(pattern.mightCover) ? "unknown" : "no";
}

function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().trim();
}
