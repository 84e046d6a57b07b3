import { SkillError } from "@skillwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addWant, removeWant } from "./edit-wants.ts";
import { expandWants } from "./expand-wants.ts";
import { parseWants, type SkillWant } from "./wants.ts";

const path = "/p/skillwright.json";
const read = (value: unknown) => parseWants(JSON.stringify(value), path);

test("reads sources, ranges, aliases, agents, sets and inclusions", () => {
  const wants = read({
    version: 1,
    agents: ["claude-code"],
    scope: "project",
    skills: {
      pdf: "acme/skills",
      "pdf-eu": { source: "eu/skills", skill: "pdf", range: "^2.0", optional: true },
    },
    include: ["base", { source: "acme/team", set: "web", optional: true }],
    sets: { base: { skills: { git: "hub:git" } } },
  });
  expect(wants).toEqual({
    agents: ["claude-code"],
    scope: "project",
    skills: [
      { name: "pdf", source: "acme/skills" },
      { name: "pdf-eu", source: "eu/skills", skill: "pdf", range: "^2.0", optional: true },
    ],
    include: [{ set: "base" }, { source: "acme/team", set: "web", optional: true }],
    sets: new Map([["base", { skills: [{ name: "git", source: "hub:git" }], include: [] }]]),
  });
});

test.each<readonly [string, string, string]>([
  ["no JSON", "{", "not valid JSON"],
  ["a key twice", '{"skills":{"a":"x","a":"y"}}', '"a" is written twice'],
  ["an unknown field", '{"skils":{}}', "skils"],
  ["a newer version", '{"version":2}', "its version is 2"],
  ["a list", "[]", "expected an object"],
  [
    "a skill that is a number",
    '{"skills":{"a":5}}',
    "at skills.a: expected a source, or an object with a source.",
  ],
  ["a wrong scope", '{"scope":"team"}', "at scope: expected project or user"],
  [
    "conflict markers",
    '{\n<<<<<<< HEAD\n"skills":{}\n=======\n>>>>>>> b\n}',
    "line 2: git left conflict markers",
  ],
  ["a name that is a path", '{"skills":{"../a":"x"}}', "at skills.../a"],
  ["a name of dots", '{"skills":{"..":"x"}}', "at skills..."],
  ["a range that is none", '{"skills":{"a":{"source":"x","range":"soon"}}}', "at skills.a"],
  ["an unknown scope", '{"scope":"world"}', "at scope"],
  ["too much", " ".repeat(9_000_000), "too long"],
])("%s is an error with its place", (_, text, reason) => {
  try {
    parseWants(text, path);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(SkillError);
    expect(error).toMatchObject({
      code: "config-invalid",
      details: { path, reason: expect.stringContaining(reason) },
    });
  }
});

