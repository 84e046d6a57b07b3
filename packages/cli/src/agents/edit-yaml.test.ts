import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { yamlEditor } from "./edit-yaml.ts";

const file = (text: string) => ({ path: "config.yaml", text });
const server = { type: "stdio", cmd: "skillwright", args: ["mcp", "--root", "a: b"], envs: {}, timeout: 300 };
const at = ["extensions", "skillwright"];

const own = `# my settings
GOOSE_MODEL: "opus"   # the good one
extensions: # mine
    # what everybody needs
    developer:
        enabled: true
        type:   builtin

    memory: {enabled: false, type: builtin}
# the end
GOOSE_MODE: auto
`;

test("our entry is added first, and everything else is unchanged", () => {
  const after = yamlEditor.insert(file(own), at, server);
  expect(after).toBe(`# my settings
GOOSE_MODEL: "opus"   # the good one
extensions: # mine
    skillwright:
      type: stdio
      cmd: skillwright
      args:
        - mcp
        - --root
        - "a: b"
      envs: {}
      timeout: 300
    # what everybody needs
    developer:
        enabled: true
        type:   builtin

    memory: {enabled: false, type: builtin}
# the end
GOOSE_MODE: auto
`);
  expect(yamlEditor.read(file(after))).toMatchObject({ extensions: { skillwright: server } });
  expect(yamlEditor.remove(file(after), at)).toBe(own);
});

test("an entry that was moved and commented is removed, and comments on the next stay", () => {
  const moved = `extensions:
  developer: {type: builtin}
  skillwright:
    # I like it

    cmd: x
    args:
    - mcp

  # the next one
  memory: {type: builtin}
`;
  expect(yamlEditor.remove(file(moved), at)).toBe(`extensions:
  developer: {type: builtin}

  # the next one
  memory: {type: builtin}
`);
});

test("the key for all entries is created and removed with ours, and one in flow style is kept", () => {
  for (const text of [
    "a: 1\n",
    "a: 1",
    "",
    "\n",
    "# nothing yet\n",
    "extensions: {}\n",
    "extensions: { }\na: 1",
  ]) {
    const after = yamlEditor.insert(file(text), at, server);
    expect(yamlEditor.read(file(after))).toMatchObject({ extensions: { skillwright: server } });
    expect(yamlEditor.remove(file(after), at)).toBe(text);
  }
  const made = yamlEditor.insert({ path: "config.yaml", text: undefined }, at, server);
  expect(made.startsWith("extensions:\n  skillwright:\n    type: stdio\n")).toBe(true);
  expect(yamlEditor.remove(file(made), at)).toBeUndefined();
});

describe("refused", () => {
  test.each([
    ["a: 1\nb: [", 2, "this is not valid YAML; fix it first"],
    ["a: 1\na: 2\n", 2, "this is not valid YAML; fix it first"],
    ["- a\n", 1, "expected a mapping at the top level"],
    ["extensions:\n", 1, "expected a mapping here; remove the line, or add the entry by hand"],
    ["a: 1\nextensions: []\n", 2, "expected a mapping here; remove the line, or add the entry by hand"],
    ["extensions: {a: {b: 1}}\n", 1, "these entries are in braces; put each entry on its own line first"],
    ["{a: 1}\n", 2, "nothing can be added to extensions as it is written; add it by hand"],
    ["a: 1\n---\nb: 1\n", 2, "this is not valid YAML; fix it first"],
    ["a: |+\n  text\n", 3, "nothing can be added to extensions as it is written; add it by hand"],
  ])("inserting into %j", (text, line, reason) => {
    expect(() => yamlEditor.insert(file(text), at, server)).toThrow(
      expect.objectContaining({ code: "settings-unusable", details: { path: "config.yaml", line, reason } }),
    );
  });

  test("a hundred thousand brackets, and aliases that expand to gigabytes", () => {
    const bombs = ["[".repeat(100_000) + "]".repeat(100_000), aliasBomb()];
    for (const bomb of bombs)
      expect(() => yamlEditor.insert(file(`a: ${bomb}\n`), at, server)).toThrow(
        expect.objectContaining({ code: "settings-unusable" }),
      );
  });

  test.each(["extensions: {skillwright: {a: 1}, b: {}}\n", "x: &x {a: 1}\nextensions: {skillwright: *x}\n"])(
    "removing from %j",
    (text) => {
      expect(() => yamlEditor.remove(file(text), at)).toThrow(
        expect.objectContaining({
          details: expect.objectContaining({
            reason: "extensions.skillwright shares a line with other entries; remove it by hand",
          }),
        }),
      );
    },
  );
});

function aliasBomb(): string {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0
      ? "\n  l0: &l0 [x, x, x, x, x]"
      : `\n  l${level}: &l${level} [${`*l${level - 1}, `.repeat(9)}]`,
  );
  return levels.join("");
}

const word = fc.constantFrom("a", "b c", "extensions", "developer", "é", "#x");
const leaf = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 2 }),
);
const entries = fc.dictionary(word, fc.oneof(leaf, fc.dictionary(word, leaf, { maxKeys: 2 })), {
  maxKeys: 3,
});
const document = fc
  .record({
    value: fc.dictionary(word, fc.oneof(leaf, entries), { maxKeys: 4 }),
    indent: fc.constantFrom(2, 4),
    end: fc.constantFrom("", "# end", "\n\n", "\n# end\n"),
    eol: fc.constantFrom("\n", "\r\n"),
    isBare: fc.boolean(),
  })
  .map(({ value, indent, end, eol, isBare }) => {
    const text = `# first\n${stringify(value, { indent })}${end}`;
    return (isBare ? text.trimEnd() : text).replaceAll("\n", eol);
  });

test("removing what was inserted restores the same bytes", () => {
  let tried = 0;
  fc.assert(
    fc.property(document, (text) => {
      const after = insertOrNothing(text);
      fc.pre(after !== undefined);
      tried += 1;
      expect(yamlEditor.remove(file(after), at)).toBe(text);
    }),
    { numRuns: 300, maxSkipsPerRun: 20 },
  );
  expect(tried).toBe(300);
});

function insertOrNothing(text: string): string | undefined {
  try {
    return yamlEditor.insert(file(text), at, server);
  } catch {
    return undefined;
  }
}

test("a file of more lines than settings have is refused: reading it takes quadratic time", () => {
  const insert = (): string =>
    yamlEditor.insert({ path: "config.yaml", text: "a: 1\n*\n".repeat(3000) }, ["x", "y"], { z: 1 });
  expect(insert).toThrow("it has more than 5000 lines");
});

test("a file of more characters than settings have is refused: reading it takes seconds", () => {
  const text = `a: [${"x, ".repeat(100_000)}]\n`;
  const insert = (): string => yamlEditor.insert({ path: "config.yaml", text }, ["x", "y"], { z: 1 });
  expect(insert).toThrow("it has more than 262144 characters");
});
