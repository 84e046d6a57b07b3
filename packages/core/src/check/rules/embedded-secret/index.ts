import { defineRule, type Rule } from "../../rule.ts";
import { textsOf } from "../download-and-run/skill-texts.ts";
import { isPlaceholder } from "./is-placeholder.ts";
import { secretKinds } from "./secret-kinds.ts";

export const rule: Rule = defineRule({
  id: "embedded-secret",
  category: "security",
  severity: "error",
  summary: "No key, token or password of a real service lies in the skill.",
  messages: {
    secret:
      "This looks like a real {kind} ('{start}…', {length} characters); revoke it, and let the skill read it from the environment.",
  },
  check(skill, { report }) {
    for (const { text, place } of textsOf(skill)) {
      if (!hint.test(text)) continue;
      for (const match of text.matchAll(anySecret)) {
        const [secret] = match;
        const kind = kindOf(match);
        if (isPlaceholder(kind === privateKey ? bodyOf(secret) : secret)) continue;
        // Whoever reads the finding must not learn the secret from it.
        const args = { kind, start: secret.slice(0, 4), length: secret.length };
        report({ message: "secret", args, span: { start: match.index, end: match.index + secret.length }, ...place });
      }
    }
  },
});

const privateKey = "private key";
// A key's header alone is often a pattern or a text to show; its first two lines of base64 make it a key.
const keyBlock = String.raw`-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY(?: BLOCK)?-----(?:\\[rn]|[\s"'+,]){1,40}[A-Za-z0-9+/=]{16,80}(?:\\[rn]|[\s"'+,]){1,40}[A-Za-z0-9+/=]{16,80}(?:(?:\\[rn]|[\s"'+,]){1,40}[A-Za-z0-9+/=]{1,80}){0,80}`;
const hint = /AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|npm_|pypi-|sk-|AIza|xox[baprs]-|hooks\.slack|webhooks\/|:AA|k_live_|hf_|SG\.|PRIVATE KEY/;
const anySecret = new RegExp(`(${keyBlock})|(?<![A-Za-z0-9_])(?:${secretKinds.map(({ pattern }) => `(${pattern})`).join("|")})`, "g");

function kindOf(match: RegExpExecArray): string {
  const group = match.findIndex((part, index) => index > 0 && part !== undefined);
  return secretKinds[group - 2]?.name ?? privateKey;
}

function bodyOf(block: string): string {
  return block.slice(block.lastIndexOf("-----") + 5).replace(/\\[rn]|[^A-Za-z0-9+/=]/g, "");
}
