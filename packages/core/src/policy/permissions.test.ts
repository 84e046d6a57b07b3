import { expect, test } from "vitest";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { tokenizeTools } from "../parse/tool-list.ts";
import { allowsImplied, excludesPrograms, mayRun, mayUseSkill, mayWriteBelow } from "./permissions.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { createPathResolver } from "./request-path.ts";

const fs = createMemoryFileSystem({ "/work/out/a.txt": "a", "/work/secrets/key.pem": "k" });
const request = {
  tool: "skills_run_script",
  input: {},
  workspace: "/work",
  resolvePath: createPathResolver(fs, "/work"),
};
const host: PolicyLayer = { kind: "default", name: "default", otherwise: "allow" };

type Lists = { readonly [list in "deny" | "ask" | "only"]?: string } & Pick<PolicyLayer, "otherwise">;

function organisation({ otherwise, ...lists }: Lists): PolicyLayer {
  const read = Object.entries(lists).map(([name, text]) => [name, tokenizeTools(text)]);
  return {
    kind: "organisation",
    name: "organisation",
    ...Object.fromEntries(read),
    ...(otherwise === undefined ? {} : { otherwise }),
  };
}

test.each<readonly [Lists, string, boolean, string]>([
  [{}, "/work/out", true, "no rule applies"],
  [{ deny: "Write" }, "/work/out", false, "nothing may be written"],
  [{ deny: "Write(out/**)" }, "/work/out", false, "nothing in the folder may be"],
  [{ deny: "Write(secrets/**)" }, "/work/out", true, "another folder is meant"],
  [{ deny: "Write(secrets/**)" }, "/work", false, "a folder in it is meant"],
  [{ deny: "Edit(*.pem)" }, "/work/out", false, "files of a kind may lie in it"],
  [{ deny: "DeleteFile(out/a.txt)" }, "/work/out", false, "one file in it may not be deleted"],
  [{ deny: "Read(out/**)" }, "/work/out", true, "only reading is meant"],
  [{ deny: "Bash Grep" }, "/work/out", true, "other tools are meant"],
  [{ ask: "Write(out/a.txt)" }, "/work/out", false, "a rule asks about a file in it"],
  [{ ask: "Write" }, "/work/out", false, "a rule asks about every write"],
  [{ otherwise: "ask" }, "/work/out", true, "everything is asked about, the script too"],
  [{ otherwise: "deny" }, "/work/out", false, "nothing is allowed unless it is said"],
  [{ only: "Write skills_run_script" }, "/work/out", true, "the list has all writing"],
  [
    { only: "Write(out/**) skills_run_script" },
    "/work/out",
    false,
    "the list may leave out the folder itself",
  ],
  [{ only: "Write(out) skills_run_script" }, "/work/out", true, "the list has the folder with all in it"],
  [
    { only: "Write(./*) skills_run_script" },
    "/work/out",
    false,
    "the list covers files directly in a folder",
  ],
  [{ only: "Read skills_run_script" }, "/work/out", false, "the list has no writing"],
])("with %j a program gets %s: %s, since %s", (lists, folder, expected) => {
  expect(mayWriteBelow(folder, request, [organisation(lists), host])).toBe(expected);
});

test("skills' lists do not apply to their own scripts", () => {
  const skill: PolicyLayer = { kind: "skill", name: "skill a", only: tokenizeTools("Read") };
  expect(mayWriteBelow("/work/out", request, [host, skill])).toBe(true);
});

test("an action that a call implies may happen unless a rule asks about it", () => {
  const rule = { layer: "user", rule: "Write" };
  expect(allowsImplied({ ...rule, effect: "ask", reason: "by-default" })).toBe(true);
  expect(allowsImplied({ ...rule, effect: "ask", reason: "asked-by-rule" })).toBe(false);
  expect(allowsImplied({ ...rule, effect: "ask", reason: "cannot-be-read" })).toBe(false);
});

test.each<readonly [Lists, boolean]>([
  [{}, false],
  [{ only: "" }, true],
  [{ only: "Read" }, true],
  [{ only: "Bash(git:*)" }, true],
  [{ only: "Read Bash" }, false],
  [{ only: "skills_run_script" }, false],
  [{ deny: "Bash" }, true],
  [{ deny: "skills_run_script" }, true],
  [{ deny: "Read Bash(rm:*)" }, false],
  [{ only: "Bash", deny: "Bash" }, true],
])("a skill with %j excludes other skills' programs: %s", (lists, expected) => {
  expect(excludesPrograms({ ...organisation(lists), kind: "skill" })).toBe(expected);
  expect(excludesPrograms(organisation(lists))).toBe(false);
});

test("only a denied or unlisted skill is not offered", () => {
  expect(mayUseSkill("deploy", [organisation({ deny: "Skill(deploy)" }), host])).toBe(false);
  expect(mayUseSkill("deploy", [organisation({ only: "Skill(review)" }), host])).toBe(false);
  expect(mayUseSkill("review", [organisation({ deny: "Skill(deploy)" }), host])).toBe(true);
  expect(mayUseSkill("review", [organisation({ ask: "Skill" }), host])).toBe(true);
});

test("a tool that an allowlist omits is not offered, except for the skill tools", () => {
  const layers = [host, organisation({ only: "Read Bash(git:*)" })];
  expect(["Read", "Bash", "Write", "skills_load"].filter((tool) => mayRun(tool, layers))).toEqual([
    ...["Read", "Bash", "skills_load"],
  ]);
});
