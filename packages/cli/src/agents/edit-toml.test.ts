import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { describe, expect, test } from "vitest";
import { tomlEditor } from "./edit-toml.ts";

const file = (text: string) => ({ path: "config.toml", text });
const server = { command: "skillwright", args: ["mcp", "--root", 'C:\\a "b"\u007f'] };
const at = ["mcp_servers", "skillwright"];

const own = `# my settings
model = "gpt-5.5"   # the good one

[mcp_servers.github]
command = "gh"
args = [
  "mcp", # over stdio
]

[[hooks.PreToolUse]]
matcher = "^Bash$"
`;

test("our table is added last, and everything else is unchanged", () => {
  const after = tomlEditor.insert(file(own), at, server);
  expect(after).toBe(`${own}
[mcp_servers.skillwright]
command = "skillwright"
args = ["mcp", "--root", "C:\\\\a \\"b\\"\\u007F"]
`);
  expect(tomlEditor.remove(file(after), at)).toBe(own);
  expect(parse(after)).toEqual({
    ...parse(own),
    mcp_servers: { ...Object(parse(own)).mcp_servers, skillwright: server },
  });
});

test("tables that the agent added below ours are removed with it; later ones keep their comments", () => {
  const grown = `${tomlEditor.insert(file(own), at, server)}
[mcp_servers.skillwright.tools.skills_list]
approval_mode = "approve"

# what comes next
[tui]
theme = "dark"
`;
  expect(tomlEditor.remove(file(grown), at)).toBe(`${own}
# what comes next
[tui]
theme = "dark"
`);
});

test("a file that we created is removed when it is empty, and the user's empty file is not", () => {
  const made = tomlEditor.insert({ path: "config.toml", text: undefined }, at, server);
  expect(made.startsWith("[mcp_servers.skillwright]\n")).toBe(true);
  expect(tomlEditor.remove(file(made), at)).toBeUndefined();
  expect(tomlEditor.remove(file(tomlEditor.insert(file(""), at, server)), at)).toBe("");
});

test("removing a missing entry changes nothing", () => {
  expect(tomlEditor.remove(file(own), at)).toBe(own);
});

describe("refused", () => {
  test.each([
    ["a = 1\nb = = 2\n", 2, "this is not valid TOML; fix it first"],
    ["a = 1\na = 2\n", 2, "this is not valid TOML; fix it first"],
    [
      "mcp_servers = { a = { command = 'x' } }\n",
      2,
      "no table can be added to mcp_servers as it is written; add it by hand",
    ],
    [`a = ${"[".repeat(200)}${"]".repeat(200)}`, 1, "this is not valid TOML; fix it first"],
  ])("inserting into %j", (text, line, reason) => {
    expect(() => tomlEditor.insert(file(text), at, server)).toThrow(
      expect.objectContaining({ code: "settings-unusable", details: { path: "config.toml", line, reason } }),
    );
  });

  test.each([
    "mcp_servers = { skillwright = { command = 'x' } }\n",
    "mcp_servers.skillwright.command = 'x'\n",
    '[mcp_servers.skillwright]\ncommand = """\n[tui]\n"""\n[tui]\ntheme = "dark"\n',
  ])("removing from %j", (text) => {
    expect(() => tomlEditor.remove(file(text), at)).toThrow(
      expect.objectContaining({
        details: {
          path: "config.toml",
          line: 1,
          reason: "mcp_servers.skillwright is not a table on separate lines; remove it by hand",
        },
      }),
    );
  });
});

const word = fc.constantFrom("a", "b c", "skillwright", "mcp_servers", "é");
const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 2 }));
const table = fc.dictionary(word, fc.oneof(leaf, fc.dictionary(word, leaf, { maxKeys: 2 })), { maxKeys: 4 });
const document = fc
  .tuple(
    table,
    fc.constantFrom("", "# end", "\n\n", "\n# end\n"),
    fc.constantFrom("\n", "\r\n"),
    fc.boolean(),
  )
  .map(([value, end, eol, isBare]) => {
    const text = stringify(value) + end;
    return (isBare ? text.trimEnd() : text).replaceAll("\n", eol);
  });

test("removing what was inserted restores the same bytes", () => {
  let tried = 0;
  fc.assert(
    fc.property(document, (text) => {
      const before = attempt(() => tomlEditor.read(file(text)));
      const after = attempt(() => String(tomlEditor.insert(file(text), at, server)));
      fc.pre(before !== undefined && after !== undefined);
      tried += 1;
      expect(tomlEditor.remove(file(String(after)), at)).toBe(text);
    }),
    { numRuns: 1000 },
  );
  expect(tried).toBe(1000);
});

function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
