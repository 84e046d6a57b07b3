import { foldLetters } from "./fold-letters.ts";
import { joinSpacedLetters } from "./spaced-letters.ts";

/** What a reader sees of a piece of Markdown or HTML, in plain letters; targets of links stay in parentheses. */
export function plainText(raw: string): string {
  if (simple.test(raw)) return squeeze(joinSpacedLetters(raw));
  const shown = raw
    .replace(comment, "")
    .replace(codeSpan, quoteSpan)
    .replace(link, (_, text: string, target: string) =>
      target.includes(text) ? target : `${text} (${target})`,
    )
    .replace(referenceLink, "$1")
    .replace(autolink, "$1")
    .replace(htmlTag, (tag) => (/^<(?:br|p|div|li|tr|td|th|h\d)\b/i.test(tag) ? " " : ""))
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(entity, decodeEntity)
    .replace(htmlTag, "")
    .replace(/\*{1,6}|~~|`{1,6}/g, "")
    .replace(/(?<![\p{L}\p{Nd}_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{Nd}_])/gu, "")
    .replace(/\n[ \t]{0,16}>[> \t]{0,16}/g, " ");
  return squeeze(joinSpacedLetters(foldLetters(shown)));
}

/** Nothing but words and punctuation. */
const simple = /^[A-Za-z0-9 ,.:;!?'"()/%$=@#+\n-]*$/;
const comment = /<!--(?:[^-]|-(?!->)){0,4000}-->/g;
const codeSpan = /(?<!`)(`{1,3})(?!`)([^`\n]{1,400})\1(?!`)/g;
const link =
  /!?\[([^[\]\n]{0,300})\]\(\s{0,8}<?([^\s()<>]{0,2000})>?(?:\s{1,8}["'(][^"'\n]{0,300}["')])?\s{0,8}\)/g;
const referenceLink = /!?\[([^[\]\n]{1,300})\]\[[^[\]\n]{0,80}\]/g;
const autolink = /<((?:https?|mailto|ftp):[^\s<>]{1,2000})>/g;
/** Elements of HTML; other words in angle brackets are placeholders, or markers such as `<system>`. */
const htmlTag =
  /<\/?(?:a|abbr|address|article|aside|b|big|blockquote|body|br|center|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|footer|g|h[1-6]|head|header|hr|html|i|img|ins|kbd|li|link|main|mark|meta|nav|ol|p|path|picture|pre|q|rect|rp|rt|ruby|s|samp|script|section|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|text|tfoot|th|thead|title|tr|tspan|tt|u|ul|var|video|wbr)(?=[\s/>])[^<>]{0,1000}>/gi;

/** A sentence in a code span is a mention, a word or a command is not. */
function quoteSpan(_: string, __: string, code: string): string {
  const words = code.trim().split(/\s+/);
  const isSentence =
    words.length > 2 &&
    words.every(
      (word) => /^["'(]?[A-Za-z-]+(?:'[a-z]{1,2})?[.,!?)"':;]{0,3}$/.test(word) && !word.startsWith("-"),
    );
  return isSentence ? `“${code.trim()}”` : code;
}

const entity = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/g;
const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  shy: "",
  zwnj: "",
  zwj: "",
  lrm: "",
  rlm: "",
  colon: ":",
  period: ".",
  sol: "/",
  lowbar: "_",
  ndash: "-",
  mdash: "-",
  hellip: "…",
  lsquo: "'",
  rsquo: "'",
  ldquo: "“",
  rdquo: "”",
};

function decodeEntity(whole: string): string {
  const name = whole.slice(1, -1);
  if (!name.startsWith("#")) return named[name] ?? whole;
  const isHex = /^#x/i.test(name);
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