describe("editing keeps the form of the file", () => {
  const pdf: SkillWant = { name: "pdf", source: "acme/skills" };

  test("a new file", () => {
    const text = addWant({ path, text: undefined }, pdf);
    expect(parseWants(text, path).skills).toEqual([pdf]);
    expect(text.endsWith("}\n")).toBe(true);
  });

  test.each([
    [
      "in order",
      '{\n\t"skills": {\n\t\t"a": "x",\n\t\t"z": "y"\n\t}\n}\n',
      '{\n\t"skills": {\n\t\t"a": "x",\n\t\t"pdf": "acme/skills",\n\t\t"z": "y"\n\t}\n}\n',
    ],
    [
      "at the end",
      '{ "skills": {\n  "z": "y",\n  "a": "x"\n} }',
      '{ "skills": {\n  "z": "y",\n  "a": "x",\n  "pdf": "acme/skills"\n} }',
    ],
    [
      "on one line",
      '{"skills":{"a":"x"},"scope":"user"}',
      '{"skills":{"a":"x", "pdf": "acme/skills"},"scope":"user"}',
    ],
    ["into an empty list", '{\n  "skills": {}\n}\n', '{\n  "skills": {\n    "pdf": "acme/skills"\n  }\n}\n'],
    [
      "into a file without skills",
      '{\n  "scope": "user"\n}\n',
      '{\n  "scope": "user",\n  "skills": {\n    "pdf": "acme/skills"\n  }\n}\n',
    ],
    [
      "over another source",
      '{\n  "skills": { "pdf": { "source": "old" }, "q": "r" }\n}\n',
      '{\n  "skills": { "pdf": "acme/skills", "q": "r" }\n}\n',
    ],
    [
      "with Windows' line ends",
      '{\r\n  "skills": {\r\n    "a": "x"\r\n  }\r\n}\r\n',
      '{\r\n  "skills": {\r\n    "a": "x",\r\n    "pdf": "acme/skills"\r\n  }\r\n}\r\n',
    ],
  ])("adds %s", (_, text, expected) => {
    expect(addWant({ path, text }, pdf)).toBe(expected);
  });

  test.each([
    [
      "the first",
      '{\n  "skills": {\n    "pdf": "x",\n    "z": "y"\n  }\n}\n',
      '{\n  "skills": {\n    "z": "y"\n  }\n}\n',
    ],
    [
      "the last",
      '{\n  "skills": {\n    "a": "x",\n    "pdf": { "source": "y" }\n  }\n}\n',
      '{\n  "skills": {\n    "a": "x"\n  }\n}\n',
    ],
    ["the only one", '{\n  "skills": {\n    "pdf": "x"\n  }\n}\n', '{\n  "skills": {}\n}\n'],
    ["none", '{ "skills": { "a" : "pdf" } }', '{ "skills": { "a" : "pdf" } }'],
  ])("removes %s", (_, text, expected) => {
    expect(removeWant({ path, text }, "pdf")).toBe(expected);
  });

  test("whatever is added is read back, and removing it leaves the rest", () => {
    const name = fc.stringMatching(/^[a-z0-9-]{1,8}$/);
    const wanted = fc.record(
      {
        name,
        source: fc.constantFrom("a/b", 'quo"te', "./back\\slash", "{},:[]"),
        range: fc.constantFrom("^1.0.0", "*"),
      },
      { requiredKeys: ["name", "source"] },
    );
    fc.assert(
      fc.property(fc.array(wanted), wanted, fc.constantFrom(undefined, 2, "\t"), (before, one, space) => {
        const skills = Object.fromEntries(before.map(({ name: key, ...rest }) => [key, rest]));
        const text = JSON.stringify({ skills, scope: "user" }, undefined, space);
        const others = parseWants(text, path).skills.filter((skill) => skill.name !== one.name);
        const added = addWant({ path, text }, one);
        const sorted = (list: readonly SkillWant[]) => list.toSorted((a, b) => (a.name < b.name ? -1 : 1));
        expect(sorted(parseWants(added, path).skills)).toEqual(sorted([...others, one]));
        expect(sorted(parseWants(removeWant({ path, text: added }, one.name), path).skills)).toEqual(
          sorted(others),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe("sets that include sets (S3-55)", () => {
  test("are expanded once, circles are shown, and the file itself goes first", () => {
    const wants = read({
      skills: { pdf: "mine/pdf" },
      include: ["web"],
      sets: {
        web: { skills: { css: "a/css", pdf: "a/pdf" }, include: ["base", "missing"] },
        base: { skills: { git: "a/git" }, include: ["web"] },
        extra: { skills: { more: "a/more" } },
      },
    });
    expect(expandWants(wants, new Map(), ["extra"])).toEqual({
      skills: [
        { name: "pdf", source: "mine/pdf" },
        { name: "css", source: "a/css" },
        { name: "git", source: "a/git" },
        { name: "more", source: "a/more" },
      ],
      toLoad: [],
      skipped: [],
      missing: ["missing"],
      cycles: [["web", "base", "web"]],
      clashes: [{ kept: { name: "pdf", source: "mine/pdf" }, dropped: { name: "pdf", source: "a/pdf" } }],
    });
  });

  test("of other sources are asked for, then used; an optional one that cannot be reached is skipped", () => {
    const wants = read({
      include: [
        { source: "acme/team", set: "web" },
        { source: "acme/secret", optional: true },
      ],
    });
    expect(expandWants(wants)).toMatchObject({ skills: [], toLoad: ["acme/team", "acme/secret"] });
    const team = read({ sets: { web: { include: ["base"] }, base: { skills: { git: "acme/git" } } } });
    expect(
      expandWants(
        wants,
        new Map([
          ["acme/team", team],
          ["acme/secret", undefined],
        ]),
      ),
    ).toEqual({
      skills: [{ name: "git", source: "acme/git" }],
      toLoad: [],
      skipped: ["acme/secret"],
      missing: [],
      cycles: [],
      clashes: [],
    });
    expect(
      expandWants(
        wants,
        new Map([
          ["acme/team", undefined],
          ["acme/secret", team],
        ]),
      ),
    ).toMatchObject({
      missing: ["acme/team#web"],
    });
  });
});
