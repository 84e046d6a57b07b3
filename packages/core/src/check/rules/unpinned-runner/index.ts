import { isCode } from "../../../markdown/prose.ts";
import type { Span } from "../../../text/span.ts";
import { type CheckedSkill, defineRule, type Rule } from "../../rule.ts";
import { findDenoRuns, findRunners } from "./find-runners.ts";
import { projectTools } from "./project-tools.ts";
import { readRun } from "./read-run.ts";

export const rule: Rule = defineRule({
  id: "unpinned-runner",
  category: "quality",
  severity: "info",
  summary: "Packages that a skill downloads and runs are pinned to a version.",
  messages: {
    unpinned:
      "'{command}' downloads and runs the latest version of {package}, whatever that is at the time; pin the version you tested, as in {example}.",
  },
  check(skill, { report }) {
    for (const found of findUnpinned(skill.parsed.text, bodyRuns(skill)))
      report({ message: "unpinned", ...found });
    for (const { path: file, text, language } of skill.scripts()) {
      // Other languages start programs from argument lists and mention runners only in comments.
      if (language !== "shell") continue;
      for (const found of findUnpinned(text, scriptRuns(text)))
        report({ message: "unpinned", ...found, file });
    }
  },
});

function bodyRuns({ parsed, outline }: CheckedSkill): readonly Span[] {
  const inCode = findRunners(parsed.text).filter(
    ({ start }) => start >= parsed.bodySpan.start && isCode(outline, start),
  );
  return [
    ...inCode,
    ...findDenoRuns(parsed.text, outline.codeSpans),
    ...findDenoRuns(parsed.text, outline.codeBlocks),
  ];
}

function scriptRuns(text: string): readonly Span[] {
  return [...findRunners(text), ...findDenoRuns(text, [{ start: 0, end: text.length }])];
}

type Unpinned = {
  readonly args: { readonly command: string; readonly package: string; readonly example: string };
  readonly span: Span;
};

function* findUnpinned(text: string, runs: readonly Span[]): Generator<Unpinned> {
  const seen = new Set<string>();
  for (const { start, end } of runs) {
    const run = readRun(text, start, end);
    if (!run || run.pinned || seen.has(run.name) || projectTools.has(run.name) || isRemark(text, start))
      continue;
    seen.add(run.name);
    const { span, name, example } = run;
    yield { args: { command: text.slice(span.start, span.end), package: name, example }, span };
  }
}

/** A comment about a runner, or a line that prints its name, does not run it. */
function isRemark(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  return /(?:^|\s)(?:#|\/\/|echo|printf)[^\n]*$/.test(before);
}
