import type { Level } from "../../../finding.ts";
import { classifyHost } from "../../../scan/hosts.ts";
import { type Found, has as hasSymbol } from "../../../scan/prose/phrases.ts";
import type { Reading } from "../../../scan/prose/reading.ts";

/** A source, a verb of sending and a destination in one sentence, whichever comes first. */
export function findRequest(reading: Reading): Found | undefined {
  if (!mayHaveSource(reading)) return undefined;
  const sources = sourcesOf(reading);
  if (sources.length === 0) return undefined;
  const { plain } = reading.statement;
  if (/\b(?:passkeys?|webauthn|public\s+key|attestation)\b/i.test(plain)) return undefined;
  const isHard = sources.some(({ isHard }) => isHard);
  // A key that authenticates the call is what keys are for.
  if (!isHard && authentication.test(plain)) return undefined;
  const collects = has(reading, collecting) !== undefined;
  for (const verb of ordersOf(reading, sending)) {
    for (const source of sources) {
      const goal = destinationAfter(reading, verb, source.at);
      if (goal === undefined) continue;
      const isObject =
        source.at > verb ? source.at - verb <= 9 : verb - source.at <= 12 && takesUp(reading, verb);
      if (isObject && (source.isHard || (collects && source.at < verb) || source.isAll))
        return spanOf(verb, source.at, goal);
    }
  }
  for (const verb of ordersOf(reading, embedding)) {
    const source = sources.find(({ at }) => at > verb && at - verb <= 9);
    const carrier =
      source &&
      reading.words.findIndex(({ text }, at) => at > source.at && at - source.at <= 9 && carriers.test(text));
    if (source === undefined || carrier === undefined || carrier === -1) continue;
    const isOdd = isOddCarrier(reading, carrier);
    if (isOdd || ((source.isHard || source.isChat) && !authentication.test(plain)))
      return spanOf(verb, source.at, carrier);
  }
  return undefined;
}

/** Collecting in one sentence, and sending "it" in the next or the one after. */
export function findAcross(reading: Reading, following: () => readonly Reading[]): Found | undefined {
  if (!mayHaveSource(reading)) return undefined;
  const verb = ordersOf(reading, collecting)[0];
  if (verb === undefined) return undefined;
  const source = sourcesOf(reading).find(
    ({ at, isHard, isAll, isChat }) => at > verb && at - verb <= 12 && (isHard || isAll || isChat),
  );
  if (source === undefined) return undefined;
  for (const other of following()) {
    if (other.statement.source !== reading.statement.source) return undefined;
    const send = ordersOf(other, sending)[0];
    if (send === undefined || !takesUp(other, send)) continue;
    if (destinationAfter(other, send, send) !== undefined && !authentication.test(other.statement.plain))
      return spanOf(verb, source.at, source.at);
  }
  return undefined;
}

/** Critical where the receiver is a place that takes data from anyone, or people do not see the sentence. */
export function levelOf(reading: Reading, next: Reading | undefined): Level {
  if (reading.statement.isHidden) return "critical";
  const addresses = [reading, next].flatMap(
    (one) => one?.words.filter(({ text }) => /^https?:|^\d{1,3}(?:\.\d{1,3}){3}/.test(text)) ?? [],
  );
  const kinds = addresses.map(({ text }) => classifyHost(text));
  if (kinds.some((kind) => grave.has(kind))) return "critical";
  return kinds.length > 0 && kinds.every((kind) => kind === "well-known" || kind === "code-host")
    ? "medium"
    : "high";
}

const grave = new Set<ReturnType<typeof classifyHost>>([
  "webhook",
  "paste-site",
  "file-drop",
  "tunnel",
  "raw-address",
  "dns-log",
  "look-alike",
]);

type Source = {
  readonly at: number;
  /** A file, a password or everything of a kind: nothing that a call needs to authenticate. */
  readonly isHard: boolean;
  readonly isAll: boolean;
  readonly isChat: boolean;
};

/** A quick look that spares most sentences the rest. */
function mayHaveSource(reading: Reading): boolean {
  return (
    hasSymbol(reading, "secretFile", "secretVariable", "secret", "key", "variable", "chat", "personal") ||
    /\bsaid\b/i.test(reading.statement.plain)
  );
}

function sourcesOf(reading: Reading): readonly Source[] {
  return [...secretsOf(reading), ...talksOf(reading), ...possessionsOf(reading)];
}

