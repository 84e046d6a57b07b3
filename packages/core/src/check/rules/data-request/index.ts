import { classifyHost } from "../../../scan/hosts.ts";
import { findOrders } from "../../../scan/prose/find-orders.ts";
import { placeOf, weigh } from "../../../scan/prose/find-signs.ts";
import { type Found, isMention, isNegated, textOf } from "../../../scan/prose/phrases.ts";
import { type Reading, readingsOf } from "../../../scan/prose/reading.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { findPassages } from "./find-passages.ts";
import { findAcross, findRequest, levelOf } from "./find-request.ts";
import { findTransfers } from "./find-transfers.ts";

export const rule: Rule = defineRule({
  id: "data-request",
  category: "security",
  severity: "warning",
  summary: "No sentence asks the agent to send secrets, conversations or personal files away.",
  messages: {
    send: "'{phrase}' asks the agent to hand over secrets or a conversation; remove it.",
    collect: "'{phrase}' asks the agent to gather secrets; name the one that the task needs.",
    image: "The image address '{phrase}' carries data away when the answer is shown; use a fixed address.",
  },
  threat: {
    owasp: ["AST01", "AST03"],
    why: "The agent reads with the user's rights, and what it sends away cannot be called back.",
    remedy:
      "Let the skill work with what the user gives it, and name the services that receive data in its description.",
    levels: { send: "high", collect: "medium", image: "high" },
  },
  check(skill, { report }) {
    const readings = readingsOf(skill.evidence());
    const reported = new Set<Reading>();
    for (const [index, reading] of readings.entries()) {
      const following = (): readonly Reading[] => notQuotedAfter(readings, index);
      const image = imageIn(reading);
      if (image !== undefined && !reading.statement.isQuoted)
        report({
          message: "image",
          args: { phrase: excerpt(image) },
          level: weigh("high", reading),
          ...placeOf(reading, image),
        });
      const found = findRequest(reading) ?? findAcross(reading, following);
      if (found === undefined || reading.statement.isQuoted || isRefused(reading, found)) continue;
      const text = textOf(reading, found);
      reported.add(reading);
      report({
        message: "send",
        args: { phrase: excerpt(text) },
        level: weigh(levelOf(reading, following()[0]), reading),
        ...placeOf(reading, text),
      });
    }
    for (const { reading, text } of findOrders(skill.evidence(), phishing)) {
      if (reported.has(reading)) continue;
      reported.add(reading);
      report({
        message: "collect",
        args: { phrase: excerpt(text) },
        level: weigh("medium", reading),
        ...placeOf(reading, text),
      });
    }
    const passages = findPassages(readings, reported);
    for (const { first, last, isSent } of passages) {
      reported.add(first);
      reported.add(last);
      report({
        message: isSent ? "send" : "collect",
        args: { phrase: excerpt(first.statement.plain) },
        // Words that add up over sentences say less in long references.
        level: weigh(first.statement.source.role === "reference" ? "low" : "medium", first),
        ...first.statement.source.placeOf({
          start: first.statement.span.start,
          end: last.statement.span.end,
        }),
      });
    }
    for (const { first, last } of findTransfers(readings, reported))
      report({
        message: "send",
        args: { phrase: excerpt(last.statement.plain) },
        level: weigh(last.statement.isHidden ? "high" : "medium", last),
        ...last.statement.source.placeOf({
          start: first.statement.span.start,
          end: Math.max(first.statement.span.end, last.statement.span.end),
        }),
      });
  },
});

/** The user is to hand a login to the agent, which keeps what it reads. */
const phishing: readonly RegExp[] = [
  /\b(?:ask|have|tell|get|prompt|request|let|make)\b[^.\n]{0,30}\b(?:users?|them|they|person|human|owner)\b[^.\n]{0,80}\b(?:master\s+password|(?:sudo|login|account|system|keychain|admin|root|bank\w{0,3})\s+password|pass\s?phrase|recovery\s+(?:phrase|key|codes?)|(?:seed|secret)\s+(?:phrase|words)|one-time\s+(?:code|password)|user\s?name\s+and\s+password|(?:twelve|twenty-four|12|24)\s+words|card\s+number)\b[^.\n]{0,80}\b(?:chat|conversation|here|again|keep|later|form|reply|message|store|save|enter|check|verify|validat\w{1,4})\b/i,
];

/** The next two statements that are not quoted, near by. */
function notQuotedAfter(readings: readonly Reading[], index: number): readonly Reading[] {
  return readings
    .slice(index + 1, index + 1 + nearby)
    .filter(({ statement }) => !statement.isQuoted)
    .slice(0, 2);
}

const nearby = 40;

function isRefused(reading: Reading, found: Found): boolean {
  return isNegated(reading, found) || isMention(reading, found);
}

/** An image whose address has a blank that the agent is to fill with data. */
const filledImage =
  /!\[[^\]\n]{0,200}\]\(\s{0,4}(https?:\/\/[^)\s]{1,400}(?:[?&#/][^)\s=]{0,60}=?(?:\{|<|\$|\[)|=(?:[A-Z][A-Z_]{3,40}|BASE64|data\b))[^)\n]{0,200})\)/i;
const fixedHosts = new Set<ReturnType<typeof classifyHost>>([
  "well-known",
  "code-host",
  "loopback",
  "private",
]);
const secretive =
  /secret|token|key|password|credential|conversation|history|chat|prompt|\benv\b|base64|encoded?|context|user.?data|message|stolen|exfil/i;

function imageIn({ statement }: Reading): string | undefined {
  const { source, span, plain } = statement;
  if (!plain.includes("http")) return undefined;
  const match = filledImage.exec(source.text.slice(span.start, span.end));
  if (match?.[1] !== undefined && fixedHosts.has(classifyHost(match[1]))) return undefined;
  return match?.[1] !== undefined && secretive.test(`${match[1]} ${plain.replace(match[1], "")}`)
    ? match[1]
    : undefined;
}
