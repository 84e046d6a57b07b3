import type { SkillTraits } from "../discover/discovered-skill.ts";
import { limits } from "../limits.ts";
import type { Texts } from "../parse/yaml-node.ts";
import { readNestedText } from "./read-nested-text.ts";

export type StatedRequirements = {
  /** Systems it runs on, as Node names them; empty when it does not say, or not clearly. */
  readonly platforms: readonly string[];
  /** Commands that must all be there, and commands of which one must be. */
  readonly commands: readonly string[];
  readonly anyCommand: readonly string[];
};

/**
 * What a skill plainly says it needs of the machine. Only OpenClaw's form says it so that a program can check it:
 * `metadata: {openclaw: {os: [darwin], requires: {bins: [gh], anyBins: [claude, codex]}}}`. What document a writes
 * under `compatibility.requires` (`python>=3.10`, `pypdf`) and what most write there in prose names products, not
 * commands, so nothing is concluded from it.
 */
export function statedRequirements({ metadata }: SkillTraits): StatedRequirements | undefined {
  const text = metadata?.openclaw ?? metadata?.clawdbot ?? metadata?.clawdis;
  const stated = text === undefined ? undefined : readNestedText(text);
  if (stated === undefined) return undefined;
  const requires = memberOf(stated, "requires");
  // OpenClaw's `always` overrides the commands, but not the system.
  const isAlways = memberOf(stated, "always") === "true";
  return {
    platforms: readPlatforms(textsOf(memberOf(stated, "os"))),
    commands: isAlways ? [] : readCommands(textsOf(memberOf(requires, "bins"))),
    anyCommand: isAlways ? [] : readChoice(textsOf(memberOf(requires, "anyBins"))),
  };
}

function memberOf(value: Texts | undefined, key: string): Texts | undefined {
  return value instanceof Map ? value.get(key) : undefined;
}

function textsOf(value: Texts | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

const platformNames: ReadonlyMap<string, string> = new Map([
  ["darwin", "darwin"],
  ["macos", "darwin"],
  ["linux", "linux"],
  ["win32", "win32"],
  ["windows", "win32"],
]);

/** One word not known here may stand for this very system, and then the list says nothing certain. */
function readPlatforms(words: readonly string[]): readonly string[] {
  const platforms = words.map((word) => platformNames.get(word.toLowerCase()));
  return platforms.every((platform) => platform !== undefined) ? platforms : [];
}

/** Plain command names only: whoever looks for them joins them to folders. */
function readCommands(words: readonly string[]): readonly string[] {
  return words.filter((word) => /^\w[\w.+-]*$/.test(word)).slice(0, limits.requiredCommands);
}

/** Where one is enough, a word that cannot be looked for may be the one that is there. */
function readChoice(words: readonly string[]): readonly string[] {
  const commands = readCommands(words);
  return commands.length === words.length ? commands : [];
}
