import type { ScannedText, Statement } from "../../../scan/evidence.ts";
import { cutEnd } from "../../../text/cut-end.ts";
import { type Store, storeAt } from "./credential-stores.ts";

export type Asked = { readonly statement: Statement; readonly stores: ReadonlyMap<string, Store> };

/** Sentences that ask the agent to read files of credentials, with what all sentences of the text name. */
export function askedStores(statements: readonly Statement[]): readonly Asked[] {
  const asked = new Map<
    ScannedText,
    { readonly statement: Statement; readonly stores: Map<string, Store> }
  >();
  for (const statement of statements) {
    if (statement.source.role === "test") continue;
    const plain = statement.plain.slice(0, longest);
    if (!asks.test(plain) || refuses.test(plain)) continue;
    const stores = storesIn(plain);
    if (stores.length === 0 || statement.isQuoted) continue;
    for (const store of stores) {
      const known = asked.get(statement.source) ?? { statement, stores: new Map<string, Store>() };
      asked.set(statement.source, known);
      known.stores.set(store.name, store);
    }
  }
  return [...asked.values()];
}

/** Calls of an agent's tools that a text spells out, one a line: `Read: ~/.ssh/id_rsa`. */
export function toldReads(source: ScannedText): ReadonlyMap<string, Store> {
  const stores = new Map<string, Store>();
  if (source.language !== "markdown" || source.role === "test") return stores;
  for (const [, path = ""] of source.text.matchAll(toolCall)) {
    const store = storeAt(path);
    if (store) stores.set(store.name, store);
  }
  return stores;
}

const toolCall =
  /^[ \t>*-]{0,8}(?:Read|View|Open|Cat|read_file|view_file)[ \t]{0,2}[:(][ \t]{0,4}["'`]?((?:~|\$HOME|\/etc|\/root|\/home\/\w{1,32})\/[^\s"'`)]{1,120})/gm;

const longest = 1000;

function storesIn(plain: string): readonly Store[] {
  const named = [...plain.matchAll(paths)].flatMap(([path]) => storeAt(cutEnd(path, /[.,;:]/)) ?? []);
  return asksForAll(plain) ? [...named, { name: "every credential in reach", level: "medium" }] : named;
}

/** "Collect every token, key and password available in the environment": several kinds, all of them, wherever they are. */
function asksForAll(plain: string): boolean {
  if (!/\b(?:every|all|any)\b/i.test(plain) || !inReach.test(plain)) return false;
  return new Set(plain.toLowerCase().match(kinds)).size >= severalKinds;
}

const severalKinds = 3;
const kinds = /\b(?:token|key|secret|credential|password|cookie|certificate)/g;
const inReach =
  /\b(?:available|accessible|reachable|in the environment|on (?:the|this) (?:machine|system|host|computer)|in memory|you (?:can )?(?:find|reach|access))\b/i;

const asks =
  /\b(?:read|open|load|collect|gather|copy|cat|extract|harvest|dump|scan|access|grab|parse|archive|inspect|back[ -]?up|retrieve|fetch|steal|build|enumerate|inventory|compile|list|find|summari[sz]e)\b/i;
const refuses =
  /\b(?:never|not|don['’]t|avoid|refuse|without|instead of|must not|cannot|can['’]t|block(?:ed|s)?|den(?:y|ied|ies)|detect(?:s|ed)?|attack(?:er|s)?|malicious|protect(?:s|ed)?)\b/i;
const paths =
  /(?:~|\$HOME|\/etc|\/root|%USERPROFILE%)[/\\][\w.*/\\-]{2,120}|(?<![\w./-])\.env\b(?!\.?\w)|(?<![\w./-])\.(?:ssh|aws|gnupg)\/[\w.*-]{1,60}/g;
