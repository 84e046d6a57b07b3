import type { ScannedText, Statement } from "../../../scan/evidence.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { hasDownloads, isAboutLures, scoreLure } from "./score-lure.ts";

export const rule: Rule = defineRule({
  id: "lure",
  category: "security",
  severity: "warning",
  summary: "No passage talks the reader into installing a program from an unknown source.",
  messages: {
    program:
      "This passage has the signs of a lure ({signs}): it presses the reader to run a program from a source without a known name; name a package with a version from a known registry.",
  },
  threat: {
    owasp: ["AST01", "AST02"],
    why: "Most malicious skills contain no attack themselves; they get the user to install one as a 'requirement'.",
    remedy: "Do not follow the instructions; authors name packages of known registries instead of downloads.",
    levels: { program: "high" },
  },
  check(skill, { report }) {
    for (const passage of passagesOf(inLuringTexts(skill.evidence().statements))) {
      const [first] = passage;
      if (first === undefined) continue;
      const { source } = first;
      const start = first.span.start;
      const end = Math.max(...passage.map(({ span }) => span.end));
      const { score, signs, at } = scoreLure(
        passage.map(({ plain }) => plain).join("\n"),
        source.text.slice(start, end),
      );
      if (score < 5) continue;
      const span = { start: start + at.start, end: start + at.end };
      report({
        message: "program",
        args: { signs: excerpt(signs.join(", ")) },
        level: score >= 6 ? "critical" : "high",
        ...source.placeOf(span),
      });
    }
  },
});

/** Passages are at most so long; a lure is short. */
const longest = 5000;

/** Statements below the same two outermost titles, in order. */
function passagesOf(statements: readonly Statement[]): readonly (readonly Statement[])[] {
  const passages: Statement[][] = [];
  for (const statement of statements) {
    const { source, isQuoted } = statement;
    if (isQuoted || (source.language !== "markdown" && source.language !== "text")) continue;
    const last = passages.at(-1);
    const first = last?.[0];
    if (
      last !== undefined &&
      first !== undefined &&
      first.source === source &&
      isSamePart(first, statement) &&
      statement.span.end - first.span.start < longest &&
      statement.span.start >= first.span.start
    )
      last.push(statement);
    else passages.push([statement]);
  }
  return passages;
}

/** The statements of texts that may hold a lure at all. */
function inLuringTexts(statements: readonly Statement[]): readonly Statement[] {
  const luring = new Map<ScannedText, boolean>();
  for (const { source, plain } of statements)
    if (luring.get(source) !== true && (isAboutLures(plain) || !luring.has(source)))
      luring.set(source, isAboutLures(plain) || hasDownloads(source.text));
  return statements.filter(({ source }) => luring.get(source));
}

function isSamePart(first: Statement, { headings, kind, plain }: Statement): boolean {
  const own = kind === "heading" && headings.length < 2 ? [...headings, plain] : headings;
  const its =
    first.kind === "heading" && first.headings.length < 2 ? [...first.headings, first.plain] : first.headings;
  return own[0] === its[0] && (own[1] === its[1] || its.length < 1);
}
