import { createLineIndex } from "../text/line-index.ts";
import type { Span } from "../text/span.ts";
import { pythonStrip, toOriginalOffset, toPythonString, toUniversalNewlines } from "./python.ts";
import { readStrictYaml, type StrictPlaces, type StrictValue } from "./strict-yaml.ts";

type ReferenceDocument =
  | {
      readonly ok: true;
      readonly fields: ReadonlyMap<string, StrictValue>;
      readonly places: StrictPlaces;
      readonly body: string;
    }
  | { readonly ok: false; readonly error: ReferenceMessage };

/** The reference's `parse_frontmatter`. */
export function parseReferenceDocument(text: string): ReferenceDocument {
  const split = splitDocument(text);
  if (!split.ok) return fail(split.problem === "not-opened" ? NOT_OPENED : NOT_CLOSED);
  const yaml = readStrictYaml(split.frontmatter);
  if (!yaml.ok) return fail(describeYamlProblem(split, yaml));
  if (!(yaml.data instanceof Map)) {
    const span = toOriginalSpan(split, { start: 0, end: split.frontmatter.length });
    return fail({
      rule: "frontmatter.mapping",
      message: "SKILL.md frontmatter must be a YAML mapping",
      span,
    });
  }
  const places = [...yaml.places].map(
    ([key, at]) =>
      [key, { key: toOriginalSpan(split, at.key), value: toOriginalSpan(split, at.value) }] as const,
  );
  return { ok: true, fields: withMetadataAsText(yaml.data), places: new Map(places), body: split.body };
}

const NOT_OPENED: ReferenceMessage = {
  rule: "frontmatter.required",
  message: "SKILL.md must start with YAML frontmatter (---)",
  span: { start: 0, end: 0 },
};

const NOT_CLOSED: ReferenceMessage = {
  rule: "frontmatter.unclosed",
  message: "SKILL.md frontmatter not properly closed with ---",
  span: { start: 0, end: 3 },
};

function fail(error: ReferenceMessage): ReferenceDocument {
  return { ok: false, error };
}

type Split = Extract<SplitDocument, { readonly ok: true }>;

// The reference prints several lines of its YAML library here, counting lines from the opening ---.
function describeYamlProblem(split: Split, problem: { message: string; offset: number }): ReferenceMessage {
  const { line, column } = createLineIndex(split.text).positionAt(split.frontmatterOffset + problem.offset);
  const message = `Invalid YAML in frontmatter: line ${line}, column ${column}: ${problem.message}`;
  const span = toOriginalSpan(split, { start: problem.offset, end: problem.offset + 1 });
  return { rule: "frontmatter.yaml", message, span };
}

function toOriginalSpan({ frontmatterOffset, leftOut }: Split, { start, end }: Span): Span {
  return {
    start: toOriginalOffset(frontmatterOffset + start, leftOut),
    end: toOriginalOffset(frontmatterOffset + end, leftOut),
  };
}

function withMetadataAsText(fields: ReadonlyMap<string, StrictValue>): ReadonlyMap<string, StrictValue> {
  const metadata = fields.get("metadata");
  if (!(metadata instanceof Map)) return fields;
  const text = new Map<string, string>();
  for (const [key, value] of metadata) text.set(key, toPythonString(value));
  return new Map(fields).set("metadata", text);
}

const MARKER = "---";

type SplitDocument =
  | {
      readonly ok: true;
      /** The whole text with LF line breaks; the offsets below refer to it. */
      readonly text: string;
      /** For `toOriginalOffset`: offsets of removed CRs. */
      readonly leftOut: readonly number[];
      readonly frontmatter: string;
      readonly frontmatterOffset: number;
      readonly body: string;
    }
  | { readonly ok: false; readonly problem: "not-opened" | "not-closed" };

/** Splits SKILL.md like the reference: at the first two `---`, anywhere in a line. */
export function splitDocument(original: string): SplitDocument {
  const { text, leftOut } = toUniversalNewlines(original);
  if (!text.startsWith(MARKER)) return { ok: false, problem: "not-opened" };
  const closing = text.indexOf(MARKER, MARKER.length);
  if (closing === -1) return { ok: false, problem: "not-closed" };
  return {
    ok: true,
    text,
    leftOut,
    frontmatter: text.slice(MARKER.length, closing),
    frontmatterOffset: MARKER.length,
    body: pythonStrip(text.slice(closing + MARKER.length)),
  };
}

/** One line of the reference's output; the span is in the original text. */
export type ReferenceMessage = { readonly rule: string; readonly message: string; readonly span?: Span };
