import type { SkillTraits } from "../discover/discovered-skill.ts";
import { limits } from "../limits.ts";
import type { Texts } from "../parse/yaml-node.ts";
import type { DisabledReason } from "./catalog-skill.ts";
import { readNestedText } from "./read-nested-text.ts";

export type Machine = {
  /** The platform in Node's spelling: `linux`, `darwin`, `win32`. */
  readonly platform?: string;
  /** Whether a command is installed; called once per name. */
  readonly hasBinary?: (name: string) => boolean;
};

/** Why skills do not work on a machine. Unknown facts about the machine never disable a skill. */
export function createMachineFit({
  platform,
  hasBinary,
}: Machine): (traits: SkillTraits) => readonly DisabledReason[] {
  if (platform === undefined && hasBinary === undefined) return () => none;
  const has = remember(hasBinary ?? (() => true));
  return (traits) => {
    const stated = statedRequirements(traits);
    if (stated === undefined) return none;
    const { platforms, commands, anyCommand } = stated;
    const reasons: DisabledReason[] = [];
    if (platform !== undefined && platforms.length > 0 && !platforms.includes(platform))
      reasons.push("platform");
    const isMissing = !commands.every((name) => has(name));
    if (isMissing || (anyCommand.length > 0 && !anyCommand.some((name) => has(name)))) reasons.push("binary");
    return reasons;
  };
}

const none: readonly DisabledReason[] = [];

type StatedRequirements = {
  /** Platforms it runs on, in Node's spelling; empty when unstated or unclear. */
  readonly platforms: readonly string[];
  /** Commands that must all be installed, and commands of which one must be. */
  readonly commands: readonly string[];
  readonly anyCommand: readonly string[];
};

/**
 * The machine requirements that a skill states. Only OpenClaw's form is machine-checkable:
 * `metadata: {openclaw: {os: [darwin], requires: {bins: [gh], anyBins: [claude, codex]}}}`. UAAPS's
 * `compatibility.requires` (`python>=3.10`, `pypdf`) and the usual prose name products, not commands, so they are not
 * used.
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

/** An unknown word may mean this very platform, so then the list is not used. */
function readPlatforms(words: readonly string[]): readonly string[] {
  const platforms = words.map((word) => platformNames.get(word.toLowerCase()));
  return platforms.every((platform) => platform !== undefined) ? platforms : [];
}

/** Plain command names only: they get joined to folders in a lookup. */
function readCommands(words: readonly string[]): readonly string[] {
  return words.filter((word) => /^\w[\w.+-]*$/.test(word)).slice(0, limits.requiredCommands);
}

/** When one command suffices, an entry that cannot be looked up may be the installed one. */
function readChoice(words: readonly string[]): readonly string[] {
  const commands = readCommands(words);
  return commands.length === words.length ? commands : [];
}

/** Caches a predicate's answers. */
export function remember(answer: (question: string) => boolean): (question: string) => boolean {
  const known = new Map<string, boolean>();
  return (question) => {
    const before = known.get(question);
    if (before !== undefined) return before;
    const now = answer(question);
    known.set(question, now);
    return now;
  };
}
