import { limits } from "../limits.ts";
import type { Texts } from "../parse/yaml-node.ts";

/**
 * Parses the lists and maps in a metadata text. The manifest keeps metadata as text, nested values in the reference
 * tool's form (`{'os': ['linux']}`); some authors write JSON text themselves. Both parse the same way, except that
 * escapes stay as written. Undefined when the text is neither.
 */
export function readNestedText(text: string): Texts | undefined {
  if (text.length > limits.nestedMetadataCharacters) return undefined;
  const reader: Reader = { text, at: 0 };
  const value = readValue(reader, 0);
  return value !== undefined && /^\s*$/.test(text.slice(reader.at)) ? value : undefined;
}

type Reader = { readonly text: string; at: number };

const scalar = /[ \n\r\t]*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([\w.+-]+))/y;

function readValue(reader: Reader, depth: number): Texts | undefined {
  if (depth > limits.yamlDepth) return undefined;
  if (take(reader, "[")) return readList(reader, depth + 1);
  if (take(reader, "{")) return readMap(reader, depth + 1);
  return readScalar(reader);
}

function readScalar(reader: Reader): string | undefined {
  scalar.lastIndex = reader.at;
  const found = scalar.exec(reader.text);
  if (found === null) return undefined;
  reader.at = scalar.lastIndex;
  return found[1] ?? found[2] ?? found[3];
}

function readList(reader: Reader, depth: number): readonly Texts[] | undefined {
  const items: Texts[] = [];
  while (!take(reader, "]")) {
    if (items.length > 0 && !take(reader, ",")) return undefined;
    const item = readValue(reader, depth);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function readMap(reader: Reader, depth: number): ReadonlyMap<string, Texts> | undefined {
  const entries = new Map<string, Texts>();
  while (!take(reader, "}")) {
    if (entries.size > 0 && !take(reader, ",")) return undefined;
    const key = readScalar(reader);
    if (key === undefined || !take(reader, ":")) return undefined;
    const value = readValue(reader, depth);
    if (value === undefined) return undefined;
    entries.set(key, value);
  }
  return entries;
}

function take(reader: Reader, mark: string): boolean {
  while (isSpace(reader.text[reader.at])) reader.at++;
  if (reader.text[reader.at] !== mark) return false;
  reader.at++;
  return true;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\n" || character === "\r" || character === "\t";
}
