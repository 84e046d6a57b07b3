import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { appendJson, jsonEditor, removeJson } from "./edit-json.ts";
import { valueAt } from "./settings-file.ts";

const file = (text: string) => ({ path: "settings.json", text });
const server = { command: "skillwright", args: ["mcp"] };
const at = ["mcpServers", "skillwright"];

test("a new entry is formatted like the others, and comments stay in place", () => {
  const before = `// mine
{
    "model": "opus", // the good one
    "mcpServers": {
        // issues
        "github": { "command": "gh" }, // pinned
        /* nothing after this */
    },
}
`;
  const after = jsonEditor.insert(file(before), at, server);
  expect(after).toBe(`// mine
{
    "model": "opus", // the good one
    "mcpServers": {
        // issues
        "github": { "command": "gh" }, // pinned
        "skillwright": {
            "command": "skillwright",
            "args": [
                "mcp"
            ]
        },
        /* nothing after this */
    },
}
`);
  expect(jsonEditor.remove(file(after), at)).toBe(before);
});

test("a comma goes before the comment of the last member", () => {
  expect(jsonEditor.insert(file('{\n\t"a": 1 // one\n}'), ["b"], {})).toBe(
    '{\n\t"a": 1, // one\n\t"b": {}\n}',
  );
});

test("a single-line file stays on one line", () => {
  const after = jsonEditor.insert(file('{"a":1}'), at, server);
  expect(after).toBe(
    '{"a":1, "mcpServers": { "skillwright": { "command": "skillwright", "args": [ "mcp" ] } }}',
  );
  expect(jsonEditor.remove(file(after), at)).toBe('{"a":1}');
});

test("line endings and a byte order mark are kept", () => {
  const before = '\uFEFF{\r\n  "a": 1\r\n}\r\n';
  const after = jsonEditor.insert(file(before), ["b"], { c: 1 });
  expect(after).toBe('\uFEFF{\r\n  "a": 1,\r\n  "b": {\r\n    "c": 1\r\n  }\r\n}\r\n');
  expect(jsonEditor.remove(file(after), ["b"])).toBe(before);
});

test("a file that we created is removed when it is empty, and the user's file is not", () => {
  const made = jsonEditor.insert({ path: "settings.json", text: undefined }, at, server);
  expect(jsonEditor.remove(file(made), at)).toBeUndefined();
  const own = jsonEditor.insert(file("{}\n"), at, server);
  expect(jsonEditor.remove(file(own), at)).toBe("{}\n");
});

test("a file that contains a user's comment is kept", () => {
  const made = jsonEditor.insert({ path: "settings.json", text: undefined }, at, server);
  expect(jsonEditor.remove(file(`// mine\n${made}`), at)).toBe("// mine\n{\n}\n");
  expect(jsonEditor.remove(file(`${made}// mine\n`), at)).toBe("{\n}\n// mine\n");
});

test("the user's empty containers are kept, and those that we created are removed", () => {
  const own = jsonEditor.insert(file('{"mcpServers": {}}'), at, server);
  expect(jsonEditor.remove(file(own), at)).toBe('{"mcpServers": {}}');
  const made = jsonEditor.insert(file('{"a": {}}'), at, server);
  expect(jsonEditor.remove(file(made), at)).toBe('{"a": {}}');
});

test("an entry that a formatter moved is still found and removed", () => {
  const formatted = '{\n  "mcpServers": { // mine\n    "skillwright": 1, "b": 2 },\n  "c": 3\n}';
  expect(removeJson(file(formatted), at)).toBe('{\n  "mcpServers": { // mine\n "b": 2 },\n  "c": 3\n}');
});

test("entries may be removed in any order, and the user's empty object stays", () => {
  for (const text of ["{}", '{\n  "a": 1\n}\n', '{"a": {}}']) {
    const both = jsonEditor.insert(file(jsonEditor.insert(file(text), ["x", "y"], server)), ["z"], server);
    const one = jsonEditor.remove(file(both), ["x", "y"]) ?? "";
    expect(jsonEditor.remove(file(one), ["z"])).toBe(text);
  }
});

test("reading returns plain data", () => {
  expect(jsonEditor.read(file('{"a": [1, {"b": null}], /* c */}'))).toStrictEqual({ a: [1, { b: null }] });
});

test.each(["", " \n", "\uFEFF"])("an empty file is rewritten: %j", (text) => {
  expect(jsonEditor.read(file(text))).toEqual({});
  expect(jsonEditor.insert(file(text), ["a"], { b: 1 })).toBe(
    jsonEditor.insert({ path: "settings.json", text: undefined }, ["a"], { b: 1 }),
  );
});

test("lists are appended to, and created when missing", () => {
  expect(appendJson(file('{"a": [1]}'), ["a"], 2)).toBe('{"a": [1, 2]}');
  expect(appendJson(file('{\n  "b": 1\n}'), ["a"], 2)).toBe('{\n  "b": 1,\n  "a": [\n    2\n  ]\n}');
  expect(removeJson(file('{"a": [1, 2, 3]}'), ["a", 1])).toBe('{"a": [1, 3]}');
  expect(removeJson(file('{"a": [1, 2, 3]}'), ["a", 0])).toBe('{"a": [2, 3]}');
});

