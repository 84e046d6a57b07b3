import type { Span } from "../../../text/span.ts";

export type Trick = "ignoreInstructions" | "hideFromUser" | "claimAuthority" | "disableSafety";

const user = String.raw`(?:the[ \t]+)?(?:users?|humans?|operators?)\b`;
const not = String.raw`\b(?:do\s{1,4}not|don['’]t|never|must\s{1,4}not|should\s{1,4}not)\s{1,4}(?:ever\s{1,4})?`;
const earlier = "(?:previous|prior|earlier|above|preceding|original|existing|system)";
const orders = String.raw`(?:instructions?|prompts?|directives?|guidelines?|commands?|messages?|rules)\b`;
const protections = String.raw`(?:checks?|filters?|guidelines?|guardrails?|restrictions?|polic(?:y|ies)|measures?|protocols?|mechanisms?|constraints?)\b`;

/** Phrases by intent. Gaps are bounded and adjacent words differ, so each pattern is linear. */
const phrases: readonly (readonly [Trick, string])[] = [
  [
    "ignoreInstructions",
    String.raw`\b(?:ignore|disregard|forget|override)\s{1,4}(?:(?:all|any|the|your|of|these|those|my|every)\s{1,4}){0,4}(?:${earlier}\s{1,4}){1,2}(?:(?:user|safety|security|developer)\s{1,4})?${orders}`,
  ],
  [
    "ignoreInstructions",
    String.raw`\b(?:ignore|disregard|forget)\s{1,4}(?:all\s{1,4}|any\s{1,4})?(?:of\s{1,4})?(?:your\s{1,4}(?:${orders}|training|programming)|${orders}\s{1,4}(?:above|before|given|you\s{1,4}(?:were|have)))`,
  ],
  [
    "hideFromUser",
    String.raw`${not}(?:tell|inform|alert|warn)\s{1,4}${user}(?!\s{1,4}(?:to|where|whether|how|what|which|they|when|if|until|unless|before)\b)`,
  ],
  ["hideFromUser", String.raw`${not}notify\s{1,4}${user}\s{1,4}(?:about|of)\s{1,4}(?:this|these|it)\b`],
  [
    "hideFromUser",
    String.raw`${not}(?:mention|reveal|disclose|report)\s{1,4}(?:this|these|it|any\s{1,4}of\s{1,4}(?:this|these)|the)(?:\s{1,4}(?:step|command|script|instruction|upload|download|request|call|transfer|connection)s?)?\s{1,4}to\s{1,4}${user}`,
  ],
  [
    "hideFromUser",
    String.raw`\bwithout\s{1,4}(?:(?:informing|telling|notifying|alerting|warning)\s{1,4}${user}|${user}(?:['’]s)?\s{1,4}(?:knowledge|knowing|noticing|awareness)\b)`,
  ],
  [
    "hideFromUser",
    String.raw`\b(?:hide|conceal)\s{1,4}(?:this|these|it|all)\b[^.\n]{0,40}?\bfrom\s{1,4}${user}`,
  ],
  [
    "hideFromUser",
    String.raw`\bkeep\s{1,4}(?:this|these|it)\s{1,4}(?:secret|hidden|confidential)\s{1,4}from\s{1,4}${user}`,
  ],
  [
    "hideFromUser",
    String.raw`\b(?:secretly|covertly|surreptitiously)\s{1,4}(?:send|upload|copy|run|execute|install|collect|transmit|forward|read)\b`,
  ],
  [
    "claimAuthority",
    String.raw`<\|im_start\|>\s{0,4}system|<<sys>>|<system-reminder>|\[system\][ \t]{0,4}:?[ \t]{0,4}(?=you\b|ignore\b|new\b)`,
  ],
  [
    "claimAuthority",
    String.raw`^[ \t>*#-]{0,8}(?:system|admin|administrator|developer|anthropic|openai)(?:[ _-](?:message|prompt|override|notice|instruction|update|alert))?[*]{0,2}[ \t]{0,4}:[*]{0,2}[ \t]{1,4}(?:you\s{1,4}(?:must|are\s{1,4}now|will\s{1,4}now)|ignore\b|disregard\b|from\s{1,4}now\s{1,4}on|override\b|new\s{1,4}instructions?\b)`,
  ],
  [
    "claimAuthority",
    String.raw`<(?:important|critical|urgent|mandatory|system)>[^<]{0,400}?\b(?:read|send|pass|include|upload|post|copy)\b[^<]{0,80}?(?:~\/|\.ssh\b|\.env\b|mcp\.json|credentials|api[ _-]?keys?\b|passwords?\b)`,
  ],
  [
    "claimAuthority",
    String.raw`\b(?:this\s{1,4}skill|these\s{1,4}(?:instructions|rules))\s{1,4}(?:overrides?|supersedes?|takes?\s{1,4}(?:precedence|priority)\s{1,4}over)\s{1,4}(?:(?:all|any|your|the|other)\s{1,4}){0,3}(?:system\s{1,4}(?:prompts?|instructions?)|safety)\b`,
  ],
  [
    "disableSafety",
    String.raw`\b(?:disable|bypass|circumvent|ignore|turn\s{1,4}off|override)\s{1,4}(?:(?:all|any|every)\s{1,4}(?:of\s{1,4})?)?your\s{1,4}(?:own\s{1,4})?(?:safety|ethical|content|moderation|security)\s{1,4}${protections}`,
  ],
  [
    "disableSafety",
    String.raw`\byou\s{1,4}are\s{1,4}(?:now\s{1,4})?(?:in\s{1,4})?(?:developer|dan|jailbreak|jailbroken|unrestricted|god)\s{1,4}mode\b|\byou\s{1,4}are\s{1,4}no\s{1,4}longer\s{1,4}(?:bound|restricted|limited)\s{1,4}by\b`,
  ],
  [
    "disableSafety",
    String.raw`\bwithout\s{1,4}any\s{1,4}(?:safety|ethical|moral|content)\s{1,4}(?:restrictions|constraints|guidelines|filters)\b`,
  ],
];

