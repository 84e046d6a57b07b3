import { Marked, type Tokens } from "marked";
import { purify } from "./purify.ts";

/**
 * Markdown of a stranger as nodes. What remains is text, structure and the names of languages: no address is kept, so that a reader cannot be led
 * elsewhere or followed. Links and images show where they would lead instead. HTML is shown as the text that a model reads, comments included,
 * so that nothing can be hidden from a reviewer in it.
 */
export function renderMarkdown(text: string): DocumentFragment {
  const html = new Marked({ gfm: true, breaks: false, async: false, renderer: { html: showHtml } }).parse(
    text.slice(0, longest),
    {
      async: false,
    },
  );
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

function showHtml({ text, block }: Tokens.HTML | Tokens.Tag): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return block ? `<pre><code>${escaped}</code></pre>` : escaped;
}

const longest = 1_000_000;

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
