import { limits } from "../limits.ts";
import { isFiniteNumber, switchValue } from "./shape.ts";
import { type ToolPattern, tokenizeTools } from "./tokenize-tools.ts";
import { findValue, toPlain, type YamlMap, type YamlNode } from "./yaml-node.ts";

/** Readers from a node to one plain type; undefined if the author wrote another type (a rule reports that). */

export function readText(node: YamlNode | undefined): string | undefined {
  return node?.kind === "scalar" && node.value !== null ? node.text : undefined;
}

export function readSwitch(node: YamlNode | undefined): boolean | undefined {
  return node?.kind === "scalar" ? switchValue(node.text) : undefined;
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

/** A list of entries, or one text of entries separated by spaces or commas. */
export function readTools(node: YamlNode | undefined): readonly ToolPattern[] | undefined {
  if (node === undefined) return undefined;
  return (node.kind === "list" ? node.items : [node]).flatMap(readToolEntries);
}

/** A list or map becomes an entry that no policy can match, so that it restricts calls instead of vanishing. */
function readToolEntries(node: YamlNode): readonly ToolPattern[] {
  if (node.kind === "scalar") return tokenizeTools(readText(node) ?? "").map(toPattern);
  const text = JSON.stringify(toPlain(node)).slice(0, limits.detailCharacters);
  return [{ text, tool: text }];
}

function toPattern({ text, tool, pattern }: ToolPattern): ToolPattern {
  return pattern === undefined ? { text, tool } : { text, tool, pattern };
}

export function readMap(node: YamlNode | undefined): YamlMap | undefined {
  return node?.kind === "map" ? node : undefined;
}

/** The maps in a list under a key. */
export function readMaps(map: YamlMap | undefined, key: string): readonly YamlMap[] {
  const node = findValue(map, key);
  return node?.kind === "list" ? node.items.filter((item) => item.kind === "map") : [];
}
