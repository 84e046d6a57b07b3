/** Markup of the page. Only `html` creates it, so that untrusted text never becomes markup. */
export type Html = { readonly markup: string };

/** Undefined renders nothing. */
export type HtmlPart = string | number | Html | undefined | readonly HtmlPart[];

/** Builds markup and escapes every interpolated string, for content and for quoted attributes. */
export function html(markup: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { markup: String.raw({ raw: markup }, ...parts.map(toMarkup)) };
}

/** JSON data for a script of the page; escaped so that it cannot close its element or open another. */
export function jsonHtml(value: object): Html {
  return { markup: JSON.stringify(value).replace(/[<>&]/g, toUnicodeEscape) };
}

/** Our own style or script, without untrusted text. */
export function ownSource(source: string): Html {
  return { markup: source };
}

function toMarkup(part: HtmlPart): string {
  if (part === undefined) return "";
  if (typeof part === "object") return "markup" in part ? part.markup : part.map(toMarkup).join("");
  return escapeText(String(part));
}

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/[&<>"']/g, (character) => entities.get(character) ?? "");
}

// Control characters, and the bidi overrides and embeddings that reorder the text after them.
const unseen = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e]/g;

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function toUnicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
