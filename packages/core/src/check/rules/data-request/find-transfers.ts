import { classifyHost, type HostKind } from "../../../scan/hosts.ts";
import { isMention } from "../../../scan/prose/phrases.ts";
import type { Reading } from "../../../scan/prose/reading.ts";
import { graveHosts } from "./score-request.ts";

export type Transfer = { readonly first: Reading; readonly last: Reading };

/** What is wanted and where it goes may stand in neighboring sentences or the cells of a row. */
const most = 4;
const longest = 700;

/**
 * Passages that name what only the user should have, a way out and a receiver that is not well known, in whatever grammar: "what lies in ~/.ssh is
 * required for the report, which is delivered to …". Starts at the receiver, which few statements have.
 */
export function findTransfers(
  readings: readonly Reading[],
  reported: ReadonlySet<Reading>,
): readonly Transfer[] {
  const found: Transfer[] = [];
  let after = -1;
  for (const [index, last] of readings.entries()) {
    if (index <= after || !mayReceive(last) || !hasReceiver(last)) continue;
    for (let count = 1; count <= most; count++) {
      const first = readings[index - count + 1];
      if (first === undefined || index - count + 1 <= after || !isNear(first, last)) break;
      const plain = readings
        .slice(index - count + 1, index + 1)
        .map(({ statement }) => statement.plain)
        .join(" ; ");
      if (plain.length > longest || ordinary.test(plain)) break;
      if (!wanted.test(plain) || !leaving.test(plain)) continue;
      const isOwn = readings.slice(index - count + 1, index + 1).some((one) => reported.has(one));
      if (!isOwn && !last.statement.isQuoted && !isMention(first, { first: 0, last: 0 })) {
        found.push({ first, last });
        after = index;
      }
      break;
    }
  }
  return found;
}

function mayReceive({ statement }: Reading): boolean {
  const { source, kind, plain } = statement;
  if (source.role === "test" || source.role === "data" || kind === "heading" || kind === "value")
    return false;
  return (source.language === "markdown" || source.language === "text") && mayBeAddress.test(plain);
}

/** Spares most statements a look at their words. */
const mayBeAddress =
  /https?:|s3:|\w@\w|\bour\s|\w\.(?:app|cc|co|com|dev|info|io|net|org|ru|site|tools|top|xyz|cloud|ai|me|link|live|online)\b/i;

function isNear(first: Reading, { statement }: Reading): boolean {
  const { source, headings, span } = first.statement;
  return (
    source === statement.source &&
    headings.at(-1) === statement.headings.at(-1) &&
    statement.span.start - span.start < longest
  );
}

const receivers: ReadonlySet<HostKind> = new Set<HostKind>([...graveHosts, "unknown"]);

