import fc from "fast-check";
import { expect, test } from "vitest";
import { splitFrontmatter } from "./split-frontmatter.ts";

/** The parts as text, which is what their offsets are for. */
function partsOf(text: string): { kind: string; yaml?: string; body?: string } {
  const parts = splitFrontmatter(text);
  if (parts.kind === "absent") return { kind: "absent" };
  const yaml = text.slice(parts.yaml.start, parts.yaml.end);
  if (parts.kind === "unclosed") return { kind: "unclosed", yaml };
  return { kind: "complete", yaml, body: text.slice(parts.body.start, parts.body.end) };
}

test("S0-1, S1-1: YAML is between two lines of three hyphens, and the body follows", () => {
  expect(partsOf("---\nname: pdf\n---\n# PDF\n")).toEqual({
    kind: "complete",
    yaml: "name: pdf\n",
    body: "# PDF\n",
  });
});

test("a delimiter inside a value or with more hyphens does not close", () => {
  const yaml = "description: foo --- bar\nnote: a\n----\n  ---\n--- x\n";
  expect(partsOf(`---\n${yaml}---\nBody\n`)).toEqual({ kind: "complete", yaml, body: "Body\n" });
});

test("a horizontal rule in the body stays in the body", () => {
  expect(partsOf("---\na: b\n---\none\n---\ntwo\n")).toMatchObject({ body: "one\n---\ntwo\n" });
});

test("CRLF, spaces after the hyphens and a byte order mark change nothing", () => {
  expect(partsOf("\uFEFF--- \t\r\na: b\r\n---  \r\nBody\r\n")).toEqual({
    kind: "complete",
    yaml: "a: b\r\n",
    body: "Body\r\n",
  });
});

test("the closing line can be the last and needs no line break", () => {
  expect(partsOf("---\na: b\n---")).toEqual({ kind: "complete", yaml: "a: b\n", body: "" });
  expect(partsOf("---\n---")).toEqual({ kind: "complete", yaml: "", body: "" });
});

test.each(["---\na: b\n", "---\n", "---", "---\na: b\n----\n", "---\na: b\n ---\n"])(
  "%j is unclosed",
  (text) => {
    expect(partsOf(text)).toEqual({ kind: "unclosed", yaml: text.slice(4) });
  },
);

test.each([
  "",
  "# Title\n",
  "\n---\na: b\n---\n",
  " ---\na: b\n---\n",
  "----\na: b\n---\n",
  "---name: x\n---\n",
  "--\n",
])("%j has no frontmatter", (text) => {
  expect(partsOf(text)).toEqual({ kind: "absent" });
});

const pattern = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/;
const lines = fc.array(fc.constantFrom("name: pdf", "", "a: b --- c", " ---", "# x", "\t", "é: 🙂"), {
  minLength: 1,
});

test("S2-1: texts that skillscraft's expression accepts are split the same way", () => {
  fc.assert(
    fc.property(lines, lines, fc.constantFrom("\n", "\r\n"), (yaml, body, ending) => {
      const text = ["---", ...yaml, "---", ...body].join(ending);
      const [, expectedYaml, expectedBody] = pattern.exec(text) ?? [];
      const found = partsOf(text);
      expect({ ...found, yaml: found.yaml?.replace(/\r?\n$/, "") }).toEqual({
        kind: "complete",
        yaml: expectedYaml,
        body: expectedBody,
      });
    }),
  );
});

test("the parts, with their two delimiter lines, are the whole text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("-", "\n", "a", "---\n", "\r\n", " ") }), (text) => {
      const parts = splitFrontmatter(text);
      if (parts.kind !== "complete") return;
      const delimiters = text.slice(0, parts.yaml.start) + text.slice(parts.yaml.end, parts.body.start);
      expect(delimiters).toMatch(/^---[ \t\r]*\n---[ \t\r]*\n?$/);
      expect(parts.body.end).toBe(text.length);
    }),
  );
});