const whole =
  /\b(?:all|any|every|whatever|entire|full|whole|complete|contents?|everything|user's|users'|their|found|saved|stored|local|existing)\b/;

/** The words around a place, separated by spaces. */
function near({ words }: Reading, at: number, reach: number): string {
  return words
    .slice(Math.max(0, at - reach), at + 3)
    .map(({ text }) => text)
    .join(" ");
}

function sourceAt(reading: Reading, at: number, isHard: boolean): Source {
  return { at, isHard, isAll: whole.test(near(reading, at, 4)), isChat: false };
}

function secretsOf(reading: Reading): readonly Source[] {
  const { words, places } = reading;
  const around = (at: number, reach: number): string => near(reading, at, reach);
  const found: Source[] = [];
  for (const at of places.get("secretFile") ?? []) found.push(sourceAt(reading, at, true));
  for (const at of places.get("secretVariable") ?? [])
    found.push(sourceAt(reading, at, /\bvalues?\b|\bcontents?\b/.test(around(at, 5))));
  for (const at of places.get("secret") ?? []) {
    const word = words[at]?.text ?? "";
    const isHard =
      hardSecrets.test(word) || (/^(?:credentials|tokens)$/.test(word) && takenTokens.test(around(at, 4)));
    found.push(sourceAt(reading, at, isHard));
  }
  for (const at of places.get("key") ?? []) {
    if (
      !/\b(?:api|private|ssh|secret|access|encryption|aws|gpg|stripe|openai|anthropic)\b/.test(around(at, 2))
    )
      continue;
    const isMany = words[at]?.text === "keys" && /\b(?:all|any|user's|their|found)\b/.test(around(at, 5));
    found.push(sourceAt(reading, at, isMany || /\b(?:private|ssh|gpg)\b/.test(around(at, 2))));
  }
  for (const at of places.get("variable") ?? [])
    if (/\benv(?:ironment)?\b/.test(around(at, 2))) found.push(sourceAt(reading, at, true));
  return found;
}

const hardSecrets = /^(?:passwords|secrets|cookies|seeds?|mnemonics?|passphrases?|keychain)$/;
const takenTokens =
  /\b(?:all|any|user's|users'|their|stored|saved|found|local|aws|file|collected|cloud|whatever)\b/;

/** Whole conversations. */
function talksOf(reading: Reading): readonly Source[] {
  const { words, places } = reading;
  const found: Source[] = [];
  for (const at of places.get("chat") ?? []) {
    const around = near(reading, at, 4);
    if (!talk.test(words[at]?.text ?? "") || !wholeTalk.test(around) || !conversation.test(around)) continue;
    if (!/\b(?:error|commit|slack)\b/.test(around))
      found.push({ at, isHard: true, isAll: true, isChat: true });
  }
  const said = words.findIndex(
    ({ text }, at) => text === "said" && /everything|all/.test(near(reading, at, 2)),
  );
  if (said !== -1) found.push({ at: said, isHard: true, isAll: true, isChat: true });
  return found;
}

const talk = /^(?:conversations?|transcripts?|history|chats?|messages?|prompts?|dialogue?)$/;
const wholeTalk =
  /\b(?:full|entire|whole|all|complete|everything|verbatim|raw|history|transcript|log|user's)\b/;
const conversation =
  /\b(?:conversation|chat|transcript|dialog|user's\s+prompts?|user\s+messages?|message\s+history|prompt\s+history|system\s+prompt)/;

/** The clipboard, and files and messages of the user. */
function possessionsOf(reading: Reading): readonly Source[] {
  const { words, places } = reading;
  return (places.get("personal") ?? [])
    .filter(
      (at) =>
        /^(?:clipboard|screenshots?|keystrokes?)$/.test(words[at]?.text ?? "") ||
        /\b(?:user's|their)\b/.test(near(reading, at, 3)),
    )
    .map((at) => sourceAt(reading, at, /\b(?:contents?|history|all|every)\b/.test(near(reading, at, 4))));
}

const sending =
  /^(?:send|upload|post|transmit|submit|forward|ship|report|exfiltrate|share|deliver|mail|email|push|beam|relay|leak|publish|transfer|dispatch|sent|posted|uploaded|submitted|forwarded|transmitted|reported)$/;
const embedding =
  /^(?:include|append|embed|attach|encode|put|insert|add|place|pack|smuggle|interpolate|concatenate|paste|appended|included|embedded|send|post)$/;
const collecting =
  /^(?:collect|gather|read|extract|harvest|find|dump|look|scan|grab|retrieve|steal|copy|search|locate|capture|enumerate|take|list|compile|get|obtain|fetch|cat|record|export|encode)$/;
const carriers =
  /^(?:url|uri|query|parameters?|params?|link|image|issue|commit|ticket|gist|pastebin|paste|subdomain|dns|filename|footer|badge|pixel|comment|querystring|https?:.*|header|trailer|tracker|name)$/;
const oddCarriers =
  /^(?:issue|commit|ticket|gist|pastebin|paste|subdomain|dns|filename|footer|badge|pixel|comment|trailer|tracker|name)$/;
const destinations =
  /^(?:endpoints?|server|webhook|host|collector|backend|bucket|address|service|domain|remote|tracker|dashboard|channel|bot|listener|url|uri|website|site|gateway|analytics|telemetry|us|api|ticket|issue|gist|team|monitoring|tracking|party|metrics)$/;
const authentication =
  /\b(?:authorization|bearer|authenticat\w+|log\s?in|sign\s?in|oauth|basic\s+auth|x-api-key|credentials?\s+helper|access\s+token\s+to\s+the\s+(?:client|authorization)|jwks?|grant[_ ]type|refresh[_ ]token)\b/i;

function has({ words }: Reading, pattern: RegExp): number | undefined {
  const at = words.findIndex(({ text }) => pattern.test(text));
  return at === -1 ? undefined : at;
}

/** No service asks for a credential there. */
function isOddCarrier({ words }: Reading, at: number): boolean {
  const word = words[at]?.text ?? "";
  if (oddCarriers.test(word)) return true;
  const around = words
    .slice(Math.max(0, at - 4), at + 5)
    .map(({ text }) => text)
    .join(" ");
  return (
    /^(?:image|link|url|query|parameters?|params?|https?:.*)$/.test(word) &&
    /\bimages?\b|\bmarkdown\b|\bpixel\b/.test(around) &&
    /\b(?:url|query|link|src|address|parameters?|https?)\b|https?:/.test(around)
  );
}

/** Verbs in the base form, which give an order; nouns and reports of what others do are not among them. */
function ordersOf({ words }: Reading, verbs: RegExp): readonly number[] {
  const found: number[] = [];
  for (const [at, { text }] of words.entries()) {
    if (!verbs.test(text)) continue;
    const before = words[at - 1]?.text ?? "";
    if (
      /^(?:the|a|an|can|could|may|might|this|that|your|which|per|http|each|new|no|of|in|for|by|git|if|when)$/.test(
        before,
      )
    )
      continue;
    const after = words[at + 1]?.text ?? "";
    if (
      ambiguous.test(text) &&
      !/^(?:the|a|an|all|any|every|this|these|those|it|them|your|user's|their|everything|full|whatever|what|each)$/.test(
        after,
      )
    )
      continue;
    if (/ed$|^sent$/.test(text) && !/^(?:be|is|are|being|gets?)$/.test(before)) continue;
    found.push(at);
  }
  return found;
}

/** Verbs that are nouns at least as often. */
const ambiguous =
  /^(?:e?mail|report|ship|share|push|leak|relay|publish|post|record|list|export|copy|link|name|image)$/;

/** "send them", "post the result", "submit to": the object is what was named before. */
function takesUp({ words }: Reading, verb: number): boolean {
  return words
    .slice(verb + 1, verb + 5)
    .some(({ text }) =>
      /^(?:them|it|this|these|those|result|results|everything|all|data|output|to|copy|contents?|findings|values|payload|collected)$/.test(
        text,
      ),
    );
}

function destinationAfter({ words }: Reading, verb: number, source: number): number | undefined {
  const from = Math.max(verb, Math.min(source, verb + 9));
  for (let at = Math.min(verb, from) + 1; at < words.length && at <= from + 14; at++) {
    const text = words[at]?.text ?? "";
    if (/^https?:/.test(text) || /^\d{1,3}(?:\.\d{1,3}){3}/.test(text)) {
      const kind = classifyHost(text);
      if (kind !== "loopback" && kind !== "private") return at;
    } else if (
      (destinations.test(text) || /^[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,60}$/.test(text)) &&
      words.slice(Math.max(0, at - 6), at).some((one) => /^(?:to|into|at|on|via|with|in)$/.test(one.text))
    )
      return at;
  }
  return undefined;
}

function spanOf(...places: readonly number[]): Found {
  return { first: Math.min(...places), last: Math.max(...places) };
}