/** Where a phrase can begin; everything else is skipped quickly. */
const beginnings =
  /\b(?:ignore|disregard|forget|override|do\s|don['’]|never|must\s|should\s|without|hide|conceal|keep|secretly|covertly|surreptitiously|disable|bypass|circumvent|turn\s|you\s|this\s|these\s)|<(?:\||<|system|important|critical|urgent|mandatory)|\[system|^[ \t>*#-]{0,8}(?:system|admin|developer|anthropic|openai)/gm;

/** One lowercase pattern for all phrases; the group that matched tells which. */
const anyPhrase = new RegExp(phrases.map(([, source]) => `(${source})`).join("|"), "my");

export type Phrase = { readonly trick: Trick; readonly span: Span };

/** All phrases in a text, in order and regardless of case. */
export function findPhrases(text: string): readonly Phrase[] {
  const folded = text.toLowerCase();
  // Lowercasing changes the length of a few letters, which would shift the offsets.
  const small = folded.length === text.length ? folded : text;
  const found: Phrase[] = [];
  beginnings.lastIndex = 0;
  for (let begin = beginnings.exec(small); begin; begin = beginnings.exec(small)) {
    anyPhrase.lastIndex = begin.index;
    const match = anyPhrase.exec(small);
    if (!match) continue;
    found.push({ trick: trickOf(match), span: { start: match.index, end: anyPhrase.lastIndex } });
    beginnings.lastIndex = anyPhrase.lastIndex;
  }
  return found;
}

function trickOf(match: RegExpExecArray): Trick {
  const group = match.findIndex((part, index) => index > 0 && part !== undefined);
  return phrases[group - 1]?.[0] ?? "ignoreInstructions";
}

/** A comment that addresses the agent and demands an action. */
export const orderInComment: RegExp =
  /\b(?:agents?|assistants?|claude|gpt|llms?|models?|AI)\b[^\n]{0,60}?\b(?:must|should|always|need\s+to|have\s+to)\b[^\n]{0,80}?\b(?:run|execute|send|upload|fetch|download|install|curl|post)\b/gi;
