import type { SkillHookEvent } from "@skillwright/core/parse";
import type { TestCase } from "./case.ts";

/** Files of a skill that no case mentions. */
export type Untouched = { readonly scripts: readonly string[]; readonly references: readonly string[] };

/**
 * The scripts and references that no case mentions, by path or by name, in its command, its standard input, its fixtures
 * or its event. It says what nobody thought of, not what ran.
 */
export function findUntouched(suite: {
  /** Paths inside the skill. */
  readonly scripts: readonly string[];
  readonly references: readonly string[];
  readonly cases: readonly TestCase[];
  /** What else is tested may name files, too: all its texts. */
  readonly texts?: readonly string[];
  /** The skill's hooks: a case that names an event touches what is run on it. */
  readonly hooks?: readonly { readonly event: SkillHookEvent; readonly command: string }[];
}): Untouched {
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

/** Words that could be paths, by their last part. */
type Mentions = ReadonlyMap<string, ReadonlySet<string>>;

// Each text is read once: looking for every file in every text would take files times cases.
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

/** `./scripts/a.py.` is `scripts/a.py`; quotes, blanks and the shell's signs stand between words. */
function wordsOf(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{M}\p{N}_./+~-]+/gu) ?? [];
  return words.map(trimWord).filter((word) => word !== "");
}

function trimWord(word: string): string {
  let end = word.length;
  // A loop: an expression for the end would begin anew at each of a thousand dots.
  while (end > 0 && (word[end - 1] === "." || word[end - 1] === "/")) end--;
  return word.slice(0, end).replace(/^(?:\.\/+)+/, "");
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A name with blanks or signs in it counts as mentioned when all its words are. */
function isMentioned(path: string, mentions: Mentions): boolean {
  return wordsOf(path).every((part) =>
    [...(mentions.get(nameOf(part)) ?? [])].some(
      (word) => word === part || part.endsWith(`/${word}`) || word.endsWith(`/${part}`),
    ),
  );
}
