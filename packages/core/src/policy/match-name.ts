import { compileGlob } from "../text/glob.ts";
import { policyLimits } from "./limits.ts";

/** A skill or agent name in a rule, with wildcards, compiled. */
export type NamePattern = {
  readonly covers: (name: string) => boolean;
  readonly mightCover: (folded: string) => boolean;
};

/** Undefined for an unclear pattern. */
export function compileNamePattern(pattern: string): NamePattern | undefined {
  const text = pattern.trim().replace(/\*+/g, "*");
  if (!/^[\p{L}\p{N}_.:/@*?-]+$/u.test(text)) return undefined;
  const covers = compileGlob(text, { whole: true });
  return { covers, mightCover: compileGlob(foldName(text), { whole: true }) };
}

/** Certain only for the exact name; `package:name`, `name arguments` and what is too long to read might be the skill `name`. */
export function matchName(pattern: NamePattern, name: string): Match {
  if (name.length > policyLimits.nameCharacters) return "unknown";
  if (pattern.covers(name)) return "yes";
  const folded = foldName(name).replace(/^[/$]/, "");
  const parts = folded.split(/[:/@\s]/);
  return [folded, ...parts].some(pattern.mightCover) ? "unknown" : "no";
}

function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().trim();
}

/** Whether a rule matches: certainly, certainly not, or undecidable. */
export type Match = "yes" | "no" | "unknown";
