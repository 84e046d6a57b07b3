import { limits } from "../limits.ts";
import type { SkillManifest } from "../skill.ts";
import type { Span } from "../text/span.ts";
import { readText } from "./node-readers.ts";
import { toPlain, type YamlMap, type YamlNode } from "./yaml-node.ts";

/** One entry of `allowed-tools`: a tool and, in parentheses, a pattern for its input. A request, never a permission. */
export type ToolPattern = { readonly text: string; readonly tool: string; readonly pattern?: string };
export type ToolToken = ToolPattern & { readonly span: Span; readonly balanced: boolean };

/** Splits on whitespace and commas outside parentheses, so `Bash(git add *), Read` is two entries. */
export function tokenizeTools(text: string): readonly ToolToken[] {
  const tokens: ToolToken[] = [];
  let start = -1;
  let depth = 0;
  for (let index = 0; index <= text.length; index++) {
    const character = text[index];
    const isBreak = character === undefined || (depth === 0 && isSeparator(character));
    if (isBreak && start >= 0) {
      tokens.push(toToken(text, { start, end: index }));
      start = -1;
    }
    if (isBreak) continue;
    if (start < 0) start = index;
    if (character === "(") depth++;
    if (character === ")") depth = Math.max(0, depth - 1);
  }
  return tokens;
}

function isSeparator(character: string): boolean {
  if (character > " " && character <= "~") return character === ",";
  return /\s/.test(character);
}

function toToken(source: string, span: Span): ToolToken {
  const text = source.slice(span.start, span.end);
  const open = text.indexOf("(");
  if (open === -1) return { text, tool: text, span, balanced: !text.includes(")") };
  if (open === 0 || endOfPattern(text, open) !== text.length)
    return { text, tool: text, span, balanced: false };
  return { text, tool: text.slice(0, open), pattern: text.slice(open + 1, -1), span, balanced: true };
}

/** Offset after the parenthesis that closes the one at `open`; undefined if it is not closed. */
function endOfPattern(text: string, open: number): number | undefined {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    if (text[index] === "(") depth++;
    if (text[index] === ")" && --depth === 0) return index + 1;
  }
  return undefined;
}

type ToolListField = "allowed-tools" | "disallowed-tools";

/**
 * Reads a tool list under its standard name or, if that is missing, another spelling: a restriction must not be lost over
 * a capital letter or an underscore.
 */
export function readToolList(
  map: YamlMap | undefined,
  field: ToolListField,
): readonly ToolPattern[] | undefined {
  const found = findLists(map, spellings[field]);
  return readTools((found.find(({ key }) => key === field) ?? found[0])?.value);
}

const spellings: Readonly<Record<ToolListField, RegExp>> = {
  "allowed-tools": /^allowed[-_ ]?tools$/i,
  "disallowed-tools": /^disallowed[-_ ]?tools$/i,
};

const shortest = "allowedtools".length;

type FoundList = { readonly key: string; readonly value: YamlNode };

/** Includes lists merged in with `<<: *defaults`, which many YAML readers support. */
function findLists(map: YamlMap | undefined, spelling: RegExp): readonly FoundList[] {
  const found: FoundList[] = [];
  for (const { key, value } of map?.entries ?? [])
    if (key.text.length >= shortest && spelling.test(key.text)) found.push({ key: key.text, value });
  for (const { key, value } of map?.entries ?? [])
    if (key.text === "<<") found.push(...mergedMaps(value).flatMap((merged) => findLists(merged, spelling)));
  return found;
}

function mergedMaps(node: YamlNode): readonly YamlMap[] {
  const nodes = node.kind === "list" ? node.items : [node];
  return nodes.filter((one) => one.kind === "map");
}

/**
 * Tool lists of a text that starts like frontmatter but has none (for example because an empty line precedes it). Their
 * contents are unknown, so each becomes an entry that no policy can match.
 */
export function readStrayLists(text: string): Pick<SkillManifest, "requestedTools" | "disallowedTools"> {
  const top = text.slice(0, limits.frontmatterBytes);
  if (!/^\ufeff?\s*---/.test(top)) return {};
  const unreadable = "frontmatter that cannot be read";
  const list: readonly ToolPattern[] = [{ text: unreadable, tool: unreadable }];
  return {
    ...(/^[ \t"']*allowed[-_ ]?tools["']?[ \t]*:/im.test(top) ? { requestedTools: list } : {}),
    ...(/^[ \t"']*disallowed[-_ ]?tools["']?[ \t]*:/im.test(top) ? { disallowedTools: list } : {}),
  };
}

/** A list of entries, or one text of entries separated by spaces or commas. */
function readTools(node: YamlNode | undefined): readonly ToolPattern[] | undefined {
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
