import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { cliLimits } from "../limits.ts";
import { type SettingsText, unusable } from "./settings-file.ts";

/** The object that a file of JSON stands for, comments and trailing commas allowed, with the place of everything in it. */
export function parseJsonSettings(file: SettingsText): Node {
  // A blank in its place keeps all offsets.
  const text = file.text.replace(/^\uFEFF/, " ");
  refuseDepth({ ...file, text });
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined)
    throw unusable(
      file,
      error.offset,
      `this is not valid JSON (${printParseErrorCode(error.error)}); correct it first`,
    );
  if (root?.type !== "object")
    throw unusable(file, root?.offset ?? 0, "expected an object in braces, as agents do");
  refuseDuplicates(file, root);
  return root;
}

/** Parsing is recursive: a file of brackets would use up the stack. */
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

/** Agents differ in which of two entries counts, so nobody can tell what such a file says. */
function refuseDuplicates(file: SettingsText, node: Node): void {
  const keys = new Set<unknown>();
  for (const child of node.children ?? []) {
    const [key] = node.type === "object" ? (child.children ?? []) : [];
    if (key !== undefined && keys.has(key.value))
      throw unusable(file, key.offset, `the key ${JSON.stringify(key.value)} is there twice; remove one`);
    keys.add(key?.value ?? child);
    refuseDuplicates(file, child);
  }
}
