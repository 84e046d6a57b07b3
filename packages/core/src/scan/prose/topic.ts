import { endOfFrontmatter } from "./read-blocks.ts";

/**
 * Whether the frontmatter of a SKILL.md says that the skill is about attacks, so that titles such as "Attack examples" stand above samples. In a skill
 * about anything else, such a title is a way to hide orders. A text without frontmatter says nothing and may be about anything.
 */
export function mayTeachAttacks(text: string): boolean {
  const end = endOfFrontmatter(text);
  return end <= 1 || topic.test(text.slice(0, Math.min(end, longest)));
}

/** Descriptions have at most 1,024 characters; the rest are fields that say nothing about the topic. */
const longest = 4000;

const topic =
  /\b(?:secur\w+|attack\w*|injection\w*|jailbreak\w*|red[ -]team\w*|malicious|malware|threat\w*|vulnerab\w+|exploit\w*|pentest\w*|penetration|owasp|adversarial|guardrails?|phishing|forensic\w*|exfiltration|anti-?patterns?|audit\w*|review\w*|prompts?|moderation|safety|evals?|scanner|scanning|hardening|defen[cs]e)\b/i;
