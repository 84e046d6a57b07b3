import fc from "fast-check";
import { expect, test } from "vitest";
import { html, jsonHtml } from "./html.ts";

/** Halves of characters included. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
});

test("texts cannot become markup, in content or in an attribute", () => {
  const hostile = `</script><img src=x onerror=alert(1)>"'&amp;`;
  expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
    '<p title="&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;amp;">&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;amp;</p>',
  );
});

test("any text stays inside its quotes", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { markup } = html`<p title="${text}">`;
      expect(markup.slice(10, -2)).not.toMatch(/[<>"']/);
      expect(markup.isWellFormed()).toBe(true);
    }),
  );
});

test("invisible and reordering characters are shown", () => {
  expect(html`${"a\u0000b\u202ec\n"}`.markup).toBe("a\\u{0}b\\u{202e}c\n");
});

test("lists are concatenated, and undefined renders nothing", () => {
  expect(html`${["<", html`<b>`, undefined, 3]}`.markup).toBe("&lt;<b>3");
});

test("script data is preserved, and cannot end the script", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { markup } = jsonHtml({ text, more: "</script><!--<script>" });
      expect(markup).not.toMatch(/[<>&]/);
      expect(JSON.parse(markup)).toEqual({ text, more: "</script><!--<script>" });
    }),
  );
});