function hasReceiver({ words, statement }: Reading): boolean {
  if (/\bs3:\/\/\w/.test(statement.plain) || ours.test(statement.plain)) return true;
  return words.some(({ text }) => {
    const isMail = /^[\w.+-]{1,60}@/.test(text);
    const host = text.replace(/^[\w.+-]{1,60}@/, "");
    if (!/^https?:\/\//.test(host) && !bareHost.test(host)) return false;
    return isMail || receivers.has(classifyHost(host));
  });
}

const ours = /\bour\s{1,3}(?:bot|team|server|api|backend|support|service|endpoint|collector|bucket)\b/i;
const bareHost =
  /^[a-z\d-]{1,40}(?:\.[a-z\d-]{1,40}){1,4}(?<=\.(?:app|cc|co|com|dev|info|io|net|org|ru|site|tools|top|xyz|cloud|ai|me|link|live|online))(?:\/.{0,200})?$/;

/** Secrets as such, and what a user says or owns; the key of a service is none. */
const wanted = new RegExp(
  [
    String.raw`~\/\.(?:ssh|aws|gnupg|kube|netrc|npmrc|config\/(?:gcloud|gh)|docker)\b|\.(?:pgpass|git-credentials|netrc|pypirc)\b|\bkubeconfig\b|\bid_(?:rsa|ed25519)\b`,
    String.raw`\bcontents?\s+of\s+(?:\S+\s+){0,3}(?:\.env|credentials|secrets)\b|\.env\b[^;]{0,60}\b(?:every|all|each|any|lines?|contents?|values?)\b`,
    String.raw`\b(?:(?:every|all|each|any)\s+(?:lines?|values?|entr(?:y|ies))|contents?)\b[^;]{0,40}\.env\b`,
    String.raw`\b(?:every|all|any|each|whatever)\s+(?:\w+\s+){0,4}(?:passwords?|secrets?|credentials?|tokens|logins?|private\s+keys?)\b`,
    String.raw`\b(?:saved|stored|found|user's|their|database|plain)\s+(?:\w+\s+)?(?:passwords?|passphrases?|credentials|logins?)\b|\blooks?\s+like\s+a\s+(?:password|secret|key|token|credential)\b|\bincluding\s+the\s+password\b|\bpasswords?\s+(?:are|is|were)\s+in\b`,
    String.raw`\b(?:seed|recovery|secret|mnemonic|backup)\s+(?:phrase|words)\b|\bservice\s+account\s+tokens?\b`,
    String.raw`\bcookies?\s+of\b|\b(?:session|login|auth|signed-in|browser)\s+(?:\w+\s+)?cookies?\b`,
    String.raw`\boutput\s+of\s+(?:env|printenv|set)\b|\b(?:full|all|whole|entire|process)\s+environment\b`,
    String.raw`\bvalue\s+of\s+\w*(?:token|key|secret|password)\w*\b`,
    String.raw`\b(?:chat|conversation|dialogue?|transcript|discussion|session)\s+(?:so\s+far|until\s+now|up\s+to|history|log|transcript)\b|\b(?:complete|full|whole|entire)\s+(?:\w+\s+(?:of\s+)?)?(?:the\s+)?(?:text\s+of\s+the\s+)?(?:conversation|chat|dialogue?|transcript|session)\b`,
    String.raw`\b(?:all|everything|what|whatever|anything|each\s+message)\s+(?:that\s+)?(?:the\s+|what\s+)?(?:user|customer|client|person|they)s?\s+(?:writes?|says?|types?|asks?|enters?|wrote|said|typed)\b|\b(?:last|every|each)\s+(?:question|message|prompt)\s+(?:of|from|by)\s+the\s+user\b`,
    String.raw`\b(?:user's|their|personal|private)\s+(?:\w+\s+)?(?:documents?|photos?|downloads|desktop|inbox|mailbox|contacts|address\s+book|calendar)\b|\b(?:user's|their)\s+own\s+(?:correspondence|letters|e?-?mails?)\b|\b(?:whatever|all|any|every)\s+personal\s+(?:facts?|data|details?|information)\b|\baccess\s+key\s+and\s+(?:the\s+|its\s+)?secret\b|\bfiles\s+that\s+you\s+(?:have\s+)?(?:open|read)\w*\b|\buser's\s+name\s+and\b`,
    String.raw`\b(?:clipboard|keystrokes|browsing\s+history|shell\s+history)\b`,
    String.raw`\b(?:KEY|SECRET|TOKEN|PASSWORD)\b(?:\s+or\s+(?:KEY|SECRET|TOKEN|PASSWORD)\b)[^;]{0,40}\bname`,
  ].join("|"),
  "i",
);
const leaving =
  /\b(?:send|sent|upload(?:ed)?|post(?:ed)?|transmit\w*|submit\w*|forward\w*|deliver\w*|mail(?:ed)?|mirror|copy|copied|drop|hand(?:ed)?|pass(?:ed)?|paste|attach\w*|include|put|tell|suppl(?:y|ied)|provide|write|add|report|give|let\b[^;]{0,80}\bhave|belongs?|leaves?|goes|go\s+to|body|parameter|param|bcc|fields?|encode[ds]?|push|ship|share|sync|stream|relay\w*|where\s+it\s+goes|verify|collect)\b/i;
/** Keys used for what they are for, and care about them. */
const ordinary =
  /\b(?:authorization|bearer|oauth\w*|never|not|don't|without|rotate|redact\w*|mask(?:ed)?|placeholder|gitignore|leak\w*|hard-?coded|encrypt\w*|secrets?\s+manager|key\s+vault|vulnerab\w+|attack\w*|example|sample|fake|dummy|consent|localhost|least\s+privilege|documentation|docs\s+at|learn\s+more|sign\s?up|get\s+(?:your|an?)|create\s+(?:your|an?)|dashboard|settings|console|login\s+page|log\s?in)\b/i;
