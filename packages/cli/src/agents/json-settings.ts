import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { cliLimits } from "../limits.ts";
import { type SettingsText, unusable } from "./settings-file.ts";

/** Parses a JSON settings file into a tree with offsets; allows comments and trailing commas. */
export function parseJsonSettings(file: SettingsText): Node {
  // Replace the byte order mark with a space to preserve offsets.
  const text = file.text.replace(/^\uFEFF/, " ");
  refuseDepth({ ...file, text });
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined)
    throw unusable(
      file,
      error.offset,
      `this is not valid JSON (${printParseErrorCode(error.error)}); fix it first`,
    );
  if (root?.type !== "object") throw unusable(file, root?.offset ?? 0, "expected a JSON object");
  refuseDuplicates(file, root);
  return root;
}

/** Parsing is recursive, so deep nesting would overflow the stack. */
function refuseDepth(file: SettingsText): void {
  const scanner = createScanner(file.text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const first = file.text[offset];
    if (first === undefined) return;
    if (first === "{" || first === "[") depth += 1;
    if (first === "}" || first === "]") depth -= 1;
    if (depth > cliLimits.settingsDepth)
      throw unusable(file, offset, `more than ${cliLimits.settingsDepth} levels of lists and objects`);
  }
}

/** Agents differ in which duplicate wins, so the file is ambiguous. */
function refuseDuplicates(file: SettingsText, node: Node): void {
  const keys = new Set<unknown>();
  for (const child of node.children ?? []) {
    const [key] = node.type === "object" ? (child.children ?? []) : [];
    if (key !== undefined && keys.has(key.value))
      throw unusable(file, key.offset, `the key ${JSON.stringify(key.value)} appears twice; remove one`);
    keys.add(key?.value ?? child);
    refuseDuplicates(file, child);
  }
}

/** Offset of the next token, skipping whitespace and comments. */
export function nextToken(text: string, offset: number): number {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return scanner.getTokenOffset();
}

/** Where comments that start on the same line end; the offset itself if there are none. */
export function endOfRemarks(text: string, offset: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let end = offset;
  for (;;) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    if (text[start] === "/") end = start + scanner.getTokenLength();
    else if (text[start] !== " " && text[start] !== "\t") return end;
  }
}

/** Whether the text between two offsets ends in a line comment. */
export function endsInLineComment(text: string, start: number, end: number): boolean {
  const scanner = createScanner(text, false);
  scanner.setPosition(start);
  let isComment = false;
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= end || offset >= text.length) return isComment;
    if (/\S/.test(text[offset] ?? "")) isComment = text.startsWith("//", offset);
  }
}
