import { describe, expect, test } from "vitest";
import type { JsonObject } from "../text/json.ts";
import { discoverLimits } from "./limits.ts";
import type { PackageManifest, Refusal } from "./package-manifest.ts";
import { manifestKinds } from "./read-package.ts";

const claude = ".claude-plugin/plugin.json";
const cursor = ".cursor-plugin/plugin.json";
const uaaps = "package.agent.json";
const aam = "aam.yaml";

function read(file: string, fields: JsonObject): PackageManifest | Refusal | undefined {
  return manifestKinds.find((kind) => kind.file === file)?.read(fields);
}

function pathsOf(file: string, fields: JsonObject): readonly string[] | string | undefined {
  const outcome = read(file, fields);
  return outcome && ("reason" in outcome ? outcome.reason : outcome.skills.map(({ path }) => path));
}

describe("the folders that contain the skills", () => {
  test("a Claude plugin's named folders are used in addition to skills/", () => {
    expect(pathsOf(claude, { name: "a" })).toEqual(["skills"]);
    expect(pathsOf(claude, { name: "a", skills: "./more/" })).toEqual(["skills", "more"]);
    expect(pathsOf(claude, { name: "a", skills: ["./x/y", "./"] })).toEqual(["skills", "x/y", ""]);
  });

  test("a Codex or Cursor plugin's named folders replace skills/", () => {
    expect(pathsOf(".codex-plugin/plugin.json", { name: "a", skills: "./own" })).toEqual(["own"]);
    expect(pathsOf(cursor, { name: "a", skills: ["one", "two"] })).toEqual(["one", "two"]);
    expect(pathsOf(cursor, { name: "a" })).toEqual(["skills"]);
  });

  test("a Gemini extension's skills are in skills/", () => {
    expect(pathsOf("gemini-extension.json", { name: "a", skills: "../x" })).toEqual(["skills"]);
  });

  test("a UAAPS package names single skills, their folder, or neither", () => {
    const artifacts = { skills: [{ name: "x", path: "skills/x" }, { path: "other/y/" }] };
    expect(pathsOf(uaaps, { name: "a", artifacts, skills: "./own" })).toEqual(["skills/x", "other/y"]);
    expect(pathsOf(uaaps, { name: "a", skills: "./own" })).toEqual(["own"]);
    expect(pathsOf("package.agent.yaml", { name: "a", artifacts: { agents: [] } })).toEqual(["skills"]);
  });

  test("an AAM package has only the skills that it names", () => {
    expect(pathsOf(aam, { name: "a", artifacts: { skills: [{ path: "skills/x" }] } })).toEqual(["skills/x"]);
    expect(pathsOf(aam, { name: "a", artifacts: { prompts: [] } })).toEqual([]);
    expect(pathsOf(aam, { name: "a" })).toEqual([]);
  });

  test("only folders that the format implies can be missing", () => {
    expect(read(claude, { name: "a", skills: "skills" })).toEqual({
      name: "a",
      skills: [
        { path: "skills", isDefault: true },
        { path: "skills", isDefault: false },
      ],
      unknownFields: [],
    });
  });
});

describe("paths never leave the package", () => {
  test.each([
    ["../.."],
    ["./a/../../b"],
    ["/etc"],
    ["//host/share"],
    ["C:/Windows"],
    ["c:"],
    ["a\\..\\b"],
    ["a\0b"],
    [7],
    [null],
    [{}],
  ])("%j is refused, alone and in a list", (path) => {
    const reason = `${JSON.stringify(path)} is not a path inside the package`;
    expect(pathsOf(claude, { name: "a", skills: path })).toBe(reason);
    expect(pathsOf(cursor, { name: "a", skills: ["ok", path] })).toBe(reason);
    expect(pathsOf(aam, { name: "a", artifacts: { skills: [{ path }] } })).toBe(reason);
  });

  test("an entry without a path, a list that is too long and a long text are refused briefly", () => {
    expect(pathsOf(aam, { name: "a", artifacts: { skills: ["x"] } })).toBe(
      "null is not a path inside the package",
    );
    const many = Array.from({ length: discoverLimits.packageSkillFolders + 1 }, () => "a");
    expect(pathsOf(claude, { name: "a", skills: many })).toBe(
      `it names more than ${discoverLimits.packageSkillFolders} folders of skills`,
    );
    expect(pathsOf(claude, { name: "a", skills: `/${"x".repeat(10_000)}` })?.length).toBeLessThan(200);
  });
});

describe("package names", () => {
  test("S0-15: @org/package is named org--package", () => {
    expect(read(uaaps, { name: "@myorg/code-review" })).toMatchObject({ name: "myorg--code-review" });
    expect(read(aam, { name: "@my_org/code-review" })).toMatchObject({ name: "my_org--code-review" });
    expect(read(uaaps, { name: "code-review" })).toMatchObject({ name: "code-review" });
    expect(read(claude, { name: "Acme.Tools_2" })).toMatchObject({ name: "Acme.Tools_2" });
  });

  test.each([
    // Would be one name with @a/b, and with each other.
    ["a--b"],
    ["@a--b/c"],
    ["@a/b--c"],
    ["@a"],
    ["@a/b/c"],
    ["@/b"],
    ["@a/"],
    ["@../b"],
    ["a:b"],
    ["a@b"],
    ["a/b"],
    ["a b"],
    ["a\n"],
    ["-a"],
    [""],
    ["a".repeat(65)],
    [1],
    [["a"]],
  ])("S0-15: %j is refused", (name) => {
    const reason = expect.stringMatching(/^its name .* is not usable$/);
    for (const file of [uaaps, aam]) expect(read(file, { name })).toEqual({ reason, isForeign: false });
  });

  test("a name is required, and only package formats support scopes", () => {
    expect(read(claude, {})).toEqual({ reason: "it has no name", isForeign: false });
    expect(read(claude, { name: "@a/b" })).toEqual({
      reason: 'its name "@a/b" is not usable',
      isForeign: false,
    });
  });
});
