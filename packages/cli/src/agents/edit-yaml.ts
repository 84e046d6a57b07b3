import type { Span } from "@skillwright/core/text";
import { isMap, isScalar, parseDocument, stringify, type YAMLMap } from "yaml";
import { cliLimits } from "../limits.ts";
import {
  nest,
  type SettingsEditor,
  type SettingsFile,
  type SettingsText,
  unusable,
  valueAt,
} from "./settings-file.ts";
import { appendBlock, cutBlock, eolOf, isCleanEdit, linesOf } from "./text-edit.ts";

/**
 * YAML settings at paths of two keys. Adds and removes lines as text, then parses the result to verify that nothing else
 * changed.
 */
export const yamlEditor: SettingsEditor = {
  read: (file) => parseYaml(file).value,
  insert: insertYaml,
  remove: removeYaml,
};

type Parsed = { readonly map: YAMLMap | undefined; readonly value: unknown };

function parseYaml(file: SettingsText): Parsed {
  if (file.text.length > cliLimits.yamlSettingsCharacters)
    throw unusable(file, 0, `it has more than ${cliLimits.yamlSettingsCharacters} characters`);
  // The library compares each key with all others.
  if (linesOf(file.text).length > cliLimits.yamlSettingsLines)
    throw unusable(file, 0, `it has more than ${cliLimits.yamlSettingsLines} lines`);
  // For readable errors the library searches the text once per error, and every stray bracket is one.
  const parsed = attempt(() => parseDocument(file.text, { prettyErrors: false }));
  const [error] = parsed?.errors ?? [];
  if (parsed === undefined || error !== undefined)
    throw unusable(file, error?.pos[0] ?? 0, "this is not valid YAML; fix it first");
  const value: unknown = attempt(() => parsed.toJS());
  if (value === undefined) throw unusable(file, 0, "this YAML has too many aliases");
  const { contents } = parsed;
  if (isMap(contents)) return { map: contents, value };
  if (value === null) return { map: undefined, value };
  throw unusable(file, 0, "expected a mapping at the top level");
}

/** Deeply nested brackets overflow the stack, and the library rejects aliases that expand to gigabytes. */
function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError || error instanceof ReferenceError) return undefined;
    throw error;
  }
}

function insertYaml({ path: name, text }: SettingsFile, path: readonly string[], value: object): string {
  const [top = "", key = ""] = path;
  const lines = linesOf(stringify(nest(path, value), { lineWidth: 0 })).map((line) => line.trimEnd());
  if (text === undefined) return `${lines.join("\n")}\n`;
  const file = { path: name, text };
  const { map } = parseYaml(file);
  const place = findPlace(map, top);
  const after =
    place === undefined ? appendBlock(text, lines) : insertInside(file, place, { key, value, lines });
  if (isCleanEdit(yamlEditor.read, { file, after, path })) return after;
  throw unusable(file, text.length, `nothing can be added to ${top} as it is written; add it by hand`);
}

type Place = { readonly keyEnd: number; readonly held: unknown };

function findPlace(map: YAMLMap | undefined, key: string): Place | undefined {
  const pair = map?.items.find((one) => isScalar(one.key) && one.key.value === key);
  if (pair === undefined || !isScalar(pair.key)) return undefined;
  return { keyEnd: pair.key.range?.[1] ?? 0, held: pair.value };
}

type Added = { readonly key: string; readonly value: object; readonly lines: readonly string[] };

/** Inserts before the first entry: a comment after the last one may belong to what follows. */
function insertInside(file: SettingsText, { keyEnd, held }: Place, { key, value, lines }: Added): string {
  const { text } = file;
  if (!isMap(held))
    throw unusable(file, keyEnd, "expected a mapping here; remove the line, or add the entry by hand");
  const [first] = held.items;
  if (held.flow && first === undefined) {
    const start = (held.range?.[0] ?? 0) + 1;
    return `${text.slice(0, start)}${JSON.stringify(key)}: ${JSON.stringify(value)}${text.slice(start)}`;
  }
  if (held.flow || !isScalar(first?.key))
    throw unusable(file, keyEnd, "these entries are in braces; put each entry on its own line first");
  const offset = first.key.range?.[0] ?? 0;
  const indent = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const start = text.indexOf("\n", keyEnd) + 1;
  const eol = eolOf(text);
  // Drop the outer key's line and use the other entries' indentation.
  const own = lines.slice(1).map((line) => indent + line.slice(2) + eol);
  return text.slice(0, start) + own.join("") + text.slice(start);
}

function removeYaml(file: SettingsText, path: readonly string[]): string | undefined {
  const [top = "", key = ""] = path;
  const { map, value } = parseYaml(file);
  if (valueAt(value, path) === undefined) return file.text;
  const place = findPlace(map, top);
  const inner = isMap(place?.held) ? place.held : undefined;
  const after = place && inner && cutEntry(file.text, { place, inner, key });
  const edit = { file, after: after ?? "", path };
  if (isCleanEdit(yamlEditor.read, edit) && isGone({ ...file, text: edit.after }, path)) return after;
  throw unusable(
    file,
    place?.keyEnd ?? 0,
    `${path.join(".")} shares a line with other entries; remove it by hand`,
  );
}

function isGone(file: SettingsText, path: readonly string[]): boolean {
  return valueAt(yamlEditor.read(file), path) === undefined;
}

type Entry = { readonly place: Place; readonly inner: YAMLMap; readonly key: string };

function cutEntry(text: string, { place, inner, key }: Entry): string | undefined {
  const pair = inner.items.find((one) => isScalar(one.key) && one.key.value === key);
  if (pair === undefined || !isScalar(pair.key)) return text;
  const start = pair.key.range?.[0] ?? 0;
  const isOnly = inner.items.length === 1;
  if (inner.flow) {
    const end = isMap(pair.value) ? (pair.value.range?.[1] ?? start) : start;
    return isOnly ? text.slice(0, start) + text.slice(end) : text;
  }
  const lines = linesFrom(text, start);
  if (!isOnly) return text.slice(0, lines.start) + text.slice(lines.end);
  return cutBlock(text, { start: text.lastIndexOf("\n", place.keyEnd) + 1, end: lines.end });
}

/** A key's line and all deeper-indented lines, without trailing empty lines and comments. */
function linesFrom(text: string, offset: number): Span {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const indent = offset - start;
  const [first = "", ...rest] = linesOf(text.slice(start));
  let end = start + first.length;
  let seen = end;
  for (const line of rest) {
    seen += line.length;
    if (/^\s*(?:#|$)/.test(line)) continue;
    if (line.search(/\S/) <= indent) break;
    end = seen;
  }
  return { start, end };
}
