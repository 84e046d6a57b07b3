import type { Fix } from "../finding.ts";
import type { YamlEntry, YamlScalar } from "../parse/yaml-node.ts";
import { resolveScalar } from "../parse/yaml-node.ts";
import { cutEnd } from "../text/cut-end.ts";
import type { Span } from "../text/span.ts";
import { trimSpan } from "../text/span.ts";

/** Shared by the frontmatter rules: where a field is, and how to rewrite its value. */

/** The span to underline: the value if it is on one line, otherwise the key. */
export function placeOf({ key, value }: YamlEntry): Span {
  const isBlock = value.kind !== "scalar" && !value.flow;
  return isBlock || value.span.start === value.span.end ? key.span : value.span;
}

/** The opening `---`, where missing fields are reported. */
export function openingSpan(text: string): Span {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return { start, end: start + 3 };
}

/** Nothing after the colon, or only whitespace in quotes or in a block. */
export function isEmptyScalar(value: YamlScalar): boolean {
  return (
    (value.value === null && value.text === "") ||
    (typeof value.value === "string" && value.text.trim() === "")
  );
}

/** The text as an author counts it, without the line breaks that end a block scalar. */
export function writtenText({ text, style }: YamlScalar): string {
  return style === "literal" || style === "folded" ? cutEnd(text, /\n/) : text;
}

/** The text as a quoted YAML scalar. */
export function quoteScalar(text: string): string {
  if (/\p{Cc}/u.test(text)) return JSON.stringify(text);
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}

/** The text as a YAML scalar of a block mapping, quoted only if necessary. */
export function toScalar(text: string): string {
  const isPlain =
    /^[\p{L}\d](?:.*[^\s:])?$/u.test(text) && !/:\s|\s#/.test(text) && resolveScalar(text) === text;
  return isPlain ? text : quoteScalar(text);
}

/** A fix that replaces a list or mapping with a scalar; undefined if a comment inside would be lost. */
export function rewriteAsScalar(text: string, { key, value }: YamlEntry, scalar: string): Fix | undefined {
  const { start, end } = trimSpan(text, value.span);
  if (/(?:^|\s)#/.test(text.slice(start, end))) return undefined;
  const edits = [{ span: { start: key.span.end, end }, text: `: ${scalar}` }];
  return { title: `Write ${key.text} as a string`, safe: false, edits };
}

type NonText = { readonly span: Span } & (
  | {
      readonly message: "scalar";
      readonly args: { readonly text: string; readonly found: string };
      readonly fix: Fix;
    }
  | { readonly message: "null"; readonly args: { readonly text: string } }
  | { readonly message: "collection"; readonly args: { readonly found: string } }
);

/**
 * What to report for a value that is not a string: message `scalar` (with a fix that quotes it), `null` or
 * `collection`. Undefined for a string or an empty value.
 */
export function observeNonText(entry: YamlEntry): NonText | undefined {
  const { key, value } = entry;
  const span = placeOf(entry);
  if (value.kind !== "scalar") return { message: "collection", args: { found: value.kind }, span };
  if (typeof value.value === "string" || isEmptyScalar(value)) return undefined;
  if (value.value === null) return { message: "null", args: { text: value.text }, span };
  const edits = [{ span: value.span, text: quoteScalar(value.text) }];
  const fix = { title: `Quote the value of ${key.text}`, safe: true, edits };
  return { message: "scalar", args: { text: value.text, found: typeof value.value }, span, fix };
}
