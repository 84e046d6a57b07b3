import { expect, test } from "vitest";
import { formatFinding } from "../../../format-finding.ts";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string => `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`;
// Random characters in the forms of real secrets, put together here so that no scanner takes this file for a leak.
const random =
  "q7RtZ2mXv9LkP4sWb8NcJ3hYf6GdT5aQe1UoK0iVxMyBzSwCnDpHrFgEjAlOuI7t3R9k2W5v8Z4m6X1q0P9s7L3c5N8b2J4h6Y1f";
const letters = "qRtZmXvLkPsWbNcJhYfGdTaQeUoKiVxMyBzSwCnDpHrFgEjAlOuI";
const upper = "Q7RTZ2MXV6LKP4SWB5NC";
const hex = "9f3c1a7be5d02468ac1f0b7d3e59c8a2f61b04d97e83a5c0d2f4b6918e7a3c5d";

test.each([
  ["AWS access key id", `AKIA${upper.slice(0, 16)}`],
  ["GitHub token", `ghp_${random.slice(0, 36)}`],
  ["GitHub token", `gho_${random.slice(0, 36)}`],
  ["GitHub token", `github_pat_${random.slice(0, 22)}_${random.slice(22, 81)}`],
  ["GitLab token", `glpat-${random.slice(0, 20)}`],
  ["npm token", `npm_${random.slice(0, 36)}`],
  ["Anthropic key", `sk-ant-api03-${random.slice(0, 93)}`],
  ["OpenAI key", `sk-proj-${random.slice(0, 80)}`],
  ["OpenAI key", `sk-${random.slice(0, 20)}T3BlbkFJ${random.slice(20, 40)}`],
  ["API key", `sk-${random.slice(0, 48)}`],
  ["API key", `sk-${hex.slice(0, 32)}`],
  ["OpenRouter key", `sk-or-v1-${hex}`],
  ["Google API key", `AIza${random.slice(0, 35)}`],
  ["Slack token", `xoxb-483920174655-${random.slice(0, 30)}`],
  ["Slack webhook", `hooks.slack.com/services/T8Q2ZRX7K/B9M4WLP3V/${random.slice(0, 24)}`],
  ["Discord webhook", `discord.com/api/webhooks/918273645546372819/${random.slice(0, 68)}`],
  ["Telegram bot token", `5839201746:AA${random.slice(0, 33)}`],
  ["Stripe key", `sk_live_${random.slice(0, 24)}`],
  ["Hugging Face token", `hf_${letters.slice(0, 34)}`],
  ["SendGrid key", `SG.${random.slice(0, 22)}.${random.slice(22, 65)}`],
])("a %s is found and never shown", (kind, secret) => {
  const [finding, ...rest] = findingsOf("embedded-secret", skill(`export KEY="${secret}"`));
  expect(rest).toEqual([]);
  expect(finding).toMatchObject({
    args: { kind, start: secret.slice(0, 4), length: secret.length },
    range: { start: { line: 5, column: 13 }, end: { line: 5, column: 13 + secret.length } },
  });
  expect(JSON.stringify(finding) + (finding ? formatFinding(finding) : "")).not.toContain(
    secret.slice(0, 12),
  );
});

const keyOf = (separator: string): string =>
  [
    "-----BEGIN RSA PRIVATE KEY-----",
    random.slice(0, 64),
    random.slice(30, 94),
    "-----END RSA PRIVATE KEY-----",
  ].join(separator);

test.each([
  ["lines", "\n"],
  ["Windows lines", "\r\n"],
  ["escapes", "\\n"],
  ["joined strings", '\\n" +\n  "'],
])("a private key in %s is found completely", (_, separator) => {
  const key = keyOf(separator);
  const files = { "pdf/SKILL.md": skill(""), "pdf/scripts/key.js": `const key = "${key}";` };
  expect(findingsOf("embedded-secret", files)).toMatchObject([
    { file: "pdf/scripts/key.js", args: { kind: "private key", start: "----", length: key.length } },
  ]);
});

test.each([
  ["the example of the AWS documents", "AKIAIOSFODNN7EXAMPLE"],
  ["crosses", `ghp_${"x".repeat(36)}`],
  ["letters in order", `ghp_abcdefghijklmnopqrstuvwxyz0123456789`],
  ["digits in order", "sk-12345678901234567890123456789012"],
  ["words", "sk-ant-api03-your-key-here"],
  [
    "a word that starts alike",
    "sk-authorization-roles-assign and task-management-with-many-words-in-a-row-here",
  ],
  ["one character repeated", `AIza${"A".repeat(35)}`],
  ["a key's header", "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----"],
  ["a pattern that finds keys", String.raw`/-----BEGIN (RSA )?PRIVATE KEY-----[\s\S]+?-----END/`],
  ["a token one character short", `ghp_${random.slice(0, 35)}`],
  ["a commit", hex.slice(0, 40)],
])("%s is not a secret", (_, text) => {
  expect(findingsOf("embedded-secret", skill(text))).toEqual([]);
});

test("400 KB of hostile characters terminate", () => {
  for (const unit of ["sk-", "-----BEGIN RSA PRIVATE KEY-----", " + ", "ghp_aB3", "A", "xoxb-123456789-"]) {
    const body = `-----BEGIN RSA PRIVATE KEY-----${unit.repeat(400_000 / unit.length)}`;
    expect(findingsOf("embedded-secret", skill(body)).length).toBeLessThanOrEqual(50);
  }
});
