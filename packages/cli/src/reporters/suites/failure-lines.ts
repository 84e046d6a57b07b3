import { printable } from "@skillwright/core/text";
import { formatTestFailure, type TestFailure, type TestFileProblem } from "@skillwright/evals";
import { fitText, untrustedLines } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import { textWidth, wrapText } from "../../terminal/text-width.ts";

export type LineLook = { readonly style: Style; readonly columns: number };

/**
 * Formats failures: a sentence, then the expected and actual texts, marked so that they cannot imitate our output.
 */
export function failureLines(failures: readonly TestFailure[], look: LineLook): readonly string[] {
  const shown = new Set<string>();
  return gatherAlike(failures).flatMap((alike) => {
    const [first] = alike;
    const sections = [...alike.map(expectedOf), ...actualOf(first)];
    return [
      ...sentenceLines(sentenceOf(first), look),
      ...sections.flatMap((section) => sectionLines(section, { ...look, shown })),
    ];
  });
}

function sentenceOf(failure: TestFailure): string {
  return formatTestFailure(failure).split("\n")[0] ?? "";
}

/** Wraps a sentence; cuts what cannot be wrapped, such as a JSON path. */
function sentenceLines(text: string, { columns }: Pick<LineLook, "columns">): readonly string[] {
  return wrapText(text, columns).map((line) => fitText(line, columns));
}

type Alike = readonly [TestFailure, ...TestFailure[]];

/** Groups failures about the same output, so that it is shown once. */
function gatherAlike(failures: readonly TestFailure[]): readonly Alike[] {
  const groups: [TestFailure, ...TestFailure[]][] = [];
  for (const failure of failures) {
    const last = groups.at(-1);
    if (last && isAlike(last[0], failure)) last.push(failure);
    else groups.push([failure]);
  }
  return groups;
}

function isAlike(one: TestFailure, other: TestFailure): boolean {
  return sentenceOf(one) === sentenceOf(other) && String(one.actual) === String(other.actual);
}

type Section = {
  readonly label: string;
  readonly text: string;
  readonly color?: "green" | "red";
  /** Which part of a long text to show: both ends, or the last lines. */
  readonly keep?: "ends" | "last";
};

function expectedOf({ kind, expected }: TestFailure): Section {
  switch (kind) {
    case "ended":
    case "stopped":
    case "truncated":
    case "not-run":
    case "snapshot":
      return nothing;
    case "not-contains":
      return { label: "unwanted", text: expected, color: "green" };
    default:
      return { label: "expected", text: `${expected}`, color: "green" };
  }
}

/** The sentence is enough. */
const nothing: Section = { label: "", text: "" };

function actualOf(failure: TestFailure): readonly Section[] {
  if ("said" in failure)
    return [
      { label: "found", text: failure.actual, color: "red" },
      failure.said === "" ? nothing : { label: "said last", text: failure.said, keep: "last" },
    ];
  switch (failure.kind) {
    case "stopped":
      return [outputOf(failure)];
    case "not-run":
      return [{ label: "because", text: failure.actual, color: "red" }];
    case "exit-code":
    case "decision":
      return [{ label: "actual", text: `${failure.actual}`, color: "red" }, outputOf(failure)];
    case "files-created":
      return [{ label: "made", text: failure.actual.join("\n"), color: "red" }];
    case "snapshot":
      return failure.actual.length === 0 ? [] : [{ label: "changed", text: failure.actual.join("\n") }];
    default:
      return [{ label: "actual", text: failure.actual, color: "red" }];
  }
}

function outputOf({ output }: { readonly output: string }): Section {
  return output === "" ? nothing : { label: "output", text: output, keep: "last" };
}

const labelWidth = 10;
const indent = 2;

type SectionLook = LineLook & {
  /** Multi-line texts already shown; most expectations of a case are about the same output. */
  readonly shown: Set<string>;
};

function sectionLines(section: Section, { style, columns, shown }: SectionLook): readonly string[] {
  const { label, text, color } = section;
  if (label === "") return [];
  const paint = color === undefined ? style.dim : style[color];
  const lines = shown.has(text)
    ? [style.dim("(as above)")]
    : textLines(section, { style, columns: columns - indent - labelWidth });
  if (lines.length > 1) shown.add(text);
  return lines.map((line, index) => {
    const head = index === 0 ? label.padEnd(labelWidth) : " ".repeat(labelWidth);
    return `${" ".repeat(indent)}${paint(head)}${line}`;
  });
}

/** A short text unchanged, a longer one with a mark before each line. */
function textLines({ text, keep = "ends" }: Section, { style, columns }: LineLook): readonly string[] {
  const whole = text.replace(/\n$/, "");
  if (whole === "") return [style.dim("(nothing)")];
  const isShort = !/[\n\t]/.test(whole) && whole.trim() === whole && textWidth(printable(whole)) <= columns;
  if (isShort) return [printable(whole)];
  const lines = untrustedLines(whole, columns);
  const extra = lines.length - mostLines;
  if (extra <= 1) return lines;
  const start = keep === "last" ? 0 : mostLines / 2;
  const note = style.dim(`┊ … ${extra} more lines`);
  return [...lines.slice(0, start), note, ...lines.slice(start + extra)];
}

/** Bounds one text, so that the next case is still on the screen. */
const mostLines = 12;

/**
 * Formats problems in the case files of a skill, with locations that terminals and editors can open. A problem shared
 * by several cases is printed once.
 */
export function createProblemLines(
  path: string,
  { style, columns }: LineLook,
): (problems: readonly TestFileProblem[]) => readonly string[] {
  const told = new Set<string>();
  return (problems) =>
    problems.flatMap(({ file, range: { start }, message }) => {
      const place = `${printable(`${path}/${file}`)}:${start.line}:${start.column}`;
      const known = told.has(place + message);
      told.add(place + message);
      if (known) return [style.dim(`as above: ${printable(file)}:${start.line}:${start.column}`)];
      const words = sentenceLines(message, { columns: columns - 2 });
      return [style.underline(place), ...words.map((line) => `  ${line}`)];
    });
}