describe("refused, with the line", () => {
  const refusal = (text: string): unknown => {
    try {
      appendJson(file(text), ["hooks", "PreToolUse"], {});
    } catch (error) {
      return error;
    }
    return undefined;
  };
  test.each([
    ["// mine", 1, "this is not valid JSON (ValueExpected); fix it first"],
    ['{\n  "a": \n}', 3, "this is not valid JSON (ValueExpected); fix it first"],
    ['{"a": 1} {}', 1, "this is not valid JSON (EndOfFileExpected); fix it first"],
    ["[]", 1, "expected a JSON object"],
    ['{\n  "hooks": []\n}', 2, "expected an object at hooks"],
    ['{\n  "hooks": null\n}', 2, "expected an object at hooks"],
    ['{"hooks": {\n  "PreToolUse": {}}}', 2, "expected a list at hooks.PreToolUse"],
    ['{"hooks": {},\n "hooks": {}}', 2, 'the key "hooks" appears twice; remove one'],
    ['{"a": [{"x": 1, "x": 2}]}', 1, 'the key "x" appears twice; remove one'],
  ])("%j", (text, line, reason) => {
    expect(refusal(text)).toMatchObject({
      code: "settings-unusable",
      details: { path: "settings.json", line, reason },
    });
  });

  test("a file of a million brackets", () => {
    expect(refusal(`{"a": ${"[".repeat(1_000_000)}`)).toMatchObject({
      details: { reason: "more than 128 levels of lists and objects" },
    });
  });
});

/** JSON with comments, spaces and trailing commas wherever they may be. */
const trivia = fc
  .array(fc.constantFrom(" ", "\n", "\r\n", "\t", "  ", "/* c */", "/* a\n b */", "// x\n", "// y\r\n"), {
    maxLength: 3,
  })
  .map((parts) => parts.join(""));
const blank = fc.constantFrom("", " ", "\n", "\n  ", "\r\n\t");
const key = fc.constantFrom("a", "b", "http://x", "hooks", "mcpServers", "PreToolUse", "é{[,");
const { value: jsonc } = fc.letrec<{ value: string; object: string; list: string; member: string }>(
  (tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom("1", "true", "null", '"// no comment"', '"}"', "{}", "[]", "{ }", "[\n]"),
      tie("object"),
      tie("list"),
    ),
    member: fc
      .tuple(trivia, trivia, tie("value"), trivia)
      .map(([a, b, value, c]) => `${a}: ${b}${value}${c}`),
    object: fc
      .tuple(
        fc.uniqueArray(fc.tuple(key, trivia, tie("member")), { selector: ([name]) => name, maxLength: 3 }),
        trivia,
        fc.boolean(),
      )
      .map(([members, end, trailing]) => {
        const texts = members.map(([name, lead, member]) => `${lead}${JSON.stringify(name)}${member}`);
        return `{${texts.join(",")}${trailing && texts.length > 0 ? "," : ""}${end}}`;
      }),
    list: fc
      .tuple(fc.array(fc.tuple(trivia, tie("value")), { maxLength: 3 }), trivia, fc.boolean())
      .map(([items, end, trailing]) => {
        const texts = items.map(([lead, value]) => lead + value);
        return `[${texts.join(",")}${trailing && texts.length > 0 ? "," : ""}${end}]`;
      }),
  }),
);
const document = fc
  .tuple(
    fc.constantFrom("", "\uFEFF"),
    trivia,
    jsonc.filter((text) => text.startsWith("{")),
    trivia,
    blank,
  )
  .map((parts) => parts.join(""));

test("removing what was inserted restores the same bytes", () => {
  fc.assert(
    fc.property(
      document,
      fc.constantFrom(["new"], ["a", "new"], ["hooks", "PreToolUse", "new"]),
      (text, path) => {
        const after = attempt(() => jsonEditor.insert(file(text), path, server));
        fc.pre(after !== undefined);
        expect(valueAt(jsonEditor.read(file(after)), path)).toEqual(server);
        expect(jsonEditor.remove(file(after), path)).toBe(text);
      },
    ),
    { numRuns: 3000 },
  );
});

test("removing from an extended list restores the same bytes too", () => {
  fc.assert(
    fc.property(document, fc.constantFrom(["a"], ["hooks", "PreToolUse"]), (text, path) => {
      const after = attempt(() => appendJson(file(text), path, server));
      fc.pre(after !== undefined);
      const list = valueAt(jsonEditor.read(file(after)), path);
      if (!Array.isArray(list)) throw new TypeError("no list");
      expect(list.at(-1)).toEqual(server);
      expect(removeJson(file(after), [...path, list.length - 1])).toBe(text);
    }),
    { numRuns: 3000 },
  );
});

function attempt(edit: () => string): string | undefined {
  try {
    return edit();
  } catch {
    return undefined;
  }
}
