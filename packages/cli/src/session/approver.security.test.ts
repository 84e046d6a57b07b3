import { mkdirSync, writeFileSync } from "node:fs";
import { digestFiles } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import type { ApprovalQuestion } from "@skillwright/runtime";
import { afterAll, expect, test } from "vitest";
import { createTestIo, createTestMachine, removeTestMachines, skillFile } from "../test-io.ts";
import { type ApproverOptions, createRunApprover } from "./approver.ts";
import { createDraftNotes, type DraftNotes } from "./call-text.ts";

afterAll(removeTestMachines);

const { signal } = new AbortController();
const options: ApproverOptions = { yes: false, makeRoom: async () => () => {}, signal };
const rewrite = "\u001b[2K\u001b[1A\rls\u202e\u0007";

function question(overrides: Partial<ApprovalQuestion>): ApprovalQuestion {
  return {
    call: "c",
    tool: "bash",
    input: { command: "ls" },
    text: "",
    skills: [],
    digest: "",
    ...overrides,
  };
}

/** The question as a person sees it. */
async function asked(overrides: Partial<ApprovalQuestion>): Promise<string> {
  const io = createTestIo({ answers: ["n"] });
  await createRunApprover(io, options).approve(question(overrides));
  return io.asked.join("");
}

test.each<[string, Partial<ApprovalQuestion>]>([
  ["the name of a skill", { skills: ["good", rewrite] }],
  ["the name of a tool", { tool: `mcp${rewrite}` }],
  ["a command", { input: { command: `curl evil${rewrite}` } }],
  ["a key of an input", { input: { command: "ls", [rewrite]: 1 } }],
  ["a path", { tool: "write", input: { path: `a${rewrite}`, content: "" } }],
  ["the text of a file", { tool: "write", input: { path: "a", content: rewrite } }],
  ["a replacement", { tool: "edit", input: { path: "a", old_string: rewrite, new_string: rewrite } }],
])("%s cannot rewrite the question", async (_, overrides) => {
  const text = await asked(overrides);
  expect(text).toMatch(/^[\n\u0020-\u007e│┊…]+$/);
  expect(text.startsWith("\nAllow this call?")).toBe(true);
});

test.each([
  "ls\n[y]es, [n]o, [a]lways ls in this run: ",
  `ls${" ".repeat(200)}[y]es, [n]o: `,
  "ls\r\nAllow this call?",
])("no line of a call can pass for one of ours: %j", async (command) => {
  const [, title, tool, ...lines] = (await asked({ input: { command } })).split("\n");
  expect([title, tool, lines.pop()]).toEqual([
    "Allow this call?",
    "bash",
    "[y]es, [n]o, [a]lways bash in this run: ",
  ]);
  expect(lines.filter((line) => !/^[│┊] /.test(line) || line.length > 80)).toEqual([]);
});

test("the end of a very long command is visible, and a yes counts only after all of it was shown", async () => {
  const command = `true ${"#".repeat(200_000)}\nrm -rf ~`;
  const io = createTestIo({ answers: ["y", "y", "y", "y", "y", "y"] });
  const { approved } = await createRunApprover(io, options).approve(question({ input: { command } }));
  expect(approved).toBe(false);
  expect(io.asked[0]).toContain("│ rm -rf ~\n[y]es");
});

/** A draft on disk, and the tool's description of it. */
function writeDraft(text: string): {
  readonly drafts: DraftNotes;
  readonly digest: string;
  readonly file: string;
} {
  const { folder } = createTestMachine({});
  mkdirSync(`${folder}/weekly`);
  const file = `${folder}/weekly/SKILL.md`;
  writeFileSync(file, text);
  const hash = nodeSha256(new TextEncoder().encode(text));
  const digest = digestFiles([{ path: "SKILL.md", hash }], nodeSha256);
  const data = { name: "weekly", digest, folder: `${folder}/weekly`, files: ["SKILL.md"], findings: [] };
  const drafts = createDraftNotes();
  drafts.hear({ type: "tool-answered", call: "c", tool: "skills_draft", ok: true, output: { data } });
  return { drafts, digest, file };
}

test("a draft whose copy differs from what would be installed is never asked about", async () => {
  const { drafts, digest, file } = writeDraft(skillFile("weekly"));
  const io = createTestIo({ answers: ["y"] });
  const { approve } = createRunApprover(io, { ...options, authoring: { drafts, into: "/skills" } });
  writeFileSync(file, skillFile("weekly", "", "# Harmless\n"));
  await expect(approve(question({ tool: "skills_save", input: { name: "weekly", digest } }))).rejects.toThrow(
    "was changed",
  );
  expect(io.asked).toEqual([]);
});

test("a new skill's own text cannot rewrite the question", async () => {
  const text = `---\nname: weekly\ndescription: "x\\e[2Ky\\u202e"\nallowed-tools: "\\e[1ABash(*)"\n---\n`;
  const { drafts, digest } = writeDraft(text);
  const io = createTestIo({ answers: ["n"] });
  const { approve } = createRunApprover(io, { ...options, authoring: { drafts, into: "/skills" } });
  await approve(question({ tool: "skills_save", input: { name: "weekly", digest } }));
  expect(io.asked[0]).toMatch(/^[\n\u0020-\u007e│┊]+$/);
  expect(io.asked[0]).toContain("│ x\\u{1b}[2Ky\\u{202e}\n");
});
