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

/** Whether a token is one of Markdown's own, which no extension made. */
export function isKnown(token: Token): token is MarkedToken {
  return types.has(token.type);
}
