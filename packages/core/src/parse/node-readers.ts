import { isFiniteNumber, parseBooleanWord } from "./shape.ts";
import { findValue, type YamlMap, type YamlNode } from "./yaml-node.ts";

/** Readers from a node to one plain type; undefined if the author wrote another type (a rule reports that). */

export function readText(node: YamlNode | undefined): string | undefined {
  return node?.kind === "scalar" && node.value !== null ? node.text : undefined;
}

export function readBoolean(node: YamlNode | undefined): boolean | undefined {
  return node?.kind === "scalar" ? parseBooleanWord(node.text) : undefined;
}

export function readNumber(node: YamlNode | undefined): number | undefined {
  return node?.kind === "scalar" && isFiniteNumber(node.value) ? node.value : undefined;
}

/** A list of texts, or one comma-separated text. */
export function readTexts(node: YamlNode | undefined): readonly string[] | undefined {
  if (node === undefined) return undefined;
  if (node.kind === "list") return node.items.map(readText).filter((item) => item !== undefined);
  const text = readText(node);
  return text
    ?.split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** A list of texts, or one text of words separated by spaces or commas. */
export function readWords(node: YamlNode | undefined): readonly string[] | undefined {
  return readTexts(node)?.flatMap((text) => (node?.kind === "list" ? [text] : text.split(/\s+/)));
}

export function readMap(node: YamlNode | undefined): YamlMap | undefined {
  return node?.kind === "map" ? node : undefined;
}

/** The maps in a list under a key. */
export function readMaps(map: YamlMap | undefined, key: string): readonly YamlMap[] {
  const node = findValue(map, key);
  return node?.kind === "list" ? node.items.filter((item) => item.kind === "map") : [];
}
