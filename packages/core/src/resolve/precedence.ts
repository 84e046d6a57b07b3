import type { Scope } from "../discover/discovered-skill.ts";
import { SkillError } from "../error.ts";

/** How to resolve a bare name that several packages have: not at all, or to the package installed last. */
export type BareNames = "unique" | "last-installed";

export type Precedence = {
  /** Which scope wins on equal names, strongest first. Every scope once, enterprise always first. */
  readonly scopes: readonly Scope[];
  readonly bareNames: BareNames;
};

const projectFirst: readonly Scope[] = ["enterprise", "custom", "project", "personal", "package"];
const personalFirst: readonly Scope[] = ["enterprise", "custom", "personal", "project", "package"];

export const defaultPrecedence: Precedence = { scopes: projectFirst, bareNames: "unique" };

/** Named orders. Folders that a user configured (`custom`) come before those found by convention. */
const presets: ReadonlyMap<string, Precedence> = new Map([
  ["default", defaultPrecedence],
  ["uaaps", defaultPrecedence],
  ["personal-first", { scopes: personalFirst, bareNames: "unique" }],
  ["omniforge", { scopes: personalFirst, bareNames: "last-installed" }],
]);

/** Reads a configured precedence: the name of a preset, or a list of scopes. */
export function readPrecedence(stated: string | readonly string[], path: string): Precedence {
  if (typeof stated !== "string") return { scopes: readScopes(stated, path), bareNames: "unique" };
  const preset = presets.get(stated);
  if (preset) return preset;
  const known = [...presets.keys()].join(", ");
  throw invalid(path, `unknown precedence: ${stated}. Known: ${known}.`);
}

/** Reads a complete list of scopes. Nothing may come before enterprise, or its skills could be replaced. */
export function readScopes(stated: readonly string[], path: string): readonly Scope[] {
  const scopes = stated.filter(isScope);
  if (stated.length !== projectFirst.length || new Set(scopes).size !== projectFirst.length) {
    const wanted = projectFirst.join(", ");
    throw invalid(path, `precedence must name each of ${wanted} once, but it is: ${stated.join(", ")}.`);
  }
  if (scopes[0] !== "enterprise") throw invalid(path, "precedence must begin with enterprise.");
  return scopes;
}

function isScope(word: string): word is Scope {
  return projectFirst.some((scope) => scope === word);
}

function invalid(path: string, reason: string): SkillError {
  return new SkillError("config-invalid", { path, reason });
}
