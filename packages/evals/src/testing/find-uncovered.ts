import type { SkillHookEvent } from "@skillwright/core/parse";
import type { TestCase } from "./case.ts";

/** Files of a skill that no case mentions. */
export type Uncovered = { readonly scripts: readonly string[]; readonly references: readonly string[] };

/**
 * Lists scripts and references that no case mentions, by path or by name, in its command, standard input,
 * fixtures or event. This is about what cases mention, not about what ran.
 */
export function findUncovered(suite: {
  readonly scripts: readonly string[];
  readonly references: readonly string[];
  readonly cases: readonly TestCase[];
  /** Other texts that may mention files, such as scenarios. */
  readonly texts?: readonly string[];
  /** The skill's hooks: a case for an event covers the commands that run on it. */
  readonly hooks?: readonly { readonly event: SkillHookEvent; readonly command: string }[];
}): Uncovered {
  const { scripts, references, cases, texts = [], hooks = [] } = suite;
  const events = new Set(cases.flatMap(({ input }) => (input.kind === "hook" ? [input.hook.event] : [])));
  const mentions = collectMentions([
    ...cases.flatMap(textsOf),
    ...texts,
    ...hooks.filter(({ event }) => events.has(event)).map(({ command }) => command),
  ]);
  const untouched = (path: string): boolean => !isMentioned(path, mentions);
  return { scripts: scripts.filter(untouched), references: references.filter(untouched) };
}

function textsOf({ input }: TestCase): readonly string[] {
  if (input.kind === "command") return [input.command, input.stdin ?? "", ...input.files];
  const { input: toolInput = null, response = null, prompt = "" } = input.hook;
  return [JSON.stringify([toolInput, response]), prompt, ...input.files];
}

/** Words that may be paths, by their last segment. */
type Mentions = ReadonlyMap<string, ReadonlySet<string>>;

// Read each text once: searching every text for every file would be quadratic.
function collectMentions(texts: readonly string[]): Mentions {
  const mentions = new Map<string, Set<string>>();
  for (const text of texts)
    for (const word of wordsOf(text)) {
      const name = nameOf(word);
      const known = mentions.get(name);
      if (known) known.add(word);
      else mentions.set(name, new Set([word]));
    }
  return mentions;
}

/** `./scripts/a.py.` is `scripts/a.py`; quotes, spaces and shell operators separate words. */
function wordsOf(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{M}\p{N}_./+~-]+/gu) ?? [];
  return words.map(trimWord).filter((word) => word !== "");
}

function trimWord(word: string): string {
  let end = word.length;
  // A loop, because a regular expression anchored at the end backtracks quadratically over a long run of
  // dots.
  while (end > 0 && (word[end - 1] === "." || word[end - 1] === "/")) end--;
  return word.slice(0, end).replace(/^(?:\.\/+)+/, "");
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A file name with spaces or symbols counts as mentioned when each of its words is. */
function isMentioned(path: string, mentions: Mentions): boolean {
  return wordsOf(path).every((part) =>
    [...(mentions.get(nameOf(part)) ?? [])].some(
      (word) => word === part || part.endsWith(`/${word}`) || word.endsWith(`/${part}`),
    ),
  );
}
