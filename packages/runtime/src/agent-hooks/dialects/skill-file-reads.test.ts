import { expect, test } from "vitest";
import { agentHooksLimits } from "../limits.ts";
import { skillFolderOf, skillsReadBy, skillsServedBy } from "./skill-file-reads.ts";

test.each([
  ["/home/u/.cursor/skills/pdf/SKILL.md", "/home/u/.cursor/skills/pdf"],
  ["skills/pdf/SKILL.md", "/work/skills/pdf"],
  ["./a/../pdf/SKILL.md", "/work/pdf"],
  ["SKILL.md", "/work"],
  ["/s/pdf/skill.md", "/s/pdf"],
  ["C:\\s\\pdf\\SKILL.md", "C:/s/pdf"],
])("%s is the file of the skill in %s", (path, folder) => {
  expect(skillFolderOf(path, "/work")).toBe(folder);
});

test.each(["/s/pdf/README.md", "/s/pdf/MY-SKILL.md", "/s/pdf/SKILL.md.bak", "/s/SKILL.md/x", ""])(
  "%j is not a skill's file",
  (path) => {
    expect(skillFolderOf(path, "/work")).toBeUndefined();
  },
);

test.each([
  ["cat /s/pdf/SKILL.md", ["/s/pdf"]],
  ["sed -n '1,200p' /s/pdf/SKILL.md", ["/s/pdf"]],
  ["head -50 .agents/skills/pdf/SKILL.md", ["/work/.agents/skills/pdf", "pdf"]],
  ["cat '/my skills/pdf/SKILL.md'", ["/my skills/pdf", "/work/skills/pdf", "pdf"]],
  ["cat /s/a/SKILL.md /s/b/SKILL.md", ["/s/a", "/s/b"]],
  ["rg -n . /s/pdf/SKILL.md | head", ["/s/pdf"]],
  ["echo $(</s/pdf/SKILL.md)", ["/s/pdf"]],
  ["cd /s/pdf && cat SKILL.md", ["/s/pdf"]],
  ["cd skills && cd pdf; cat SKILL.md", ["/work/skills/pdf", "pdf"]],
  ["cd ~/.codex/skills/pdf && cat SKILL.md", ["pdf"]],
  ["cd && cat pdf/SKILL.md", ["/work/pdf", "pdf"]],
  ["cd /s && cat ~/pdf/SKILL.md", ["pdf"]],
  ["wc -l /s/pdf/SKILL.md & cat /s/pdf/SKILL.md", ["/s/pdf"]],
  ["cat '/s/pdf'/SKILL.md", ["/s/pdf"]],
  ['cat /s/"p"df/SKILL".md" 2>&1', ["/s/pdf"]],
  ["git diff -- /s/pdf/SKILL.md", []],
  ["cat ~/.codex/skills/pdf/SKILL.md", ["pdf"]],
  ["cat $CODEX_HOME/skills/pdf/SKILL.md", ["pdf"]],
  ["bash -lc 'cat /s/pdf/SKILL.md'", ["/work/cat /s/pdf", "pdf", "/s/pdf"]],
  ['bash -lc "cd /s && cat pdf/SKILL.md"', ["/work/pdf", "pdf"]],
  ["ls /s/pdf/SKILL.md; cat /s/csv/SKILL.md", ["/s/csv"]],
])("%s reads %j", (command, skills) => {
  expect(skillsReadBy(command, "/work")).toEqual(skills);
});

test.each([
  ["npm test"],
  ["ls skills/pdf/SKILL.md"],
  ["rm -f skills/pdf/SKILL.md"],
  ["/usr/bin/wc -l skills/pdf/SKILL.md"],
  ["skillwright check skills/pdf/SKILL.md"],
  ["cat skills/*/SKILL.md"],
  ["cat README.md"],
  ["cat skills/pdf/SKILL.md.bak"],
  [""],
])("%j reads no identifiable skill", (command) => {
  expect(skillsReadBy(command, "/work")).toEqual([]);
});

test("an absolute path selects only its own folder, since the name might be another skill's", () => {
  expect(skillsReadBy("cat /s/pdf/SKILL.md", "/work")).toEqual(["/s/pdf"]);
});

test("time grows linearly with a command", () => {
  expect(skillsReadBy(`cat ${"'a ".repeat(50_000)}`, "/work")).toEqual([]);
  // No path is this long.
  expect(skillsReadBy(`cat ${"/SKILL.md".repeat(20_000)}`, "/work")).toEqual([]);
});

test("a line of many cd takes time proportional to its length", () => {
  expect(skillsReadBy("cd a;".repeat(200_000), "/work")).toEqual([]);
});

test("a folder deeper than any system allows is unknown, but the skill's name counts", () => {
  const command = `${"cd a;".repeat(5000)}cat pdf/SKILL.md`;
  const skills = skillsReadBy(command, "/work");
  expect(skills).toContain("pdf");
  for (const { length } of skills) expect(length).toBeLessThan(agentHooksLimits.skillPathCharacters + 20);
});

test("a line that names more skills than a call may load gives one more, so that it is refused", () => {
  const files = Array.from({ length: 1000 }, (_, index) => `cat /s/${index}/SKILL.md`);
  expect(skillsReadBy(files.join("\n"), "/work")).toHaveLength(agentHooksLimits.loadedSkills + 1);
});

test.each([
  ["git show HEAD:.agents/skills/demo/SKILL.md", ["/w/.agents/skills/demo", "demo"]],
  ["git -C . show main~2:skills/demo/SKILL.md | head", ["/w/skills/demo", "demo"]],
  ["git cat-file -p HEAD:./skills/demo/SKILL.md", ["/w/skills/demo", "demo"]],
  ["git show :0:skills/demo/SKILL.md", ["/w/skills/demo", "demo"]],
  ["rg . .agents/skills/demo/SKILL.md", ["/w/.agents/skills/demo", "demo"]],
  ["bat -p /s/demo/SKILL.md", ["/s/demo"]],
  ["git diff HEAD -- skills/demo/SKILL.md", []],
  ["git add skills/demo/SKILL.md && git commit -m x", []],
])("what git and others print of a skill is read: %s", (command, loads) => {
  expect(skillsReadBy(command, "/w")).toEqual(loads);
});

test.each<[string, unknown, string | undefined]>([
  ["mcp__sw__skills_read_file", { name: "pdf", path: "SKILL.md" }, "pdf"],
  ["mcp__sw__skills_read_file", { name: "pdf", path: "notes.md" }, undefined],
  ["mcp__sw__skills_read_file", { name: "", path: "SKILL.md" }, undefined],
  ["mcp__sw__skills_read_file", { name: 7, path: "SKILL.md" }, undefined],
  ["mcp__sw__skills_read_file", { name: "pdf", path: ["SKILL.md"] }, undefined],
  ["read_mcp_resource", { uri: "skill://pdf/SKILL.md" }, "pdf"],
  ["read_mcp_resource", { uri: "skill://my%20pdf/x/SKILL.md" }, "my pdf"],
  ["read_mcp_resource", { uri: "skill://%ff/SKILL.md" }, undefined],
  ["read_mcp_resource", { uri: ["skill://pdf/SKILL.md"] }, undefined],
  ["read_mcp_resource", { uri: `skill://${"x".repeat(5000)}/SKILL.md` }, undefined],
  ["read_mcp_resource", null, undefined],
])("%s with %j gets the instructions of %s", (tool, input, skill) => {
  expect(skillsServedBy(tool, input)).toEqual(
    skill === undefined ? {} : { loads: [skill], loader: "server" },
  );
});
