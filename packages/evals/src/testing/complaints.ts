import type { YamlNode, YamlProblem } from "@skillwright/core/parse";
import { matchShape, type Shape } from "@skillwright/core/parse";
import type { Span } from "@skillwright/core/text";
import { createLineIndex, printable, suggest } from "@skillwright/core/text";
import type { TestFileProblem } from "./case.ts";
import { testingLimits } from "./limits.ts";

export type Complaint = { readonly span: Span; readonly message: string };

/** Sorts complaints by position and adds line and column; past the limit, only their number is reported. */
export function toProblems(
  complaints: readonly Complaint[],
  text: string,
  file: string,
): readonly TestFileProblem[] {
  const lines = createLineIndex(text);
  const sorted = complaints.toSorted((one, other) => one.span.start - other.span.start);
  const shown = sorted.slice(0, testingLimits.testFileProblems);
  const next = sorted[shown.length];
  const rest = { span: next?.span ?? { start: 0, end: 0 }, message: `${sorted.length - shown.length} more.` };
  return [...shown, ...(next ? [rest] : [])].map(({ span, message }) => ({
    file,
    range: lines.rangeOf(span),
    message: printable(shorten(message)),
  }));
}

function shorten(message: string): string {
  const most = testingLimits.testProblemCharacters;
  return message.length > most ? `${message.slice(0, most)}…` : message;
}

export function toComplaint({ code, detail, span }: YamlProblem): Complaint {
  const words = {
    invalid: `Cannot read this: ${detail.replace(/\.$/, "")}.`,
    "duplicate-key": `${detail} is defined twice.`,
    "too-deep": "Too many levels of nesting.",
    "too-large": "The file is too large.",
  };
  return { span, message: words[code] };
}

export function findMismatches(node: YamlNode, shape: Shape): readonly Complaint[] {
  return matchShape(node, shape, "").map(({ path, expected, found, span }) => ({
    // A missing key has no position; point at the start of its parent.
    span: found === "nothing" ? { start: span.start, end: span.start } : span,
    message: `${path.replace(/^\./, "")}: expected ${expected}, found ${found}.`,
  }));
}

/** Reports unknown keys, since a misspelled one would silently be ignored. */
export function findUnknownKeys(node: YamlNode, shape: Shape, path = ""): readonly UnknownKey[] {
  if (shape.type === "list" && node.kind === "list")
    return node.items.flatMap((item, index) => findUnknownKeys(item, shape.item, `${path}[${index}]`));
  if (shape.type !== "record" || node.kind !== "map") return [];
  const known = Object.keys(shape.fields);
  return node.entries.flatMap(({ key, value }) => {
    const field = Object.hasOwn(shape.fields, key.text) ? shape.fields[key.text] : undefined;
    const place = path === "" ? key.text : `${path}.${key.text}`;
    if (field !== undefined) return findUnknownKeys(value, field, place);
    const near = suggest(key.text, known);
    const hint = near === undefined ? `Known keys: ${known.join(", ")}.` : `Did you mean ${near}?`;
    const message = `${place}: unknown key. ${hint}`;
    return [{ span: key.span, message, ...(near === undefined ? {} : { near }) }];
  });
}

type UnknownKey = Complaint & { readonly near?: string };
