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
  "body{font:16px/1.5 system-ui,sans-serif;margin:0;color-scheme:light dark}main{max-width:40rem;margin:3rem auto;padding:0 1rem}" +
  "input,button{font:inherit;padding:.4rem .6rem}input{width:100%;box-sizing:border-box;margin:.3rem 0 .8rem}" +
  "dt{font-weight:600}dd{margin:0 0 .6rem}code{word-break:break-all}";
