import type { Level } from "../../../finding.ts";
import { classifyHost, type HostKind } from "../../../scan/hosts.ts";
import { findSigns, has, placeOf, type SignFound, weigh } from "../../../scan/prose/find-signs.ts";
import { type Reading, readingsOf } from "../../../scan/prose/reading.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { signs, type Wish } from "./signs.ts";

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
    for (const reading of readings) {
      const image = imageIn(reading);
      if (image !== undefined && !reading.statement.isQuoted)
        report({
          message: "image",
          args: { phrase: excerpt(image) },
          level: weigh("high", reading),
          ...placeOf(reading, image),
        });
    }
    let last: Reading | undefined;
    for (const found of findSigns(readings, signs)) {
      const { message, reading, text } = found;
      const level = message === "send" ? levelOf(found, passageOf(readings, reading)) : found.level;
      // Sentences beside each other are one request.
      if (level === undefined || (last !== undefined && isBeside(last, reading))) continue;
      last = reading;
      report({ message, args: { phrase: excerpt(text) }, level, ...placeOf(reading, text) });
    }
  },
});

const reach = 2;

function passageOf(readings: readonly Reading[], reading: Reading): readonly Reading[] {
  const at = readings.indexOf(reading);
  return readings.slice(Math.max(0, at - reach), at + reach + 1).filter((one) => isBeside(one, reading));
}

function isBeside({ statement }: Reading, { statement: other }: Reading): boolean {
  return (
    statement.source === other.source &&
    statement.headings.at(-1) === other.headings.at(-1) &&
    Math.abs(statement.span.start - other.span.start) < 500
  );
}

/** Where data goes decides: a place that takes data from anyone has no honest use for secrets, a service that is known has. */
function levelOf({ level, reading }: SignFound<Wish>, passage: readonly Reading[]): Level | undefined {
  const kinds = passage.flatMap(hostsIn);
  if (kinds.some((kind) => grave.has(kind))) return weigh("critical", reading);
  if (reading.statement.isHidden) return "critical";
  const isHarmless = kinds.length > 0 && kinds.every((kind) => harmless.has(kind));
  if (isHarmless && !passage.some((one) => has(one, "oddGoal", "ownGoal")))
    return level === "high" ? "medium" : undefined;
  // Nothing honest hides where secrets go.
  if (level !== "low" && passage.some((one) => has(one, "secretly", "covert")))
    return weigh("critical", reading);
  // What only the user should have, on its way to somebody unknown.
  const isGrave = has(reading, "secret", "secretFile") && passage.some((one) => has(one, "stranger"));
  return level === "medium" && isGrave ? weigh("high", reading) : level;
}

function hostsIn({ words }: Reading): readonly HostKind[] {
  return words.flatMap(({ text }) => {
    const host = text.replace(/^[\w.+-]{1,60}@/, "");
    if (!/^https?:\/\/|^\d{1,3}(?:\.\d{1,3}){3}/.test(host)) return host === text ? [] : ["unknown" as const];
    return [classifyHost(host)];
  });
}

const grave: ReadonlySet<HostKind> = new Set<HostKind>([
  "webhook",
  "paste-site",
  "file-drop",
  "tunnel",
  "raw-address",
  "dns-log",
  "look-alike",
]);
const harmless: ReadonlySet<HostKind> = new Set<HostKind>(["well-known", "code-host", "loopback", "private"]);

/** An image whose address has a blank that the agent is to fill with data. */
const filledImage =
  /!\[[^\]\n]{0,200}\]\(\s{0,4}(https?:\/\/[^)\s]{1,400}(?:[?&#/][^)\s=]{0,60}=?(?:\{|<|\$|\[)|=(?:[A-Z][A-Z_]{3,40}|BASE64|data\b))[^)\n]{0,200})\)/i;
const secretive =
  /secret|token|key|password|credential|conversation|history|chat|prompt|\benv\b|base64|encoded?|context|user.?data|message|stolen|exfil/i;

function imageIn({ statement }: Reading): string | undefined {
  const { source, span, plain } = statement;
  if (!plain.includes("http")) return undefined;
  const match = filledImage.exec(source.text.slice(span.start, span.end));
  if (match?.[1] !== undefined && harmless.has(classifyHost(match[1]))) return undefined;
  return match?.[1] !== undefined && secretive.test(`${match[1]} ${plain.replace(match[1], "")}`)
    ? match[1]
    : undefined;
}
