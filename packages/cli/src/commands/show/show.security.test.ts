import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { main } from "../../main.ts";
import { createTestIo } from "../../test-io.ts";

const clear = "\u001b[2J";

async function show(input: string, color: boolean): Promise<{ out: string; err: string }> {
  const io = createTestIo({ input, color });
  await main(["show", "-"], io);
  return io.written;
}

/** The only escapes we write ourselves are colors and weights. */
function foreignControls(text: string): string[] {
  const rest = text.replace(/\u001b\[[\d;]*m/g, "");
  return (
    rest.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g) ?? []
  );
}

test("no control character of a skill reaches the terminal, wherever it is", async () => {
  const places = [
    `# a${clear}`,
    `text \u0007 \u009b2J \u202e reversed`,
    `\`code${clear}\``,
    `\`\`\`sh\necho "${clear}" # ${clear}\n\`\`\``,
    `[x${clear}](y${clear})`,
    `| a${clear} |\n|-|\n| b${clear} |`,
    `<!-- ${clear} -->`,
    `> - ${clear}\r${clear}`,
    "&#27;[2J &#x1b;[2J &#155;2J [a&#27;](b&#27;) ![c&#27;](d)",
  ];
  const input = `---\nname: "hello"\ndescription: "a\\e[2Jb"\nlicense: "\\x1b[2J"\ntags: ["\\x1b[2J"]\n---\n${places.join("\n\n")}\n`;
  for (const color of [true, false]) {
    const { out } = await show(input, color);
    expect(out).toContain("\\u{1b}");
    expect(foreignControls(out)).toEqual([]);
  }
});

test("without color not a single escape is written", async () => {
  const { out } = await show("---\nname: hello\ndescription: d\n---\n# A `b` **c**\n", false);
  expect(stripVTControlCharacters(out)).toBe(out);
});

test("text made to stall or overflow the Markdown parser is still shown", async () => {
  for (const text of [">".repeat(50_000), "- ".repeat(20_000), "*".repeat(60_000), "**a_".repeat(20_000)]) {
    const started = performance.now();
    const { out } = await show(`---\nname: hello\ndescription: d\n---\n${text}\n`, false);
    expect(out.length).toBeGreaterThan(text.length);
    expect(performance.now() - started).toBeLessThan(5000);
  }
});
