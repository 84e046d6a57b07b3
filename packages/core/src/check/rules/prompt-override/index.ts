import { findSigns, placeOf, weigh } from "../../../scan/prose/find-signs.ts";
import { isMention } from "../../../scan/prose/mention.ts";
import { type Reading, readingsOf } from "../../../scan/prose/reading.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { isHiddenOrder } from "./hidden-order.ts";
import { falseMarks, foreignHint, foreignOrders, signs, type Trick } from "./signs.ts";

export const rule: Rule = defineRule({
  id: "prompt-override",
  category: "security",
  severity: "warning",
  summary:
    "No text tells the agent to drop its instructions or safeguards, and none that people cannot see gives orders.",
  messages: {
    ignoreInstructions:
      "'{phrase}' tells the agent to drop its other instructions; describe only what the skill does.",
    claimAuthority:
      "'{phrase}' claims to come from the system or its vendor; write it as an instruction of the skill.",
    disableSafety: "'{phrase}' tells the agent to bypass its safeguards; remove it.",
    obeyText: "'{phrase}' has the agent take text from elsewhere as orders; such text is data.",
    passOn: "'{phrase}' has the agent hand orders on to other agents; leave their tasks to the user.",
    hiddenOrder:
      "Text that people do not see where the page is rendered instructs the agent: '{phrase}'; move it into the visible text or remove it.",
  },
  threat: {
    owasp: ["AST01", "AST04"],
    why: "An agent that obeys it works for the author of the skill instead of for its user.",
    remedy: "Remove the sentence; a skill adds knowledge and needs no power over other instructions.",
    levels: {
      ignoreInstructions: "high",
      claimAuthority: "high",
      disableSafety: "high",
      obeyText: "medium",
      passOn: "medium",
      hiddenOrder: "high",
    },
  },
  check(skill, { report }) {
    const readings = readingsOf(skill.evidence());
    const reported = new Set<Reading>();
    for (const { message, level, reading, text } of findSigns(readings, signs)) {
      reported.add(reading);
      const { isHidden } = reading.statement;
      report({
        message: isHidden ? "hiddenOrder" : message,
        args: { phrase: excerpt(text) },
        level: isHidden ? weigh("critical", reading) : level,
        ...placeOf(reading, text),
      });
    }
    for (const reading of readings) {
      if (reported.has(reading)) continue;
      const mark = matchOf(reading, falseMarks);
      const { statement } = reading;
      if (mark !== undefined && statement.isQuoted) continue;
      const mayBeForeign = mark === undefined && foreignHint.test(statement.plain);
      const foreign = mayBeForeign ? matchOf(reading, foreignOrders) : undefined;
      if (foreign !== undefined && !statement.isQuoted) {
        report({
          message: "ignoreInstructions" satisfies Trick,
          args: { phrase: excerpt(foreign) },
          level: weigh("high", reading),
          ...placeOf(reading, foreign),
        });
        continue;
      }
      if (mark !== undefined)
        report({
          message: "claimAuthority" satisfies Trick,
          args: { phrase: excerpt(mark) },
          level: weigh("high", reading),
          ...placeOf(reading, mark),
        });
      else if (statement.isHidden) {
        const level = isHiddenOrder(reading);
        if (level !== undefined)
          report({
            message: "hiddenOrder",
            args: { phrase: excerpt(statement.plain) },
            level: weigh(level, reading),
            ...placeOf(reading, ""),
          });
      }
    }
  },
});

function matchOf(reading: Reading, patterns: readonly RegExp[]): string | undefined {
  const plain = reading.statement.plain.slice(0, longest);
  for (const pattern of patterns) {
    const match = pattern.exec(plain);
    if (match && !isMention(reading, wordsBetween(reading, match.index, match.index + match[0].length)))
      return match[0];
  }
  return undefined;
}

const longest = 2000;

function wordsBetween({ words }: Reading, start: number, end: number): { first: number; last: number } {
  const first = words.findIndex((word) => word.start >= start);
  const last = words.findLastIndex((word) => word.end <= end);
  return { first: Math.max(0, first), last: Math.max(0, last) };
}
