import { Marked, type Tokens } from "marked";
import { purify } from "./purify.ts";

/**
 * Markdown of a stranger as nodes. What remains is text, structure and the names of languages: no address is kept, so that a reader cannot be led
 * elsewhere or followed. Links and images show where they would lead instead. HTML is shown as the text that a model reads, comments included,
 * so that nothing can be hidden from a reviewer in it.
 */
export function renderMarkdown(text: string): DocumentFragment {
  const html = toHtml(text.slice(0, longest).split("\n").map(shorten).join("\n"));
  const fragment = purify().sanitize(html, {
    ALLOWED_TAGS: [...tags],
    // Taken from the nodes below, after they were shown as text.
    ALLOWED_ATTR: ["href", "src", "alt", "start"],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const element of fragment.querySelectorAll("a, img")) neutralize(element);
  for (const element of fragment.querySelectorAll("pre")) element.tabIndex = 0;
  return fragment;
}

/** The parser's time grows with the square of a line's length, and a reviewer's browser must not stop for one. */
function shorten(line: string): string {
  if (line.length <= longestLine) return line;
  return `${line.slice(0, longestLine)} … ${line.length - longestLine} more characters on this line, in Files.`;
}

function toHtml(text: string): string {
  if (deepQuote.test(text)) return asPlain(text);
  try {
    return new Marked({ gfm: true, breaks: false, async: false, renderer: { html: showHtml } }).parse(text, {
      async: false,
    });
  } catch (error) {
    // Deep nesting exhausts the stack.
    if (error instanceof RangeError) return asPlain(text);
    throw error;
  }
}

function asPlain(text: string): string {
  return showHtml({ text, block: true });
}

function showHtml({ text, block }: Pick<Tokens.HTML | Tokens.Tag, "text" | "block">): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return block ? `<pre><code>${escaped}</code></pre>` : escaped;
}

const longest = 1_000_000;
const longestLine = 2000;
/** People quote a few levels deep. */
const deepQuote = /^(?:[ \t]?>){40}/m;

const tags = [
  ...["a", "img", "p", "br", "hr", "em", "strong", "del", "code", "pre", "blockquote", "ul", "ol", "li"],
  ...["h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td", "kbd", "sub", "sup"],
] as const;

function neutralize(element: Element): void {
  const target = element.getAttribute("href") ?? element.getAttribute("src") ?? "";
  const shown = document.createElement("span");
  shown.append(...element.childNodes, element.getAttribute("alt") ?? "");
  const note = document.createElement("span");
  note.className = "markdown-target";
  note.textContent = target === "" || target === shown.textContent ? "" : ` (${target.slice(0, 200)})`;
  shown.append(note);
  element.replaceWith(shown);
}
