import type { Action, ScannedText, Statement } from "../../scan/evidence.ts";
import type { CheckedSkill } from "../rule.ts";

const longestDescription = 2000;

/** What people see of a skill before they use it: its name as words, and its description. */
export function aboutOf({ parsed }: CheckedSkill): string {
  const { name = "", description = "" } = parsed.manifest;
  return `${name.replaceAll(/[-_]/g, " ")}\n${description.slice(0, longestDescription)}`;
}

/** The titles over an action in a document; programs have none. */
export function createTitles(skill: CheckedSkill): (action: Action) => string {
  const known = new Map<ScannedText, readonly Statement[]>();
  return ({ source, span }) => {
    if (source.language !== "markdown" && source.language !== "text") return "";
    const statements =
      known.get(source) ??
      skill
        .evidence()
        .statements.filter((one) => one.source === source && !one.isHidden && one.kind !== "comment");
    known.set(source, statements);
    const last = statements.findLast((one) => one.span.start <= span.start);
    if (last === undefined) return "";
    return [...last.headings, last.kind === "heading" ? last.plain : ""].join("\n");
  };
}
