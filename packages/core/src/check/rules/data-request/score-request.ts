import { classifyHost, type HostKind } from "../../../scan/hosts.ts";
import { classifyPlace, type PlaceKind } from "../../../scan/places.ts";
import { isNegated, isOrderAt } from "../../../scan/prose/phrases.ts";
import type { Reading } from "../../../scan/prose/reading.ts";

export type Request = {
  readonly score: number;
  /** Distinct kinds of secrets that are named. */
  readonly stores: number;
  readonly isSent: boolean;
  readonly first: Reading;
  readonly last: Reading;
};

/** What a passage says about secrets; a request needs several of these. */
const weights = {
  store: 2,
  furtherStore: 2,
  everyOne: 2,
  contents: 1,
  taking: 1,
  giving: 2,
  hostUnknown: 2,
  hostGrave: 3,
  receiver: 1,
  covert: 2,
  wholeMachine: 2,
  openPlace: 2,
} as const;

/** From here on a person should look at a passage. */
export const leastScore = 6;

const storeKinds: ReadonlySet<PlaceKind | undefined> = new Set<PlaceKind | undefined>([
  "credentials",
  "wallet",
  "browser-profile",
  "environment-file",
  "ssh-access",
  "system-accounts",
  "history",
]);

/** Secrets in words, by kind; two kinds in one list are more than a service's own key. */
const storeWords: readonly (readonly [string, RegExp])[] = [
  ["passwords", /\b(?:passwords|saved\s+logins?|stored\s+logins?|login\s+data|logins)\b/i],
  [
    "credentials",
    /\b(?:credentials?\s+(?:file|store|manager)s?|(?:all|any|every|cloud|saved|stored|aws|git|user's|their|found)\s+(?:\w+\s+)?credentials?|git\s+credential\s+store|credential\s+manager)\b/i,
  ],
  [
    "keys",
    /\b(?:(?:private|ssh|gpg|pgp|signing)\s+(?:ssh\s+)?keys?|ssh\s+identity|keyrings?|(?:api|access)\s+keys|api\s+key\s+and\s+token|key\s+material)\b/i,
  ],
  [
    "tokens",
    /\b(?:(?:all|any|every|each|list\s+of|session|access|auth|the|saved|stored|user's|found)\s+(?:\w+\s+){0,2}tokens|tokens?\s+(?:you\s+can|that\s+you))\b/i,
  ],
  ["cookies", /\bcookies\b|\b(?:session|login|auth)\s+cookie\b/i],
  ["secrets", /\b(?:(?:all|any|every|the|user's|stored)\s+(?:\w+\s+)?secrets|secrets\s+(?:from|in|of))\b/i],
  [
    "wallets",
    /\b(?:wallets?|(?:seed|recovery|secret|backup)\s+(?:phrases?|words)|mnemonics?|(?:twelve|12|twenty-four|24)[- ]words?)\b/i,
  ],
  ["keychain", /\b(?:keychain|password\s+manager|keystore|kubeconfig|(?:from|in)\s+the\s+vault)\b/i],
  [
    "environment",
    /\b(?:(?:all|every|full|entire|whole|print|dump)\s+(?:the\s+)?environment\s+variables?|environment\s+of\s+the\s+process|env\s+vars|process\s+environment|full\s+environment|entire\s+environment)\b/i,
  ],
  [
    "dialog",
    /\b(?:(?:complete|entire|whole|full|verbatim)\s+(?:dialog(?:ue)?|conversation|transcript|chat|session|context|prompt|history)|(?:all|every)\s+prompts?\s+and\s+(?:answers?|responses?|replies)|what\s+the\s+system\s+prompt|conversation\s+(?:so\s+far|history)|transcripts?\s+of\s+the\s+session|what\s+the\s+user\s+(?:typed|said|wrote)|everything\s+the\s+user\s+(?:typed|said|wrote))\b/i,
  ],
  [
    "login",
    /\b(?:(?:user's|their)\s+(?:\w+\s+)?(?:password|passphrase|token|secret)|access\s+key\s+and\s+secret|old\s+keys|keys?\s+(?:with|and)\s+(?:their|its)\s+values?|with\s+its\s+token)\b/i,
  ],
  [
    "source",
    /\b(?:(?:all|whole|entire|private|internal|proprietary|complete)\s+(?:\w+\s+){0,2}(?:source\s+(?:code|files)|repositor(?:y|ies)|workspace|codebase|packages)|source\s+(?:code|files)\s+(?:that|with|which)|the\s+(?:workspace|codebase),)\b/i,
  ],
  [
    "people",
    /\b(?:customer\s+(?:table|data|list|records)|what\s+(?:you|is)\s+(?:learn|know|known)\w*\s+about\s+the\s+user|(?:names?|addresses|phones?|birthdays?|health\s+\w+|appointments|mail\s+addresses)(?:,|\s+and)\s+(?:\w+\s+)?(?:names?|addresses|phones?|birthdays?|health|appointments|mail)|everything\s+(?:the\s+user|they)\s+(?:writes?|says?|tells?|types?))\b/i,
  ],
  [
    "observation",
    /\b(?:clipboard|screenshots?\s+of|keystrokes|browsing\s+history|shell\s+history|bash\s+history|command\s+history)\b/i,
  ],
  [
    "documents",
    /\b(?:the\s+(?:inbox|mailbox)|(?:all|every|incoming)\s+e?-?mails?|(?:user's|their|personal|open|private)\s+(?:documents|files|photos|emails|mails?|contacts))\b/i,
  ],
];

const everyOne =
  /\b(?:every|all|any|each|whatever|everything)\b[^.]{0,60}\b(?:keys?|tokens?|secrets?|passwords?|credentials?|logins?|environment|cookies|wallets?|places|files)\b|\bwherever\b|\b(?:find|locate|discover)\b/i;
const wholeMachine =
  /\b(?:dotfiles|home\s+(?:folder|directory)|this\s+(?:machine|computer|system|host)|the\s+(?:machine|computer|whole\s+system)|browser\s+(?:profile|storage)s?|recursively|wherever|file\s?system)\b/i;
const openPlace =
  /\b(?:gist|pastebin|paste\s+site|public\s+(?:repo\w*|page|issue|bucket|channel)|subdomain|commit\s+message)\b/i;
const contents =
  /\b(?:contents?|values?|copy|copies|texts?|verbatim|in\s+full|plain\s*text|raw|complete|entire|base64|encoded?|what\s+you\s+find)\b/i;
const taking =
  /\b(?:read|open|collect|gather|extract|harvest|find|dump|look\s+(?:through|for|up)|scan|grab|retrieve|copy|search|locate|capture|enumerate|list|compile|obtain|fetch|zip|archive|pack|bundle|compress|print|show|pull|inventory|check|take|go\s+over|note|write\s+down|keep|save|record|display|query|export|make)\b/i;
const giving =
  /\b(?:send|upload|post|transmit|submit|forward|copy\s+(?:each|it|them|all|both)|hand(?:ed)?|redirects?|relay|belongs?|drop|deliver(?:ed)?|deposit|mail|e-?mail|attach|fill|add|give|supply|provide|share|ship|push|relay|export|sync|transfer|publish|pass|put|append|include|report|stream|embed|encode|goes\s+to|look\s+up|return|move|expects?|followed\s+by|holds?)\b/i;
const receiver =
  /\b(?:(?:our|the|their|a|an|this|public|external|remote|company|backup|maintainers?'?)\s+(?:\w+\s+){0,2}(?:intake|server|service|endpoint|webhook|collector|maintainers?|vendor|partners?|form|inbox|licen[cs]e\s+server|auditor|support|receiver|gist|pastebin|subdomain|bucket|meter|portal|host|address|event|team|backend|dashboard|channel|field|request|issue|comment)|subdomain|gist|webhook|address\s+you\s+fetch|image\s+url|(?:to|send|mail)\s+(?:us|the\s+author))\b|[\w.+-]{1,60}@[\w-]{1,60}\.[a-z]{2,20}\b/i;
const covert =
  /\b(?:for\s+(?:troubleshooting|diagnostics?|compliance|telemetry|support|quality|analytics)|silently|quietly|in\s+the\s+background|encode[ds]?|base64|outside\s+of)\b/i;
export const graveHosts: ReadonlySet<HostKind> = new Set<HostKind>([
  "webhook",
  "paste-site",
  "file-drop",
  "tunnel",
  "raw-address",
  "dns-log",
  "look-alike",
  "shortener",
]);

/** Keys used for what they are for, and care about them. */
const ordinary =
  /\b(?:authorization|bearer|oauth|x-api-key|never|do\s+not|don't|must\s+not|avoid|without|rotate|rotation|redact|mask(?:ed)?|gitignore|committed\s+secrets|leak(?:s|ed|age)?|hard-?coded|placeholder|encrypt(?:ed)?\s+at|secrets?\s+manager|key\s+vault|github\s+secrets|repository\s+secrets|workflow\s+secrets|design\s+tokens?|passkeys?|session\s+cookie\s+(?:is|must|should)|public\s+key|verify|validate|hash(?:ed|es)?|detect(?:s|ed|ion)?|vulnerab\w+|attack\w*|test\s+(?:page|account|user)|example|sample|fake|dummy|least\s+privilege|managed\s+identit\w+|revoke\w*|credential\s+providers?|password\s+(?:reset|field|policy|hash\w*)|consent|permission\s+to|(?:get|obtain|create|generate)\s+(?:your|an?|the)\s+(?:\w+\s+)?(?:api\s+)?(?:keys?|tokens?)|no\s+(?:secrets|credentials|tokens)|reset|offline|if\s+(?:missing|unset|not\s+set)|is\s+(?:set|configured)|are\s+(?:set|configured)|export\s+\w+=|aws\s+configure|az\s+login|gcloud\s+auth|login\s+command)\b/i;

/** How much neighboring statements ask for secrets. */
export function scoreRequest(readings: readonly Reading[]): Request | undefined {
  const [first] = readings;
  const last = readings.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const plain = readings.map(({ statement }) => statement.plain).join(" ; ");
  if (ordinary.test(plain)) return undefined;
  const stores = storesIn(readings, plain);
  if (stores === 0) return undefined;
  const isTaken = taking.test(plain);
  const isGiven =
    giving.test(plain) ||
    (entering.test(plain) && handedOver.test(plain)) ||
    (openPlace.test(plain) && /\bcopy\b/i.test(plain));
  const host = hostsIn(readings);
  const isReceived = receiver.test(plain);
  let score: number = weights.store + Math.min(stores - 1, 3) * weights.furtherStore;
  if (everyOne.test(plain)) score += weights.everyOne;
  if (contents.test(plain)) score += weights.contents;
  // A form or service that wants a wallet's words, or a login that another one gave, has one use for them.
  if (isGiven && host > 0 && handedOver.test(plain)) score += weights.everyOne;
  if (isTaken) score += weights.taking;
  if (isGiven && (host > 0 || isReceived))
    score += weights.giving + host + (isReceived ? weights.receiver : 0);
  if (covert.test(plain)) score += weights.covert;
  if (wholeMachine.test(plain)) score += weights.wholeMachine;
  if (isGiven && openPlace.test(plain)) score += weights.openPlace;
  return isTaken || isGiven
    ? { score, stores, isSent: isGiven && (host > 0 || isReceived), first, last }
    : undefined;
}

export function namesStore(readings: readonly Reading[]): boolean {
  return storesIn(readings, readings.map(({ statement }) => statement.plain).join(" ; ")) > 0;
}

function storesIn(readings: readonly Reading[], plain: string): number {
  const found = new Set<string>();
  for (const [name, pattern] of storeWords) if (pattern.test(plain)) found.add(name);
  for (const reading of readings)
    for (const { text } of reading.words) {
      if (!/[./~_]/.test(text) || text.length < 4) continue;
      if (reading.places.get("secretVariable") && /^[$%{<]/.test(text)) found.add(text);
      if (/^https?:/.test(text)) continue;
      const kind = classifyPlace(text);
      // Keys belong into `.env`; only who asks for its content wants more than to set one.
      if (storeKinds.has(kind) && (kind !== "environment-file" || contents.test(plain))) found.add(text);
    }
  for (const reading of readings)
    if (found.size === 0 && contents.test(plain) && reading.places.has("secretFile")) found.add("file");
  return found.size;
}

function hostsIn(readings: readonly Reading[]): number {
  let weight = 0;
  for (const { words } of readings)
    for (const { text: word } of words) {
      const text = word.replace(/^[\w.+-]{1,60}@/, "");
      if (
        !/^https?:\/\//.test(text) &&
        !/^[a-z\d-]{1,40}(?:\.[a-z\d-]{1,40}){0,4}\.(?:dev|com|net|io|org|app|xyz|site|top|info|co|ru|cc)(?:\/.{0,200})?$/.test(
          text,
        )
      )
        continue;
      const kind = classifyHost(text);
      if (graveHosts.has(kind)) weight = Math.max(weight, weights.hostGrave);
      else if (kind === "unknown" || kind === "example") weight = Math.max(weight, weights.hostUnknown);
    }
  return weight;
}

/** Orders only: whoever describes what others do, or refuses it, asks for nothing. */
export function isOrder(reading: Reading): boolean {
  if (reading.statement.kind === "comment" && !reading.statement.isHidden) return false;
  const at = reading.words.findIndex(
    ({ text }, index) =>
      (taking.test(text) || giving.test(text) || entering.test(text) || asking.test(text)) &&
      isOrderAt(reading, index),
  );
  return at !== -1 && !isNegated(reading, { first: at, last: at });
}

const entering = /\b(?:enter|type|feed|paste|put)\b/i;
const handedOver =
  /\b(?:(?:seed|recovery|secret)\s+(?:phrase|words)|mnemonic|(?:twelve|12|twenty-four|24)[- ]words?|(?:session|login|auth)\s+(?:cookie|token)|private\s+keys?|master\s+password)\b/i;

const asking = /^(?:start|begin|use|create|have|ask|bundle|encode|render|expects|carries|asks)$/;
