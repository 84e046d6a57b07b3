import { isCode } from "../../../markdown/prose.ts";
import type { Span } from "../../../text/span.ts";
import { type CheckedSkill, defineRule, type Rule } from "../../rule.ts";
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

const runners: readonly string[] = ["npx ", "bunx ", "uvx ", "pipx ", "pnpx ", "pnpm dlx ", "yarn dlx "];

/** Spans from the start of a command that fetches and runs a package to the end of its runner. */
function findRunners(text: string): readonly Span[] {
  const found: Span[] = [];
  // All runners end in "x " after one of four letters, and x is rare, so the search skips most of the text.
  for (let at = text.indexOf("x "); at !== -1; at = text.indexOf("x ", at + 2)) {
    if (!"pnvl".includes(text[at - 1] ?? " ")) continue;
    const end = at + 2;
    const runner = runners.find((word) => text.startsWith(word, end - word.length));
    if (runner && !/[\w/.@-]/.test(text[end - runner.length - 1] ?? ""))
      found.push({ start: end - runner.length, end });
  }
  return found;
}

/** The same for `deno run npm:`, in code only: it has no rare letter to search for. */
function findDenoRuns(text: string, code: readonly Span[]): readonly Span[] {
  const runs: Span[] = [];
  for (const { start, end } of code) {
    if (!mayRunDeno(text, start, end)) continue;
    for (const match of text.slice(start, end).matchAll(denoRun)) {
      runs.push({ start: start + match.index, end: start + match.index + match[0].length });
    }
  }
  return runs;
}

/** A short piece of code either starts with the command or does not contain it. */
function mayRunDeno(text: string, start: number, end: number): boolean {
  return end - start >= 100 || (text.charCodeAt(start) === letterD && text.startsWith("deno run", start));
}

const letterD = 0x64;

const denoRun = /\bdeno run [^\n`]{0,80}?npm:/g;
