import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCatalog } from "@skillwright/core/node";
import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import { expect, onTestFinished, test } from "vitest";
import type { ApprovalQuestion } from "../../admission/approvals.ts";
import { createUnconfinedSandbox } from "../../sandbox/run-process.ts";
import { createSession } from "../../session/create-session.ts";
import type { Session } from "../../session/session.ts";
import type { SessionOptions } from "../../session/session-options.ts";

const report = `---
name: weekly-report
description: Write the weekly report from the issues that were closed. Use when the user asks for the weekly report.
license: Apache-2.0
metadata:
  version: "0.1.0"
---

# Weekly report

1. Run \`scripts/count.py\` on the list of issues.
2. Write one line for each.
`;
const script = '#!/usr/bin/env python3\nimport sys\n\nprint(len(sys.stdin.read().split()), "issues")\n';
const files = { "SKILL.md": report, "scripts/count.py": script };

type Stage = {
  readonly session: Session;
  /** The folder of skills. */
  readonly into: string;
  readonly asked: readonly ApprovalQuestion[];
  call(tool: string, input: JsonObject): Promise<Answer>;
};
type Answer = { readonly ok: boolean; readonly data: JsonObject; readonly messages: readonly string[] };

/** A session whose agent may write skills, with a person who gives this answer. */
function openStage(approved = true, options: Partial<SessionOptions> = {}): Stage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-authoring-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const into = join(root, "skills");
  mkdirSync(into);
  const asked: ApprovalQuestion[] = [];
  const session = createSession({
    catalog: openCatalog({ roots: [into] }),
    workspace: root,
    sandbox: createUnconfinedSandbox(),
    environment: { PATH: process.env.PATH },
    approver: async (question) => {
      asked.push(question);
      return { approved };
    },
    skillTools: { authoring: { into } },
    ...options,
  });
  const call = async (name: string, input: JsonObject): Promise<Answer> => {
    const tool = (await session.tools()).find((one) => one.name === name);
    const { ok, data, errors } = (await tool?.call(input)) ?? {};
    const messages = Array.isArray(errors) ? errors.flatMap((one) => String(one.message)) : [];
    return { ok: ok === true, data: isJsonObject(data) ? data : {}, messages };
  };
  return { session, into, asked, call };
}

test("S3-54: an agent drafts a skill, fixes it, tries it, and installs it once a person has agreed", async () => {
  const { session, into, asked, call } = openStage();
  const first = await call("skills_draft", {
    name: "weekly-report",
    files: { "SKILL.md": "# No frontmatter" },
  });
  expect(first.data).toMatchObject({
    valid: false,
    findings: expect.arrayContaining([
      expect.objectContaining({ severity: "error", rule: "frontmatter.required" }),
    ]),
  });
  const second = await call("skills_draft", { name: "weekly-report", files });
  expect(second.data).toMatchObject({
    name: "weekly-report",
    digest: expect.stringMatching(/^sha256:/),
    files: ["SKILL.md", "scripts/count.py"],
    valid: true,
  });
  const shown = await call("skills_try", { name: "weekly-report" });
  expect(shown.data.content).toContain("Write one line for each.");
  const tried = await call("skills_try", { name: "weekly-report", script: "count.py", stdin: "a b c" });
  expect(tried.data).toMatchObject({ exit_code: 0, stdout: "3 issues\n" });
  expect(asked).toEqual([]);
  const { digest } = second.data;
  const saved = await call("skills_save", { name: "weekly-report", digest });
  expect(asked.map(({ tool, input }) => ({ tool, input }))).toEqual([
    { tool: "skills_save", input: { name: "weekly-report", digest } },
  ]);
  expect(saved.data).toMatchObject({ directory: join(into, "weekly-report"), available: true, digest });
  expect(readFileSync(join(into, "weekly-report/SKILL.md"), "utf8")).toBe(report);
  expect(statSync(join(into, "weekly-report/scripts/count.py")).mode & 0o111).not.toBe(0);
  expect(await session.activate({ skill: "weekly-report" })).toMatchObject({
    status: "activated",
    skill: { digest },
  });
});

test("a person's refusal prevents the installation", async () => {
  const { into, call } = openStage(false);
  const { data } = await call("skills_draft", { name: "weekly-report", files });
  expect(await call("skills_save", { name: "weekly-report", digest: data.digest })).toMatchObject({
    ok: false,
    messages: [expect.stringContaining("The person asked did not approve it.")],
  });
  expect(existsSync(join(into, "weekly-report"))).toBe(false);
});

