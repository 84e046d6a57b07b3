import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeXml, neutralizeMarkup, replaceControls } from "./markup.ts";

test("S1-46: the five characters of XML are escaped, other text is left alone", () => {
  expect(escapeXml(`<a href="x">it's & é 🙂\n</a>`)).toBe(
    "&lt;a href=&quot;x&quot;&gt;it&apos;s &amp; é 🙂\n&lt;/a&gt;",
  );
});

test("C-13: control characters and lone surrogates become U+FFFD", () => {
  expect(escapeXml("\0\u0008\u000b\u001b[31m\u007f\u009b\ud83d\ufffe")).toBe(
    "\ufffd\ufffd\ufffd\ufffd[31m\ufffd\ufffd\ufffd\ufffd",
  );
  expect(replaceControls("\t\r\n<\u001b>")).toBe("\t\r\n<\ufffd>");
});

test("C-13: variation selectors, which can carry hidden text, are removed; emoji and keycaps stay as they are", () => {
  expect(escapeXml("a\ufe00b\ufe0f\ufe01c\u{e0100}\u{e01ef}d\ufe0e")).toBe("abcd");
  expect(escapeXml("❤\ufe0f 1\ufe0f\u20e3 👩‍❤\ufe0f‍👩")).toBe("❤\ufe0f 1\ufe0f\u20e3 👩‍❤\ufe0f‍👩");
  expect(escapeXml("❤\ufe0f\ufe0f\ufe0f 1\ufe0f2\ufe0f a\ufe0f\u20e3")).toBe("❤\ufe0f 12 a\u20e3");
});

test("C-13: variation selectors do not disguise our own tags", () => {
  expect(neutralizeMarkup("<\ufe0f/skill\ufe01_content\u{e0100}>")).toBe("&lt;/skill_content>");
});

test("removes everything XML forbids, escapes all markup, and can be reversed", () => {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const escaped = escapeXml(text);
      expect(escaped).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|apos);)/);
      expect(escaped).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\p{Cs}]/u);
      const back = escaped.replace(/&(\w+);/g, (_, name: string) => named[name] ?? "");
      expect(back).toBe(replaceControls(text));
    }),
  );
});

test.each(["\u{e0041}", "\u202e", "\u2066"])(
  "text that a person cannot see or read in order (%j) does not reach a model",
  (mark) => {
    expect(escapeXml(`a${mark}b`)).toBe("a\ufffdb");
  },
);
