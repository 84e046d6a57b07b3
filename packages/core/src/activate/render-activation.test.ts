// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are placeholders of skills.
import { expect, test } from "vitest";
import { openCatalog } from "../catalog/open-catalog.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { limits } from "../limits.ts";
import { renderActivation } from "./render-activation.ts";

const skill = {
  name: "pdf",
  body: "# PDF\n\nRun `scripts/extract.py`.",
  directory: "/skills/pdf",
  files: ["references/forms.md", "scripts/extract.py"],
};

test("standard 40, 41, 42, 48: body, directory, a note on paths and file names, in tags", () => {
  expect(renderActivation(skill)).toEqual({
    name: "pdf",
    directory: "/skills/pdf",
    content: "# PDF\n\nRun `scripts/extract.py`.",
    text: [
      '<skill_content name="pdf">',
      "# PDF",
      "",
      "Run `scripts/extract.py`.",
      "",
      "Skill directory: /skills/pdf",
      "Relative paths in this skill are relative to the skill directory. Run its commands there.",
      "<skill_resources>",
      "  <file>references/forms.md</file>",
      "  <file>scripts/extract.py</file>",
      "</skill_resources>",
      "</skill_content>",
    ].join("\n"),
    bytes: 302,
    truncated: false,
    filesLeftOut: 0,
    notes: [],
  });
});

test("a skill without a folder, files or body omits those parts", () => {
  expect(renderActivation({ name: "a", body: "b" }).text).toBe(
    '<skill_content name="a">\nb\n</skill_content>',
  );
  expect(renderActivation({ name: "a", body: "", files: ["x"] }).text).toBe(
    '<skill_content name="a">\n\n<skill_resources>\n  <file>x</file>\n</skill_resources>\n</skill_content>',
  );
});

test("S3-33: the result of the skill tool can be built from it", () => {
  const { name, directory, content, arguments: args } = renderActivation({ ...skill, arguments: "pr-123" });
  expect({ skill_name: name, base_path: directory, content, args }).toEqual({
    skill_name: "pdf",
    base_path: "/skills/pdf",
    content: "# PDF\n\nRun `scripts/extract.py`.\n\nARGUMENTS: pr-123",
    args: "pr-123",
  });
});

test("arguments, names and variables are substituted, including the skill's folder", () => {
  const request = {
    ...skill,
    body: "$0 $branch ${SKILL_DIR} ${CLAUDE_SKILL_DIR} ${SESSION_ID}",
    arguments: "7 main",
    argumentNames: ["issue", "branch"],
  };
  expect(renderActivation(request, { variables: { SESSION_ID: "s" } }).content).toBe(
    "7 main /skills/pdf /skills/pdf s",
  );
  const posix = renderActivation(request, { indexBase: "posix", variables: { SKILL_DIR: "/other" } });
  expect(posix.content).toBe("$0 main /other /skills/pdf ${SESSION_ID}");
  expect(posix.notes).toEqual([{ kind: "variable-unknown", name: "SESSION_ID" }]);
});

test("standard 43: a long list of files is truncated with a note", () => {
  const files = Array.from({ length: limits.activationFiles + 12 }, (_, index) => `references/${index}.md`);
  const { text, filesLeftOut } = renderActivation({ ...skill, files });
  expect(text.match(/<file>/g)).toHaveLength(limits.activationFiles);
  expect(text).toContain("  (12 more, not listed)\n</skill_resources>");
  expect(filesLeftOut).toBe(12);
});

test("standard 43: the list of files is limited in bytes", () => {
  const files = Array.from({ length: 100 }, (_, index) => `${"é".repeat(250)}${index}`);
  const { text, filesLeftOut } = renderActivation({ ...skill, files });
  const list = text.slice(text.indexOf("<skill_resources>"));
  expect(Buffer.byteLength(list)).toBeLessThan(limits.activationFilesBytes + 200);
  expect(filesLeftOut).toBe(100 - (text.match(/<file>/g) ?? []).length);
  expect(filesLeftOut).toBeGreaterThan(60);
});

test("R4-5: a long body is truncated at a line with a note, and arguments still follow", () => {
  const body = "line\n".repeat(limits.activationBytes / 5 + 1);
  const { content, truncated, bytes } = renderActivation({ ...skill, body, arguments: "fast" });
  const cut = "[Truncated: the instructions exceed the activation limit. Read SKILL.md for the rest.]";
  expect(content.endsWith(`line\nline\n\n${cut}\n\nARGUMENTS: fast`)).toBe(true);
  expect(truncated).toBe(true);
  expect(bytes).toBeLessThan(limits.activationBytes + 1000);
});

test("a body truncated by a store has the note too; one that just fits does not", () => {
  expect(renderActivation({ ...skill, truncated: true })).toMatchObject({
    truncated: true,
    content: expect.stringMatching(/\n\n\[Truncated: .*\]$/),
  });
  const fitting = renderActivation({ ...skill, body: "x".repeat(limits.activationBytes), truncated: false });
  expect(fitting).toMatchObject({ truncated: false, content: "x".repeat(limits.activationBytes) });
});

test("substituted text counts too", () => {
  const body = "$ARGUMENTS\n".repeat(1000);
  const { truncated, bytes } = renderActivation({ ...skill, body, arguments: "x".repeat(10_000) });
  expect(truncated).toBe(true);
  expect(bytes).toBeLessThan(limits.activationBytes + 1000);
});

test("counts UTF-8 bytes", () => {
  const { text, bytes } = renderActivation({ name: "a", body: "é🙂" });
  expect(bytes).toBe(Buffer.byteLength(text));
});

test("S3-3: what a catalog loads is what an activation takes", async () => {
  const fs = createMemoryFileSystem({
    "skills/pdf/SKILL.md": "---\nname: pdf\ndescription: d\n---\n\nHello $ARGUMENTS.\n",
    "skills/pdf/references/a.md": "never in the text",
  });
  const catalog = openCatalog({ fs, roots: ["/skills"], now: () => 1e12 });
  const { text } = renderActivation({ ...(await catalog.load("pdf")), arguments: "world" });
  expect(text).toBe(
    [
      '<skill_content name="pdf">',
      "Hello world.",
      "",
      "Skill directory: /skills/pdf",
      "Relative paths in this skill are relative to the skill directory. Run its commands there.",
      "<skill_resources>",
      "  <file>references/a.md</file>",
      "</skill_resources>",
      "</skill_content>",
    ].join("\n"),
  );
});

test("R3-7: a loaded skill has its argument names", async () => {
  const text = "---\nname: fix\ndescription: d\narguments: [issue, branch]\n---\nFix $issue on $branch.\n";
  const fs = createMemoryFileSystem({ "skills/fix/SKILL.md": text });
  const catalog = openCatalog({ fs, roots: ["/skills"], now: () => 1e12 });
  const { content } = renderActivation({ ...(await catalog.load("fix")), arguments: "7 main" });
  expect(content).toBe("Fix 7 on main.");
});
