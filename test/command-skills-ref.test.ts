import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder, removeFoldersAfterwards, skillText } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";

removeFoldersAfterwards();

const cwd = createFolder({
  "my-skill/SKILL.md":
    "---\nname: my-skill\ndescription: A café <test> skill\nmetadata:\n  version: 1.10\nallowed-tools: Bash(git:*) Read\n---\n# Body\n",
  "bad/SKILL.md": "---\nname: Bad_Name-\ndescription: ''\nowner: me\nauthor: you\n---\n",
  "dashes/SKILL.md": "---\nname: dashes\ndescription: foo --- bar\n---\nBody\n",
  "flow/SKILL.md": "---\nname: flow\ndescription: x\nallowed-tools: [Read, Grep]\n---\n",
  "empty/readme.txt": "",
});
const reference = (...words: string[]): ReturnType<typeof skillwrightHere> =>
  skillwrightHere([...words, "--profile", "skills-ref"], { cwd });

test("S1-24: a valid skill, by its directory, its file, or a roundabout path", async () => {
  const valid = { code: 0, stdout: "Valid skill: my-skill\n", stderr: "" };
  expect(await reference("validate", "my-skill")).toEqual(valid);
  expect(await reference("validate", "./my-skill/")).toEqual(valid);
  expect(await reference("validate", "my-skill/SKILL.md")).toEqual(valid);
});

test("all messages in the reference's order, on standard error, exit code 1", async () => {
  expect(await reference("validate", "bad")).toEqual({
    code: 1,
    stdout: "",
    stderr: [
      "Validation failed for bad:",
      "  - Unexpected fields in frontmatter: author, owner. Only ['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name'] are allowed.",
      "  - Skill name 'Bad_Name-' must be lowercase",
      "  - Skill name cannot start or end with a hyphen",
      "  - Skill name 'Bad_Name-' contains invalid characters. Only letters, digits, and hyphens are allowed.",
      "  - Directory name 'bad' must match skill name 'Bad_Name-'",
      "  - Field 'description' must be a non-empty string",
      "",
    ].join("\n"),
  });
});

test("with its quirks: text splits at any ---, flow lists are rejected, `.` has no name", async () => {
  expect(await reference("validate", "dashes")).toMatchObject({ code: 0 });
  expect(await reference("validate", "flow")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Invalid YAML in frontmatter: "),
  });
  const here = await skillwrightHere(["validate", ".", "--profile", "skills-ref"], {
    cwd: join(cwd, "my-skill"),
  });
  expect(here.stderr).toBe(
    "Validation failed for .:\n  - Directory name '' must match skill name 'my-skill'\n",
  );
});

test("paths that are not skills", async () => {
  expect(await reference("validate", "empty")).toMatchObject({
    code: 1,
    stderr: "Validation failed for empty:\n  - Missing required file: SKILL.md\n",
  });
  expect(await reference("validate", "empty/readme.txt")).toMatchObject({
    code: 1,
    stderr: "Validation failed for empty/readme.txt:\n  - Not a directory: empty/readme.txt\n",
  });
  const missing = await reference("validate", "nowhere");
  expect(missing).toMatchObject({ code: 2, stdout: "" });
  expect(missing.stderr).toContain("Error: Invalid value for 'SKILL_PATH': Path 'nowhere' does not exist.");
  expect(await reference("validate")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Missing argument 'SKILL_PATH'."),
  });
});

test("a linked directory is compared by the link's name", async () => {
  symlinkSync("my-skill", join(cwd, "linked"));
  expect((await reference("validate", "linked")).stderr).toBe(
    "Validation failed for linked:\n  - Directory name 'linked' must match skill name 'my-skill'\n",
  );
});

test("the same findings as JSON have rule ids and the same sentences", async () => {
  const { stdout } = await reference("validate", "bad", "--json");
  const [skill] = JSON.parse(stdout).skills;
  expect(skill.findings.map((finding: { rule: string }) => finding.rule)).toEqual([
    "frontmatter.unknownField",
    "name.format",
    "name.format",
    "name.format",
    "name.matchesDirectory",
    "description.type",
  ]);
  expect(skill.findings[1].message).toBe("Skill name 'Bad_Name-' must be lowercase");
});

test("S1-26: read-properties prints ASCII JSON with two spaces, in the reference's key order", async () => {
  for (const words of [["my-skill"], ["my-skill/SKILL.md"], ["my-skill", "--profile", "skills-ref"]]) {
    expect(await skillwrightHere(["read-properties", ...words], { cwd })).toEqual({
      code: 0,
      stderr: "",
      stdout: [
        "{",
        '  "name": "my-skill",',
        '  "description": "A caf\\u00e9 <test> skill",',
        '  "allowed-tools": "Bash(git:*) Read",',
        '  "metadata": {',
        '    "version": "1.10"',
        "  }",
        "}",
        "",
      ].join("\n"),
    });
  }
  expect(await skillwrightHere(["read-properties", "empty"], { cwd })).toEqual({
    code: 1,
    stdout: "",
    stderr: "Error: SKILL.md not found in empty\n",
  });
});

test("S1-27: to-prompt prints one element a line with the absolute location, and fails as a whole", async () => {
  const location = join(cwd, "my-skill/SKILL.md");
  const block = [
    "<skill>",
    "<name>",
    "my-skill",
    "</name>",
    "<description>",
    "A café &lt;test&gt; skill",
    "</description>",
    "<location>",
    location,
    "</location>",
    "</skill>",
  ];
  expect(await skillwrightHere(["to-prompt", "my-skill"], { cwd })).toEqual({
    code: 0,
    stderr: "",
    stdout: `${["<available_skills>", ...block, "</available_skills>"].join("\n")}\n`,
  });
  const failed = await reference("to-prompt", "my-skill", "flow");
  expect(failed).toMatchObject({ code: 1, stdout: "" });
  expect(failed.stderr).toMatch(/^Error: Invalid YAML in frontmatter: /);
});

test("S1-25: without the profile, a whole folder of skills is validated at once", async () => {
  const folder = createFolder({ "s/a/SKILL.md": skillText("a"), "s/b/SKILL.md": skillText("b") });
  const { code, stdout } = await skillwrightHere(["validate", "s"], { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "✓ s/a\n✓ s/b\n\n✓ 2 skills, no problems found\n" });
});
