import { createWordFinder } from "../../words.ts";
import type { Effect } from "./machine.ts";
import { type Rows, tableOf } from "./table.ts";

/** What the tables of a language say about the names by which a program acts. */
export type ActingNames = {
  /** Functions and methods that act outside of the program. */
  readonly functions: Rows;
  readonly methods: Rows;
  /** All other functions; some act too, by what they do. */
  readonly others: Rows;
  /** Other names of modules and functions. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Words with which a program reaches names that it does not spell. */
  readonly reaching: readonly string[];
  /** Names that also stand where nothing is called, with how they stand where something is. */
  readonly shy: Readonly<Record<string, RegExp>>;
  /** Whether a program computes names that it does not spell. */
  readonly computes: (text: string) => boolean;
};

/**
 * Tells programs that cannot act, which need no parsing, by their words. A function of a library is reached by the name of the library and
 * its own, or by names that are computed; nothing else makes an action.
 */
export function createActGate(names: ActingNames): (text: string) => boolean {
  const { functions, methods, others, aliases, reaching, shy, computes } = names;
  const actingFolds = new Set([...functions, ...methods].flatMap(([, { fold }]) => fold ?? []));
  const acting = [
    ...tableOf([...functions, ...others.filter(([, effect]) => acts(effect, actingFolds))]).keys(),
  ];
  const alone = new Set<string>(tableOf(methods).keys());
  const roots = new Map<string, Set<string>>();
  const dynamic = new Set(reaching);
  for (const name of acting) {
    const parts = name.replaceAll("()", "").split(".");
    const [root = "", last = ""] = [parts[0], parts.at(-1)];
    if (parts.length === 1 && /^[\w$]+$/.test(name)) alone.add(name);
    else roots.set(root, (roots.get(root) ?? new Set()).add(last));
  }
  const modules = Array.from(
    roots,
    ([root, members]): Library => ({ words: wordsOf(root), members: [...members].map(wordsOf) }),
  );
  for (const [alias, target] of Object.entries(aliases)) {
    if (alone.has(target)) modules.push({ words: wordsOf(alias), members: [[]] });
    const members = roots.get(target.split(".")[0] ?? "");
    if (members) modules.push({ words: wordsOf(alias), members: [...members].map(wordsOf) });
    if (dynamic.has(target)) dynamic.add(wordsOf(alias).at(-1) ?? alias);
  }
  const find = createWordFinder([
    ...alone,
    ...dynamic,
    ...modules.flatMap(({ words, members }) => [...words, ...members.flat()]),
  ]);
  return (text) => {
    const found = find(text);
    if (found.size === 0) return computes(text);
    const stands = (word: string): boolean => found.has(word) && (shy[word]?.test(text) ?? true);
    for (const word of found) if ((alone.has(word) || dynamic.has(word)) && stands(word)) return true;
    const isThere = (words: readonly string[]): boolean => words.every((word) => found.has(word));
    return modules.some(({ words, members }) => isThere(words) && members.some(isThere)) || computes(text);
  };
}

type Library = { readonly words: readonly string[]; readonly members: readonly (readonly string[])[] };

function wordsOf(name: string): readonly string[] {
  return name.match(/[\w$]+/g) ?? [];
}

/** Whether calls with this effect are actions, or are carried out by what makes them. */
function acts(effect: Effect, actingFolds: ReadonlySet<Effect["fold"]>): boolean {
  const { connect, run, evaluate, read, write, remove, gives, fold } = effect;
  // A library that empties a store for its caller reads it.
  if (connect || run || evaluate || read || write || remove || gives === "credentials") return true;
  return fold !== undefined && actingFolds.has(fold);
}
