/** What ends an HTML block: text in its last line, or an empty line after it. */
export type HtmlEnd = RegExp | "blank";

/** What ends the HTML block that starts with a line; undefined if none does. */
export function htmlBlockEnd(line: string, where: { readonly inParagraph: boolean }): HtmlEnd | undefined {
  const known = htmlKinds.find(([start]) => start.test(line));
  if (known) return known[1];
  return !where.inParagraph && loneTag.test(line) ? "blank" : undefined;
}

const rawTags = "script|pre|textarea|style";
const blockTags =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|" +
  "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|" +
  "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";

const attribute = String.raw`\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?`;
/** An opening or closing tag. */
export const tagPattern: string = String.raw`(?:[A-Za-z][A-Za-z\d-]*(?:${attribute})*\s*\/?|\/[A-Za-z][A-Za-z\d-]*\s*)>`;

const htmlKinds: readonly (readonly [start: RegExp, until: HtmlEnd])[] = [
  [new RegExp(`^<(?:${rawTags})(?:\\s|>|$)`, "i"), new RegExp(`</(?:${rawTags})>`, "i")],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${blockTags})(?:\\s|/?>|$)`, "i"), "blank"],
];
const loneTag = new RegExp(`^<${tagPattern}\\s*$`);
