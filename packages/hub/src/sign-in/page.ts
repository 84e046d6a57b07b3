import { createHash } from "node:crypto";

/** Text that is HTML already: made by `html` alone. */
export type Html = { readonly html: string };

/** HTML with every value escaped, unless it is HTML itself. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const texts = values.map((value) => {
    if (typeof value === "string") return escapeHtml(value);
    return "html" in value ? value.html : value.map((one) => one.html).join("");
  });
  return { html: parts.map((part, index) => part + (texts[index] ?? "")).join("") };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}

type PageOptions = {
  readonly title: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A page without scripts, which nothing may frame and which sends its forms to the hub alone. */
export function page(body: Html, { title, status = 200, headers = {} }: PageOptions): Response {
  const { html: text } = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${{ html: style }}</style></head>
<body><main>
${body}
</main></body>
</html>
`;
  return new Response(text, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy(),
      // Without a referrer, browsers would send the forms of this page without their origin.
      "referrer-policy": "same-origin",
      ...headers,
    },
  });
}

/** A refusal for people; those of other routes are JSON. */
export function signInFailed(reason: string): Response {
  const body = html`<h1>Not signed in</h1><p>${reason}</p><p><a href="/">Back</a></p>`;
  return page(body, { title: "Not signed in", status: 400 });
}

function policy(): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}

const style =
  // The colors of the dashboard, whose files this page does without: it must also appear when they are missing.
  ":root{color-scheme:light dark;--bg:#f7f8fa;--card:#fff;--line:#e2e5ea;--text:#1a1d23;--soft:#565d6b;--accent:#4350c9;--on:#fff}" +
  "@media(prefers-color-scheme:dark){:root{--bg:#0e1014;--card:#16191f;--line:#2a2f39;--text:#e8eaee;--soft:#a2a9b7;--accent:#8f99ff;--on:#0e1014}}" +
  "body{font:14px/1.5 Inter,ui-sans-serif,system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--text)}" +
  "main{width:min(22rem,100vw - 4rem);padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:12px}" +
  "h1{font-size:1.25rem;line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere}p{color:var(--soft);margin:0 0 1.25rem}a{color:var(--accent)}" +
  "button{font:inherit;font-weight:600;width:100%;padding:.55rem 1rem;border:0;border-radius:7px;background:var(--accent);color:var(--on);cursor:pointer}" +
  ":focus-visible{outline:2px solid var(--accent);outline-offset:2px}";
