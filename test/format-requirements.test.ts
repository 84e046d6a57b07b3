import { readdirSync } from "node:fs";
import { join } from "node:path";
import { limits } from "@skillwright/core";
import { checkSkill, findProfile } from "@skillwright/core/check";
import { createMemoryFileSystem, loadSkill, skillFromText } from "@skillwright/core/discover";
import { readProperties, toPrompt } from "@skillwright/core/listing";
import { describe, expect, test } from "vitest";
import { createNodeFileSystem } from "../packages/core/src/fs/node.ts";
import { root } from "./source-files.ts";

const folder = join(root, "examples/skills");
const examples = readdirSync(folder);
const fs = createNodeFileSystem();
const tokens = (text: string): number => Math.ceil(text.length / limits.charactersPerToken);

test("S0-11, S1-19, S2-9: every conventional folder of a skill is accepted", () => {
  const files = {
    "pdf/SKILL.md":
      "---\nname: pdf\ndescription: Reads PDF files. Use when the user names one.\n---\nRead [forms](references/forms.md).\n",
    "pdf/references/forms.md": "# Forms\n",
    "pdf/scripts/run.sh": { content: "#!/bin/sh\necho\n", executable: true },
    "pdf/assets/form.txt": "x",
    "pdf/examples/in.txt": "x",
    "pdf/docs/more.md": "x",
    "pdf/tests/test-config.json": '{"version":1}',
    "pdf/tests/cases/01-basic.yaml": "name: basic\n",
  };
  expect(
    checkSkill(loadSkill(createMemoryFileSystem(files), "pdf"), { profile: findProfile("strict") }),
  ).toEqual([]);
});

test("S1-30: in the boxxy profile a long compatibility is only a warning", () => {
  const skill = skillFromText(
    `---\nname: pdf\ndescription: Reads PDF files.\ncompatibility: ${"x".repeat(501)}\n---\n# PDF\n`,
  );
  const weigh = (profile: string): string[] =>
    checkSkill(skill, { profile: findProfile(profile), categories: ["spec"] }).map(
      ({ rule, severity }) => `${rule} ${severity}`,
    );
  expect(weigh("boxxy")).toEqual(["compatibility.maxLength warning"]);
  expect(weigh("standard")).toEqual(["compatibility.maxLength error"]);
});

test("S1-41: a version in the metadata stays as written", () => {
  const { parsed } = skillFromText(
    "---\nname: pdf\ndescription: Reads PDF files.\nmetadata:\n  version: 1.10\n---\n",
  );
  expect(readProperties(parsed).metadata).toEqual(new Map([["version", "1.10"]]));
});

test("S2-35: the limits are the standard's", () => {
  expect(limits).toMatchObject({
    nameLength: 64,
    descriptionLength: 1024,
    compatibilityLength: 500,
    bodyTokens: 5000,
    bodyLines: 500,
  });
});

describe.each(examples)("the example %s", (name) => {
  const skill = loadSkill(fs, join(folder, name));
  const { parsed } = skill;

  test("S1-16, S1-47: follows the advice that it demonstrates", () => {
    const findings = checkSkill(skill, { profile: findProfile("standard") });
    expect(findings.filter((finding) => finding.severity !== "info")).toEqual([]);
  });

  test("S0-12, S1-17: costs few tokens before it is used, and a bounded number when it is", () => {
    const { description } = readProperties(parsed);
    expect(tokens(toPrompt([{ name, description }], "bullets"))).toBeLessThanOrEqual(150);
    expect(tokens(parsed.text.slice(parsed.bodySpan.start))).toBeLessThan(limits.bodyTokens);
  });

  test("S1-32: has properties and a prompt entry through the library", () => {
    const { description } = readProperties(parsed);
    expect(toPrompt([{ name, description, location: skill.file }])).toContain(`<name>\n${name}\n</name>`);
  });
});

test("S1-9, S1-47: eight of the ten are valid for the reference tool, the others use extension fields", () => {
  const invalid = examples.filter(
    (name) =>
      checkSkill(loadSkill(fs, join(folder, name)), { profile: findProfile("skills-ref") }).length > 0,
  );
  expect(invalid).toEqual(["codebase-survey", "kubernetes-deploy"]);
});
