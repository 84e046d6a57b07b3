import { tritOf } from "@skillwright/core/check";
import { expect, test } from "vitest";
import { backgrounds, createTheme, readableColor } from "../style.ts";
import { textWidth } from "../text-width.ts";
import { renderMarkdown } from "./render-markdown.ts";

// pdf is a Coordinator: primary #F59E0B, accent #D97706, code #92400E.
const primary = foreground("#F59E0B");
const accent = foreground("#D97706");
const dim = foreground("#6B7280");
const codeColor = `\u001b[48;2;146;64;14m${foreground("#F59E0B", ["#92400E"])}`;

/** Colors keep their hue and are shifted until they are readable. */
function foreground(color: string, behind = backgrounds.unknown): string {
  const shade = readableColor(color, behind);
  return `\u001b[38;2;${[1, 3, 5].map((at) => Number.parseInt(shade.slice(at, at + 2), 16)).join(";")}m`;
}

function render(text: string, { color = false, columns = 40 } = {}): Promise<string[]> {
  return renderMarkdown(text, { theme: createTheme(tritOf("pdf"), { color }), columns });
}

test("S1-43: headings keep their marks; first and third are primary, second and fourth accent, the first two bold", async () => {
  const lines = await render("# A\n## B\n### C\n#### D", { color: true });
  expect(lines.filter((line) => line !== "")).toEqual([
    `\u001b[1m${primary}# A\u001b[39m\u001b[22m`,
    `\u001b[1m${accent}## B\u001b[39m\u001b[22m`,
    `${primary}### C\u001b[39m`,
    `${accent}#### D\u001b[39m`,
  ]);
});

test("S1-43: inline code is primary on the code color", async () => {
  const [line] = await render("Run `ls`.", { color: true });
  expect(line).toBe(`Run \u001b[1m${codeColor}ls\u001b[39m\u001b[49m\u001b[22m.`);
});

test("S1-43: links are accent and underlined, followed by their target", async () => {
  const [line] = await render("See [it](a.md).", { color: true });
  expect(line).toBe(`See \u001b[4m${accent}it\u001b[39m\u001b[24m${dim} (a.md)\u001b[39m.`);
});

test("S1-43: keywords in code are primary and bold, strings #10B981, numbers #6366F1, comments dim italic", async () => {
  const lines = await render('```sh\nif "a" 1 # c\n```', { color: true });
  expect(lines).toEqual([
    [
      `  \u001b[1m${primary}if\u001b[39m\u001b[22m `,
      `${foreground("#10B981")}"a"\u001b[39m `,
      `${foreground("#6366F1")}1\u001b[39m `,
      `\u001b[3m${dim}# c\u001b[39m\u001b[23m`,
    ].join(""),
  ]);
});

test("S1-43: a rule is 41 dashes, a quote has a bar", async () => {
  expect(await render("---\n\n> a\n> b\n>\n> c", { columns: 60 })).toEqual([
    "─".repeat(41),
    "",
    "│ a b",
    "│ ",
    "│ c",
  ]);
});

test("without color, weight and code keep their Markdown marks", async () => {
  expect(await render("**b** *e* ~~d~~ `c`")).toEqual(["**b** *e* ~~d~~ `c`"]);
});

test("lists hang: bullets, numbers from their start, tasks, and lists in lists", async () => {
  expect(await render("- one two three\n  - x\n- [x] y\n- [ ] z\n\n9. a\n10. b", { columns: 10 })).toEqual([
    "• one two",
    "  three",
    "  • x",
    "• [✓] y",
    "• [ ] z",
    "",
    "9.  a",
    "10. b",
  ]);
});

test("a list written with blank lines keeps them, and code in it is indented with it", async () => {
  expect(await render("1. a\n\n   ```\n   x\n   ```\n\n2. b")).toEqual(["1. a", "", "     x", "", "2. b"]);
});

test("tables are aligned as declared", async () => {
  expect(await render("| a | bb | c |\n|:--|:-:|--:|\n| 1 | x | 100 |\n| 日本 | y | 2 |")).toEqual([
    "a    │ bb │   c",
    "─────┼────┼────",
    "1    │ x  │ 100",
    "日本 │ y  │   2",
  ]);
});

test("a table too wide for the terminal wraps its widest cells", async () => {
  expect(await render("| k | text |\n|-|-|\n| a | one two three four |", { columns: 16 })).toEqual([
    "k │ text",
    "──┼─────────────",
    "a │ one two",
    "  │ three four",
  ]);
});

test("long lines of code continue behind an arrow", async () => {
  expect(await render("```\nsome --long command --here\n```", { columns: 20 })).toEqual([
    "  some --long",
    "  ↪ command --here",
  ]);
});

test("comments and tags are shown, since a model reads them", async () => {
  expect(await render("<!-- hidden -->\n\na <b>c</b> &lt;d&gt; <br>e")).toEqual(
    ["<!-- hidden -->", "", "a <b>c</b> <d> ", "e"].map((line) => line.trimEnd()),
  );
});

test("no line is wider than requested", async () => {
  const text = `# ${"word ".repeat(30)}\n\n- ${"x".repeat(90)}\n  > ${"日本語".repeat(20)}\n\n| ${"a".repeat(50)} | b |\n|-|-|\n| ${"c ".repeat(50)} | ${"d".repeat(99)} |\n\n\`\`\`\n${"e".repeat(99)}\n\`\`\`\n`;
  for (const columns of [24, 40, 77]) {
    const lines = await render(text, { columns, color: true });
    expect(lines.filter((line) => textWidth(line) > columns)).toEqual([]);
  }
});

test("text that is unsafe to parse is shown unchanged", async () => {
  expect(await render(`${">".repeat(30)} a\n`.repeat(2), { columns: 80 })).toHaveLength(1);
  expect((await render(`${">".repeat(5000)}`, { columns: 80 })).join("")).toBe(">".repeat(5000));
});
