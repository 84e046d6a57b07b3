import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Finding } from "../finding.ts";
import { createLineIndex } from "../text/line-index.ts";
import { validateLikeReference } from "./validate-reference.ts";

/** The reference tool's findings in its order, with its exact messages. */
export function checkWithReference(skill: LoadedSkill): readonly Finding[] {
  const { parsed, file, directoryName } = skill;
  const lines = createLineIndex(parsed.text);
  const messages =
    unreadable(skill) ??
    validateLikeReference({ text: parsed.text, ...(directoryName === undefined ? {} : { directoryName }) });
  return messages.map(({ rule, message, span = { start: 0, end: 0 } }) => ({
    rule,
    category: "spec",
    severity: "error",
    message,
    args: {},
    file,
    range: lines.rangeOf(span),
  }));
}

type Message = ReturnType<typeof validateLikeReference>[number];

/** Messages for files on which the reference tool mostly crashes. */
function unreadable({ parsed }: LoadedSkill): readonly Message[] | undefined {
  const problem = parsed.problems.find(({ rule }) => rule.startsWith("file.") && rule !== "file.bom");
  if (!problem) return undefined;
  if (problem.rule === "file.missing")
    return [{ rule: problem.rule, message: "Missing required file: SKILL.md" }];
  return [
    { rule: problem.rule, message: `SKILL.md cannot be read: ${reasons[problem.rule] ?? "unknown reason"}` },
  ];
}

const reasons: Readonly<Record<string, string>> = {
  "file.encoding": "it is not UTF-8 text",
  "file.tooLarge": "it is too large",
  "file.unreadable": "it is not a regular file, or cannot be opened",
  "file.linkOutside": "it is a link out of the skill's directory",
};
