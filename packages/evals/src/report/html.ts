/** Markup of this page. It is made by `html` alone, so that no foreign text becomes markup. */
export type Html = { readonly markup: string };

/** Nothing is shown of what is undefined. */
export type HtmlPart = string | number | Html | undefined | readonly HtmlPart[];

/** Markup with texts in it: every string is escaped, in content and in quoted attributes alike. */
export function html(markup: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { markup: String.raw({ raw: markup }, ...parts.map(toMarkup)) };
}

/** Data for a script of the page; nothing in it can end its element or begin another. */
export function jsonHtml(value: object): Html {
  return { markup: JSON.stringify(value).replace(/[<>&]/g, toUnicodeEscape) };
}

/** Our own style or script, which holds nothing foreign. */
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

// Control characters do nothing in a page but hide; of the marks of direction, those that turn around what follows them.
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
