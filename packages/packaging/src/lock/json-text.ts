import type { Span } from "@skillwright/core/text";

/** What a JSON text says, or why it cannot be used. */
export type JsonText = { readonly value: unknown } | { readonly fault: string };

/**
 * Parses JSON and refuses what `JSON.parse` would silently drop: a key that is written twice, and `__proto__`. Objects at the depth
 * `repeatable`, where the outermost is 1, may have a key twice; `membersAt` then gets all of its values.
 */
export function readJsonText(text: string, repeatable?: number): JsonText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: describeSyntax(error, text) };
    throw error;
  }
  const key = findLostKey(text, repeatable);
  if (key === undefined) return { value };
  const what = key.name === "__proto__" ? "is not a usable key" : "is written twice";
  return { fault: `line ${lineAt(text, key.offset)}: ${JSON.stringify(key.name.slice(0, 120))} ${what}` };
}

function describeSyntax(error: SyntaxError, text: string): string {
  const offset = /at position (\d+)/.exec(error.message)?.[1];
  if (offset === undefined) return "it is not valid JSON";
  return `line ${lineAt(text, Number(offset))}: it is not valid JSON`;
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

type Key = { readonly name: string; readonly offset: number };

/** The first key that the parsed value lacks. The text must be valid JSON. */
function findLostKey(text: string, repeatable: number | undefined): Key | undefined {
  const open: Set<string>[] = [];
  let last: Span = { start: 0, end: 0 };
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        last = { start: at, end: endOfString(text, at) };
        at = last.end - 1;
        break;
      case "{":
      case "[":
        open.push(new Set());
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ":": {
        const name: string = JSON.parse(text.slice(last.start, last.end));
        const isLost = open.length !== repeatable && open.at(-1)?.has(name);
        if (name === "__proto__" || isLost) return { name, offset: last.start };
        open.at(-1)?.add(name);
      }
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** One member of an object in a JSON text: `"key": value` without the comma. */
export type JsonMember = { readonly key: string; readonly span: Span; readonly value: Span };

/** The members of the object that starts at an offset. The text must be valid JSON. */
export function membersAt(text: string, offset: number): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let at = skipSpace(text, offset + 1);
  while (text[at] === '"') {
    const start = at;
    const keyEnd = endOfString(text, at);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, value);
    members.push({
      key: JSON.parse(text.slice(start, keyEnd)),
      span: { start, end },
      value: { start: value, end },
    });
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return members;
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
  return at;
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const mark = text.charAt(at);
    if (mark === '"') at = endOfString(text, at) - 1;
    else if ("{[".includes(mark)) depth++;
    else if ("}]".includes(mark) && depth > 0 && --depth === 0) return at + 1;
    else if (depth === 0 && ",}] \t\r\n".includes(mark)) return at;
  }
  return text.length;
}
