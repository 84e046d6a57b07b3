import type { YamlProblem } from "./problem.ts";
import type { ScalarToken, YamlToken } from "./token.ts";

type YamlSequence = {
  readonly kind: "sequence";
  readonly items: readonly YamlNode[];
  readonly start: number;
  readonly end: number;
};
export type YamlMapping = {
  readonly kind: "mapping";
  readonly pairs: readonly YamlPair[];
  readonly start: number;
  readonly end: number;
};
type YamlPair = { readonly key: YamlNode; readonly value: YamlNode };
export type YamlNode = ScalarToken | YamlSequence | YamlMapping;

/** Builds the document from its tokens; undefined if it is empty. */
export function parseNodes(tokens: readonly YamlToken[]): YamlNode | YamlProblem | undefined {
  const cursor: Cursor = { tokens, index: 0 };
  if (nextIs(cursor, "end")) return undefined;
  const node = parseNode(cursor);
  if ("problem" in node) return node;
  if (nextIs(cursor, "document-end")) cursor.index++;
  return nextIs(cursor, "end") ? node : unexpected(cursor);
}

type Cursor = { readonly tokens: readonly YamlToken[]; index: number };

function parseNode(cursor: Cursor): YamlNode | YamlProblem {
  const token = cursor.tokens[cursor.index];
  if (token?.kind === "scalar") {
    cursor.index++;
    return token;
  }
  if (nextIs(cursor, "mapping")) return parseMapping(cursor);
  if (nextIs(cursor, "sequence")) return parseSequence(cursor, { indented: true });
  return unexpected(cursor);
}

function parseMapping(cursor: Cursor): YamlMapping | YamlProblem {
  const start = offsetOf(cursor);
  const pairs: YamlPair[] = [];
  cursor.index++;
  while (nextIs(cursor, "key") || nextIs(cursor, "value")) {
    const key = nextIs(cursor, "key") ? parsePart(cursor) : emptyScalar(cursor);
    if ("problem" in key) return key;
    const value = nextIs(cursor, "value") ? parsePart(cursor) : emptyScalar(cursor);
    if ("problem" in value) return value;
    pairs.push({ key, value });
  }
  if (!nextIs(cursor, "close")) return unexpected(cursor);
  cursor.index++;
  return { kind: "mapping", pairs, start, end: pairs.at(-1)?.value.end ?? start };
}

function parsePart(cursor: Cursor): YamlNode | YamlProblem {
  cursor.index++;
  if (nextIs(cursor, "key") || nextIs(cursor, "value") || nextIs(cursor, "close")) return emptyScalar(cursor);
  // A list may start at its key's own column; no collection is opened for it then.
  return nextIs(cursor, "entry") ? parseSequence(cursor, { indented: false }) : parseNode(cursor);
}

function parseSequence(
  cursor: Cursor,
  { indented }: { readonly indented: boolean },
): YamlSequence | YamlProblem {
  const start = offsetOf(cursor);
  const items: YamlNode[] = [];
  if (indented) cursor.index++;
  while (nextIs(cursor, "entry")) {
    cursor.index++;
    const item = isItemMissing(cursor) ? emptyScalar(cursor) : parseNode(cursor);
    if ("problem" in item) return item;
    items.push(item);
  }
  if (indented && !nextIs(cursor, "close")) return unexpected(cursor);
  if (indented) cursor.index++;
  return { kind: "sequence", items, start, end: items.at(-1)?.end ?? start };
}

function isItemMissing(cursor: Cursor): boolean {
  return (
    nextIs(cursor, "entry") || nextIs(cursor, "close") || nextIs(cursor, "key") || nextIs(cursor, "value")
  );
}

function nextIs(cursor: Cursor, kind: YamlToken["kind"]): boolean {
  return cursor.tokens[cursor.index]?.kind === kind;
}

function offsetOf(cursor: Cursor): number {
  return cursor.tokens[cursor.index]?.start ?? 0;
}

function emptyScalar(cursor: Cursor): ScalarToken {
  // At the end of the last token: after the colon or dash without a value.
  const offset = cursor.tokens[cursor.index - 1]?.end ?? 0;
  return { kind: "scalar", value: "", plain: true, start: offset, end: offset };
}

function unexpected(cursor: Cursor): YamlProblem {
  return { problem: "this does not belong to the mapping or list before it", offset: offsetOf(cursor) };
}
