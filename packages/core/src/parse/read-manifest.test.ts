import { expect, test } from "vitest";
import type { SkillManifest } from "../skill.ts";
import { parseYaml } from "./parse-yaml.ts";
import { readManifest } from "./read-manifest.ts";

function manifestOf(source: string): SkillManifest {
  const { node } = parseYaml(source);
  const manifest = readManifest(node?.kind === "map" ? node : undefined);
  return { ...manifest, metadata: { ...manifest.metadata }, unknown: { ...manifest.unknown } };
}

const nothing = { metadata: {}, unknown: {} };

test("missing frontmatter gives an empty manifest", () => {
  expect(manifestOf("")).toEqual(nothing);
});

test("S0-2, S0-3: name and description are trimmed texts", () => {
  expect(manifestOf("name: ' pdf '\ndescription: >\n  Reads PDF files.\n  Use when asked.\n")).toEqual({
    ...nothing,
    name: "pdf",
    description: "Reads PDF files. Use when asked.",
  });
});

test("S1-10: a name or description that is not text is left out", () => {
  expect(manifestOf("name: [a]\ndescription: {a: b}\n")).toEqual(nothing);
  expect(manifestOf("name: ~\ndescription:\n")).toEqual(nothing);
});

test("S1-11: field names are case-sensitive", () => {
  expect(manifestOf("Name: pdf\n")).toEqual({ ...nothing, unknown: { Name: "pdf" } });
});

test("S0-4: license is text, and a number is kept as written", () => {
  expect(manifestOf("license: Apache-2.0\n")).toMatchObject({ license: "Apache-2.0" });
  expect(manifestOf("license: 2.0\n")).toMatchObject({ license: "2.0" });
});

test("S1-5, S2-5: compatibility is a text", () => {
  expect(manifestOf("compatibility: Requires Python 3.14+ and uv\n")).toEqual({
    ...nothing,
    compatibility: "Requires Python 3.14+ and uv",
  });
});

test("S0-5, C-7: a compatibility map is kept and also rendered as text", () => {
  const source =
    'compatibility:\n  requires: ["python>=3.10", pypdf]\n  optional: [uv]\n  packages: [code-review/git-utils]\n';
  expect(manifestOf(source)).toEqual({
    ...nothing,
    compatibility: "Requires python>=3.10, pypdf. Optional: uv. Packages: code-review/git-utils",
    requirements: {
      requires: ["python>=3.10", "pypdf"],
      optional: ["uv"],
      packages: ["code-review/git-utils"],
    },
  });
});

test("S0-6, S1-6, C-12: metadata values stay as written, and nested values become text", () => {
  const source = "metadata:\n  version: 1.10\n  flag: true\n  none: ~\n  nested: {b: c}\n  list: [a, b]\n";
  expect(manifestOf(source).metadata).toEqual({
    version: "1.10",
    flag: "true",
    none: "~",
    nested: "{'b': 'c'}",
    list: "['a', 'b']",
  });
});

test("metadata that is not a mapping is left out", () => {
  expect(manifestOf("metadata: text\n")).toEqual(nothing);
  expect(manifestOf("metadata: [a]\n")).toEqual(nothing);
});

test.each([
  ["S0-7: a text with spaces", "Bash(git add *) Read"],
  ["C-5: a text with commas", "Bash(git add *), Read"],
  ["S3-11: a list", '["Bash(git add *)", Read]'],
  ["a list of texts with commas", '["Bash(git add *), Read"]'],
])("%s names the requested tools", (_, value) => {
  expect(manifestOf(`allowed-tools: ${value}\n`)).toEqual({
    ...nothing,
    requestedTools: [
      { text: "Bash(git add *)", tool: "Bash", pattern: "git add *" },
      { text: "Read", tool: "Read" },
    ],
  });
});

test("S4-4: allowed_tools is read as well, and allowed-tools beats it", () => {
  expect(manifestOf("allowed_tools: Read\n").requestedTools).toEqual([{ text: "Read", tool: "Read" }]);
  expect(manifestOf("allowed_tools: Read\nallowed-tools: Write\n").requestedTools).toEqual([
    { text: "Write", tool: "Write" },
  ]);
});

test.each(["allowed-tools: []", "allowed-tools:", 'allowed-tools: ""', "allowed-tools: [null]"])(
  "%j requests no tools, which differs from omitting the field",
  (source) => {
    expect(manifestOf(`${source}\n`).requestedTools).toEqual([]);
  },
);

test.each([
  ["{Bash: true}", '{"Bash":true}'],
  ["[[Bash]]", '["Bash"]'],
  ["[{Bash(rm: '*)'}]", '{"Bash(rm":"*)"}'],
])("a list of tools with %s in it keeps that as an entry", (source, text) => {
  const entries = [{ text, tool: text }];
  expect(manifestOf(`allowed-tools: ${source}\n`).requestedTools).toEqual(entries);
  expect(manifestOf(`disallowed-tools: ${source}\n`).disallowedTools).toEqual(entries);
});

test("disallowed tools are read like requested ones", () => {
  expect(manifestOf("disallowed-tools: Bash, Write\n").disallowedTools).toEqual([
    { text: "Bash", tool: "Bash" },
    { text: "Write", tool: "Write" },
  ]);
});

test("S1-9: unknown fields are kept, even with special names", () => {
  const { unknown } = manifestOf("version: 1.0\nauthor: {name: x}\n__proto__: {polluted: true}\n");
  expect(JSON.stringify(unknown)).toBe('{"version":1,"author":{"name":"x"},"__proto__":{"polluted":true}}');
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test("a metadata key named __proto__ is an ordinary key", () => {
  const { node } = parseYaml("metadata:\n  __proto__: x\n  version: 1\n");
  const { metadata } = readManifest(node?.kind === "map" ? node : undefined);
  expect(Object.entries(metadata)).toEqual([
    ["__proto__", "x"],
    ["version", "1"],
  ]);
});
