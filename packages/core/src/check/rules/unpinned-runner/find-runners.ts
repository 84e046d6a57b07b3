import type { Span } from "../../../text/span.ts";

const runners: readonly string[] = ["npx ", "bunx ", "uvx ", "pipx ", "pnpx ", "pnpm dlx ", "yarn dlx "];

/** Spans from the start of a command that fetches and runs a package to the end of its runner. */
export function findRunners(text: string): readonly Span[] {
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
export function findDenoRuns(text: string, code: readonly Span[]): readonly Span[] {
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