test("earlier files are kept, and null removes one", async () => {
  const { call } = openStage();
  await call("skills_draft", { name: "weekly-report", files });
  const { data } = await call("skills_draft", {
    name: "weekly-report",
    files: { "references/form.md": "# Form\n", "scripts/count.py": null },
  });
  expect(data).toMatchObject({ files: ["SKILL.md", "references/form.md"] });
});

test("a draft with errors is neither tried nor installed", async () => {
  const { call, asked } = openStage();
  const { data } = await call("skills_draft", { name: "other-name", files });
  expect(data).toMatchObject({ valid: false });
  for (const tool of ["skills_try", "skills_save"])
    expect(await call(tool, { name: "other-name", digest: data.digest })).toMatchObject({
      ok: false,
      messages: [expect.stringContaining("The draft other-name has errors")],
    });
  expect(asked).toHaveLength(1);
});

test("an existing skill is not overwritten", async () => {
  const { into, call } = openStage();
  mkdirSync(join(into, "weekly-report"));
  const { data } = await call("skills_draft", { name: "weekly-report", files });
  expect(await call("skills_save", { name: "weekly-report", digest: data.digest })).toMatchObject({
    ok: false,
    messages: [expect.stringContaining("already exists")],
  });
});

test("an unknown draft is reported as missing", async () => {
  const { call } = openStage();
  expect(await call("skills_try", { name: "weekly-report" })).toMatchObject({
    ok: false,
    messages: [expect.stringContaining("no such draft: weekly-report")],
  });
});

test("without the option there are no such tools; closing the session leaves no draft behind", async () => {
  const { session, call } = openStage();
  const { data } = await call("skills_draft", { name: "weekly-report", files });
  expect(existsSync(String(data.folder))).toBe(true);
  await session.close();
  expect(existsSync(String(data.folder))).toBe(false);
  const plain = openStage(true, { skillTools: {} });
  const names = (await plain.session.tools()).map(({ name }) => name);
  expect(names.filter((name) => /draft|try|save/.test(name))).toEqual([]);
});

/** Drafts the report and installs it. */
async function save({ call }: Stage): Promise<Answer> {
  const { data } = await call("skills_draft", { name: "weekly-report", files });
  return call("skills_save", { name: "weekly-report", digest: data.digest });
}

test.each([
  ["is a link", "linked"],
  ["is behind a link and does not exist yet", "linked/new/skills"],
])("a skills folder that %s gets the skill at its target", async (_, path) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-authoring-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "real"));
  symlinkSync("real", join(root, "linked"));
  const into = join(root, path);
  const stage = openStage(true, {
    catalog: openCatalog({ roots: [into] }),
    skillTools: { authoring: { into } },
  });
  const directory = join(root, path.replace("linked", "real"), "weekly-report");
  expect(await save(stage)).toMatchObject({ ok: true, data: { directory, available: true } });
  expect(readFileSync(join(directory, "SKILL.md"), "utf8")).toBe(report);
  expect(await stage.session.activate({ skill: "weekly-report" })).toMatchObject({ status: "activated" });
});

test("a saved skill is no longer a draft: its copy is gone, and so is its slot", async () => {
  const { call } = openStage();
  for (let index = 0; index < 10; index++) {
    const name = `report-${index}`;
    const text = { "SKILL.md": report.replace("weekly-report", name) };
    const { data, ok } = await call("skills_draft", { name, files: text });
    expect(ok).toBe(true);
    expect(await call("skills_save", { name, digest: data.digest })).toMatchObject({ ok: true });
    expect(existsSync(String(data.folder))).toBe(false);
    expect(await call("skills_try", { name })).toMatchObject({ ok: false });
  }
});

test("a rejected draft is kept", async () => {
  const stage = openStage(false);
  expect(await save(stage)).toMatchObject({ ok: false });
  expect(await stage.call("skills_try", { name: "weekly-report" })).toMatchObject({ ok: true });
});

test.each(["an untrusted project's", "none that this agent looks into"])(
  "a skill whose folder is %s is installed and reported as unavailable",
  async (kind) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-authoring-")));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const into = join(root, "project/skills");
    mkdirSync(into, { recursive: true });
    mkdirSync(join(root, "other/weekly-report"), { recursive: true });
    writeFileSync(join(root, "other/weekly-report/SKILL.md"), report);
    const place = { path: into, scope: "project", project: join(root, "project") } as const;
    const stage = openStage(true, {
      catalog: openCatalog({ roots: kind.startsWith("none") ? [join(root, "other")] : [place] }),
      skillTools: { authoring: { into } },
    });
    expect(await save(stage)).toMatchObject({
      ok: true,
      data: {
        directory: join(into, "weekly-report"),
        available: false,
        note: expect.stringContaining("It is not available here yet"),
      },
    });
  },
);
