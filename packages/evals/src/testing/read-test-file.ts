import {
  matchShape,
  parseYaml,
  type Shape,
  typeName,
  type YamlMap,
  type YamlNode,
  type YamlProblem,
} from "@skillwright/core/parse";
import { compact, createLineIndex, parseJson, printable, type Span, suggest } from "@skillwright/core/text";
import type { ReadTestFile, TestFileProblem } from "./case.ts";
import { testingLimits } from "./limits.ts";

export type RecordShape = Extract<Shape, { readonly type: "record" }>;

/** How to check and read one kind of file. */
type TestFileKind<Value> = {
  /** Finds a syntax error before the text is parsed as YAML. */
  readonly syntaxFault?: (text: string) => Complaint | undefined;
  readonly shape: RecordShape;
  /**
   * Reads the value and finds what a shape cannot express. Also called when the shape does not match, so that
   * all problems are reported at once.
   */
  readonly read: (map: YamlMap) => ReadPart<Value>;
};

/** A value that was read, and what is wrong with it. */
export type ReadPart<Value> = { readonly value: Value; readonly complaints: readonly Complaint[] };

/** What is wrong, and where. */
export type Complaint = { readonly span: Span; readonly message: string };

/** Reads JSON or YAML written by an author. Reports all problems at once, with line and column. */
export function readTestFile<Value>(
  text: string,
  file: string,
  { syntaxFault, shape, read }: TestFileKind<Value>,
): ReadTestFile<Value> {
  return readTestRoot(text, file, {
    ...compact({ syntaxFault }),
    read: (node) => {
      if (node?.kind !== "map") return rootFault(node, "a mapping");
      const { value, complaints } = read(node);
      return { value, complaints: [...checkShape(node, shape), ...complaints] };
    },
  });
}

type TestRootKind<Value> = Pick<TestFileKind<Value>, "syntaxFault"> & {
  readonly read: (root: YamlNode | undefined) => ReadPart<Value> | Complaint;
};

/** Reads a file whose root may be of any kind. */
export function readTestRoot<Value>(
  text: string,
  file: string,
  { syntaxFault, read }: TestRootKind<Value>,
): ReadTestFile<Value> {
  const fault = syntaxFault?.(text);
  if (fault) return failTestFile([fault], text, file);
  const { node, problems } = parseYaml(text);
  if (problems.length > 0) return failTestFile(problems.map(toComplaint), text, file);
  const result = read(node);
  if (!("value" in result)) return failTestFile([result], text, file);
  const { value, complaints } = result;
  return complaints.length > 0 ? failTestFile(complaints, text, file) : { ok: true, value };
}

/** Reports that the root of a file is of the wrong kind. */
export function rootFault(node: YamlNode | undefined, expected: string): Complaint {
  return {
    span: node?.span ?? { start: 0, end: 0 },
    message: `Expected ${expected}, found ${node ? typeName(node) : "nothing"}.`,
  };
}

export function failTestFile(
  complaints: readonly Complaint[],
  text: string,
  file: string,
): Extract<ReadTestFile<never>, { readonly ok: false }> {
  return { ok: false, problems: toProblems(complaints, text, file) };
}

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

/** Reports where a node at a place of its file departs from its shape, and its unknown keys. */
export function checkShape(node: YamlNode, shape: RecordShape, place = ""): readonly Complaint[] {
  return [...findUnknownKeys(node, shape, place), ...findMismatches(node, shape, place)];
}

export function findMismatches(node: YamlNode, shape: Shape, place = ""): readonly Complaint[] {
  return matchShape(node, shape, place).map(({ path, expected, found, span }) => ({
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
    const place = joinPlace(path, key.text);
    if (field !== undefined) return findUnknownKeys(value, field, place);
    const near = suggest(key.text, known);
    const hint = near === undefined ? `Known keys: ${known.join(", ")}.` : `Did you mean ${near}?`;
    const message = `${place}: unknown key. ${hint}`;
    return [{ span: key.span, message, ...compact({ near }) }];
  });
}

type UnknownKey = Complaint & { readonly near?: string };

/**
 * Finds the place where a text stops being JSON. We read JSON with the YAML parser to get positions, but that
 * also accepts comments, single quotes and trailing commas, which no other tool reads.
 */
export function findJsonFault(text: string): Complaint | undefined {
  // Editors on Windows write a byte order mark; accept it.
  if (parseJson(text.replace(/^\ufeff/, "")) !== undefined) return undefined;
  const { at, comma } = firstFault(text);
  if (comma !== undefined)
    return {
      span: { start: comma, end: comma + 1 },
      message: "Invalid JSON: trailing comma.",
    };
  // Tokens in the wrong order fail only at the end; point at the last of them.
  const start = Math.min(at, Math.max(0, text.trimEnd().length - 1));
  return {
    span: { start, end: Math.min(start + 1, text.length) },
    message: "Invalid JSON from here.",
  };
}

/** The trailing comma, or the first position where no JSON token starts. */
function firstFault(text: string): { readonly at: number; readonly comma?: number } {
  const token =
    /[{}[\]:,]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true|false|null|[\s\ufeff]+/y;
  let comma: number | undefined;
  for (;;) {
    const at = token.lastIndex;
    const [found] = token.exec(text) ?? [];
    if (found === undefined) return { at };
    if (comma !== undefined && (found === "}" || found === "]")) return { at, comma };
    if (found.trim() !== "") comma = found === "," ? at : undefined;
  }
}

export function joinPlace(place: string, key: string): string {
  return place === "" ? key : `${place}.${key}`;
}
