import { defineRule, type Rule } from "../../rule.ts";
import { secretKinds } from "./secret-kinds.ts";

export const rule: Rule = defineRule({
  id: "embedded-secret",
  category: "security",
  severity: "error",
  hidesSource: true,
  summary: "The skill contains no real key, token or password.",
  messages: {
    secret:
      "This looks like a real {kind} ('{start}…', {length} characters); revoke it, and have the skill read it from the environment.",
  },
  threat: {
    owasp: ["AST03"],
    why: "Everyone who has the skill has the key, and what it opens.",
    remedy: "Revoke the key, and have the skill read its own from the environment.",
    levels: { secret: "low" },
  },
  check(skill, { report }) {
    for (const { text, placeOf } of skill.evidence().texts) {
      if (!hint.test(text)) continue;
      for (const match of text.matchAll(anySecret)) {
        const kind = kindOf(match);
        if (isPlaceholder(kind === privateKey ? bodyOf(match[0]) : match[0])) continue;
        const end = match.index + (kind === privateKey ? keyLength(text, match) : match[0].length);
        // The finding must not reveal the secret.
        const args = { kind, start: match[0].slice(0, 4), length: end - match.index };
        report({ message: "secret", args, ...placeOf({ start: match.index, end }) });
      }
    }
  },
});

const privateKey = "private key";
const lineBreak = String.raw`(?:\\[rn]|["',\s]|\s\+\s){1,40}`;
// A header alone is often a pattern or an example; two lines of base64 make it a key.
const keyBlock = `-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY(?: BLOCK)?-----${lineBreak}[A-Za-z0-9+/=]{16,80}${lineBreak}[A-Za-z0-9+/=]{16,80}`;
const hint =
  /AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|npm_|pypi-|\bsk-|AIza|xox[baprs]-|hooks\.slack|webhooks\/|:AA|k_live_|hf_|SG\.|PRIVATE KEY/;
const anySecret = new RegExp(
  `(${keyBlock})|(?<![A-Za-z0-9_])(?:${secretKinds.map(({ pattern }) => `(${pattern})`).join("|")})`,
  "g",
);

function kindOf(match: RegExpExecArray): string {
  const group = match.findIndex((part, index) => index > 0 && part !== undefined);
  return secretKinds[group - 2]?.name ?? privateKey;
}

function bodyOf(block: string): string {
  return block.slice(block.lastIndexOf("-----") + 5).replace(/\\[rn]|[^A-Za-z0-9+/=]/g, "");
}

/** No private key in text form is longer: RSA with 16,384 bits has 12,700 characters. */
const longestKey = 16_000;

function keyLength(text: string, match: RegExpExecArray): number {
  const end = /-----END [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----/.exec(
    text.slice(match.index, match.index + longestKey),
  );
  return end ? end.index + end[0].length : match[0].length;
}

const placeholderWords =
  /example|sample|dummy|fake|placeholder|redacted|changeme|replace|your|test|demo|secret|xxxx|0000|1234|abcd|\.\.\.|\*\*\*/i;

/** In bits per character. 20 or more random characters stay above this; repeated and patterned text falls below. */
const lowestEntropy = 3;

/** Whether a text has the form of a secret but was written as an example. */
function isPlaceholder(secret: string): boolean {
  return placeholderWords.test(secret) || entropyOf(secret) < lowestEntropy;
}

function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / text.length) * Math.log2(count / text.length);
  return entropy;
}
