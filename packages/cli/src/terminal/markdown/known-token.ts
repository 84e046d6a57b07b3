import type { MarkedToken, Token } from "marked";

const types: ReadonlySet<string> = new Set<MarkedToken["type"]>([
  "blockquote",
  "br",
  "checkbox",
  "code",
  "codespan",
  "def",
  "del",
  "em",
  "escape",
  "heading",
  "hr",
  "html",
  "image",
  "link",
  "list",
  "list_item",
  "paragraph",
  "space",
  "strong",
  "table",
  "text",
]);

/** Whether a token is a standard Markdown token, not from an extension. */
export function isKnown(token: Token): token is MarkedToken {
  return types.has(token.type);
}
