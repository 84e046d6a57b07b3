import { symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { formatError } from "../format.ts";
import { createTestFolder } from "../fs/contract.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { limits } from "../limits.ts";
import { type Config, readConfig } from "./config.ts";

function read(text: string | Uint8Array): Config {
  return readConfig(createMemoryFileSystem({ "skillwright.config.json": text }), "skillwright.config.json");
}

/** The error message for a config. */
function complaintOf(text: string | Uint8Array): string {
  try {
    return `none: ${JSON.stringify(read(text))}`;
  } catch (error) {
    if (error instanceof SkillError) return formatError(error);
    throw error;
  }
}

const full = {
  profile: "strict",
  rules: {
    "name.format": { severity: "warning", options: {} },
    "body.maxLines": { severity: "error", options: { max: 3 } },
  },
  ignore: ["drafts"],
  catalog: { roots: [{ path: "~/skills", scope: "personal" }], off: ["internal-*"] },
  mirrors: { "https://github.com/": "https://mirror.example/github/" },
  suppressions: [],
};

test("JSON and YAML are equivalent", () => {
  expect(
    read(
      '{"profile": "strict", "rules": {"name.format": "warning", "body.maxLines": ["error", {"max": 3}]}, "ignore": ["drafts"], "catalog": {"roots": [{"path": "~/skills", "scope": "personal"}], "off": ["internal-*"]}, "mirrors": {"https://github.com/": "https://mirror.example/github/"}}',
    ),
  ).toEqual(full);
  expect(
    read(
      "profile: strict\nrules:\n  name.format: warning\n  body.maxLines: [error, {max: 3}]\nignore:\n  - drafts\ncatalog:\n  roots: [{path: ~/skills, scope: personal}]\n  off: [internal-*]\nmirrors:\n  https://github.com/: https://mirror.example/github/\n",
    ),
  ).toEqual(full);
});

const empty = { rules: {}, ignore: [], catalog: {}, mirrors: {}, suppressions: [] };

test("tabs, comments, a byte order mark and a schema are fine", () => {
  expect(read('\uFEFF{\n\t"$schema": "x",\n\t"profile": "strict"\n}\n')).toEqual({
    profile: "strict",
    rules: {},
    ignore: [],
    catalog: {},
    mirrors: {},
    suppressions: [],
  });
  expect(read("# nothing but a comment\n")).toEqual(empty);
  expect(read("")).toEqual(empty);
});

test.each([
  ["profile: nope", /: at profile: Invalid option: expected one of "standard"/],
  ["catalog:\n  roots: [{path: x, scope: root}]", /: at catalog\.roots\.0\.scope: Invalid option/],
  ["catalog:\n  root: x", /: at catalog: Unrecognized key: "root"\.$/],
  [
    "mirrors: {https://a.example/: ftp://b.example/}",
    /: at mirrors\.https:\/\/a\.example\/: expected an https:/,
  ],
  [
    "suppressions: [{rule: name.format, path: a, fingerprint: 0123456789abcdef0123456789abcdef, reason: x, expires: 2027-01-01}]",
    /: at suppressions: name\.format is not a security rule\./,
  ],
  [
    "suppressions: [{rule: broad-tools, path: a, fingerprint: 0123456789abcdef0123456789abcdef, reason: ' ', expires: 2027-01-01}]",
    /: at suppressions\.0\.reason: /,
  ],
  [
    "suppressions: [{rule: broad-tools, path: a, fingerprint: 0123456789abcdef0123456789abcdef, reason: x}]",
    /: at suppressions\.0\.expires: /,
  ],
  ["profil: strict", /: Unrecognized key: "profil"\.$/],
  ["[1]", /: Invalid input: expected object, received array\.$/],
  ["ignore: drafts", /: at ignore: Invalid input: expected array, received string\.$/],
  ["rules: {name.format: maybe}", /: at rules\.name\.format: expected error, warning, info or off,/],
  ["rules: {name.format: [error, {max: .nan}]}", /: at rules\.name\.format: expected error,/],
  ["rules: {name.formt: error}", /: unknown rule: name\.formt\. Did you mean name\.format\?$/],
  ["rules: {constructor: error}", /: unknown rule: constructor\.$/],
  ["rules: {name.format: [error, {max: 3}]}", /: the rule name\.format has no option max\.$/],
  ["__proto__: {profile: strict}", /: Unrecognized key: "__proto__"\.$/],
  ["profile: strict\nprofile: lenient", /: line 2, column 1: duplicate key profile\.$/],
  ["rules:\n  a: b: c", /: line 2, column 6: ./],
  ['{"profile": "strict"', /: line 1, column 20: ./],
  ["profile: *x", /: line 1, column 10: There is no anchor &x before this alias\.$/],
])("%j is refused with its place", (text, complaint) => {
  expect(complaintOf(text)).toMatch(/^skillwright\.config\.json is not a valid configuration/);
  expect(complaintOf(text)).toMatch(complaint);
});

const bomb = Array.from({ length: 10 }, (_, level) => {
  const items = Array(9).fill(level === 0 ? "x" : `*a${level - 1}`);
  return `k${level}: &a${level} [${items.join(",")}]`;
}).join("\n");

test.each([
  ["an alias bomb", bomb],
  ["ten thousand levels", "[".repeat(10_000)],
  ["too many bytes", "#".repeat(limits.frontmatterBytes + 1)],
  ["bytes that are not UTF-8", new Uint8Array([0xff, 0xfe])],
])("%s is refused, not obeyed", (_, text) => {
  expect(complaintOf(text)).toMatch(/^skillwright\.config\.json is not a valid configuration/);
});

test("a config can be a link", () => {
  const root = createTestFolder();
  writeFileSync(`${root}/real.yaml`, "profile: strict\n");
  symlinkSync("real.yaml", `${root}/skillwright.config.yaml`);
  expect(readConfig(createNodeFileSystem(), `${root}/skillwright.config.yaml`).profile).toBe("strict");
});

test("a missing config is an error", () => {
  expect(() => readConfig(createMemoryFileSystem(), "x.json")).toThrow(SkillError);
});
