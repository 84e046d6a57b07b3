import type { MarkedToken, Token } from "marked";
import type { Theme } from "../style.ts";
import type { Paint, Run } from "./runs.ts";

/** Inline Markdown as styled runs; `paint` is the surrounding style. */
export function inlineRuns(tokens: readonly Token[], theme: Theme, paint: Paint): Run[] {
  return tokens.flatMap((token): Run[] => {
    if (!isKnown(token)) return [{ text: token.raw, paint }];
    switch (token.type) {
      case "text":
        if (token.tokens) return inlineRuns(token.tokens, theme, paint);
        return [{ text: joinLines(decodeEntities(token.text)), paint }];
      case "strong":
        return emphasise({ tokens: token.tokens, mark: "**", weight: theme.style.bold }, theme, paint);
      case "em":
        return emphasise({ tokens: token.tokens, mark: "*", weight: theme.style.italic }, theme, paint);
      case "del":
        return emphasise({ tokens: token.tokens, mark: "~~", weight: theme.dim }, theme, paint);
      case "codespan":
        return [theme.color ? { text: token.text, paint: theme.code } : { text: token.raw, paint }];
      case "link":
        return [...inlineRuns(token.tokens, theme, theme.link), ...showTarget(token, theme)];
      case "image":
        return [{ text: token.text || "image", paint: theme.link }, ...showTarget(token, theme)];
      case "br":
        return [{ text: "\n", paint }];
      case "checkbox":
        return [{ text: token.checked ? "[✓] " : "[ ] ", paint: theme.accent }];
      case "escape":
        return [{ text: token.text, paint }];
      case "html":
        return [{ text: /^<br\s*\/?>$/i.test(token.raw) ? "\n" : joinLines(token.raw), paint }];
      default:
        return [{ text: joinLines(token.raw), paint }];
    }
  });
}

type Emphasis = { readonly tokens: readonly Token[]; readonly mark: string; readonly weight: Paint };

function emphasise({ tokens, mark, weight }: Emphasis, theme: Theme, paint: Paint): Run[] {
  if (theme.color) return inlineRuns(tokens, theme, (text) => weight(paint(text)));
  return [{ text: mark, paint }, ...inlineRuns(tokens, theme, paint), { text: mark, paint }];
}

/** A link's target, unless its text already shows it. */
function showTarget({ href, text }: { readonly href: string; readonly text: string }, theme: Theme): Run[] {
  if (href === "" || href === text || href.startsWith("#") || href === `mailto:${text}`) return [];
  if (text === `\`${href}\``) return [];
  return [{ text: ` (${href})`, paint: theme.dim }];
}

function joinLines(text: string): string {
  return text.replaceAll("\n", " ");
}

// Only common ones: a full table could reintroduce control characters.
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  "#39": "'",
  nbsp: " ",
};

function decodeEntities(text: string): string {
  return text.replace(/&(#?\w{1,6});/g, (entity, name: string) => entities[name] ?? entity);
}

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
