import { findProfile, rules } from "@skillwright/core/check";
import { expect, test } from "vitest";
import { z } from "zod";
import { loadAll, reportOf, reportSkills } from "./report-of.ts";
import { createSarifReporter, toFileUri } from "./sarif.ts";

const Region = z.strictObject({
  startLine: z.int(),
  startColumn: z.int(),
  endLine: z.int(),
  endColumn: z.int(),
});
const Result = z.looseObject({
  ruleId: z.string(),
  ruleIndex: z.int(),
  level: z.string(),
  message: z.object({ text: z.string() }),
  locations: z.array(
    z.object({
      physicalLocation: z.object({ artifactLocation: z.object({ uri: z.string() }), region: Region }),
    }),
  ),
  partialFingerprints: z.record(z.string(), z.string()),
});
const Log = z.object({
  runs: z.tuple([
    z.looseObject({
      tool: z.object({ driver: z.looseObject({ rules: z.array(z.looseObject({ id: z.string() })) }) }),
      results: z.array(Result),
    }),
  ]),
});

function parse(output: string): z.infer<typeof Log>["runs"][0] {
  return Log.parse(JSON.parse(output)).runs[0];
}

const badName = "---\nname: PDF Reader\ndescription: Reads.\n---\nBody.\n";

test("a finding becomes a result with its rule, place and message", () => {
  const run = parse(
    reportOf(
      createSarifReporter,
      { "./my skills/pdf/SKILL.md": badName },
      { "name.format": { severity: "error" } },
    ),
  );
  const [result] = run.results;
  expect(run.results).toHaveLength(1);
  expect(result).toMatchObject({
    ruleId: "name.format",
    level: "error",
    message: { text: expect.stringContaining("PDF Reader") },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "my%20skills/pdf/SKILL.md" },
          region: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 17 },
        },
      },
    ],
  });
  expect(run.tool.driver.rules[result?.ruleIndex ?? -1]?.id).toBe("name.format");
});

test("every rule is described, with its usual level", () => {
  const { driver } = parse(reportOf(createSarifReporter, {})).tool;
  expect(driver.rules.map((rule) => rule.id)).toEqual(rules.map((rule) => rule.id));
  expect(driver.rules.find((rule) => rule.id === "name.format")).toEqual({
    id: "name.format",
    shortDescription: { text: expect.any(String) },
    help: { text: expect.stringContaining("skillwright rules name.format") },
    helpUri: expect.stringMatching(/^https:.*\/name\.format\/README\.md$/),
    defaultConfiguration: { level: "error" },
    properties: { category: "spec", tags: ["agent-skills", "spec"] },
  });
});

test("a run without findings has an empty list of results", () => {
  expect(parse(reportOf(createSarifReporter, { "pdf/SKILL.md": badName })).results).toEqual([]);
});

test("an info is a note", () => {
  const run = parse(
    reportOf(createSarifReporter, { "pdf/SKILL.md": badName }, { "name.format": { severity: "info" } }),
  );
  expect(run.results.map((result) => result.level)).toEqual(["note"]);
});

test("results of several skills are in one list", () => {
  const files = { "a/SKILL.md": badName, "b/SKILL.md": "---\nname: b\n---\n", "c/SKILL.md": badName };
  const run = parse(reportOf(createSarifReporter, files, { "name.format": { severity: "error" } }));
  expect(run.results.map((result) => result.locations[0]?.physicalLocation.artifactLocation.uri)).toEqual([
    "a/SKILL.md",
    "c/SKILL.md",
  ]);
});

function fingerprintsOf(text: string): readonly string[] {
  const run = parse(
    reportOf(
      createSarifReporter,
      { "pdf/SKILL.md": text },
      { "frontmatter.duplicateKey": { severity: "error" } },
    ),
  );
  return run.results.map((result) => result.partialFingerprints["findingHash/v1"] ?? "");
}

test("a fingerprint is stable when lines move", () => {
  const before = fingerprintsOf("---\nname: pdf\nlicense: MIT\nlicense: MIT\n---\n");
  const after = fingerprintsOf("---\n# moved\n\nname: pdf\nlicense: MIT\nlicense: MIT\n---\n");
  expect(before).toHaveLength(1);
  expect(after).toEqual(before);
});

test("findings with the same text in the same file have different fingerprints", () => {
  const prints = fingerprintsOf("---\nlicense: MIT\nlicense: MIT\nlicense: MIT\n---\n");
  expect(prints).toHaveLength(2);
  expect(new Set(prints).size).toBe(2);
});

test("a fix with known edits states the replacement", () => {
  const files = { "pdf/SKILL.md": `\ufeff${badName}` };
  const run = parse(reportOf(createSarifReporter, files, { "file.bom": { severity: "warning" } }));
  expect(run.results[0]?.fixes).toEqual([
    {
      description: { text: "Remove the byte order mark" },
      artifactChanges: [
        {
          artifactLocation: { uri: "pdf/SKILL.md" },
          replacements: [
            {
              deletedRegion: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
              insertedContent: { text: "" },
            },
          ],
        },
      ],
      properties: { safe: true },
    },
  ]);
});

test("a fix without edits is omitted, and the position is in the script", () => {
  const files = { "pdf/SKILL.md": badName, "pdf/scripts/run.sh": "#!/bin/sh\n" };
  const run = parse(
    reportOf(createSarifReporter, files, { "script-not-executable": { severity: "warning" } }),
  );
  expect(run.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe("pdf/scripts/run.sh");
  expect(run.results[0]).not.toHaveProperty("fixes");
});

test("text from a skill does not become a link or a control character", () => {
  const text = '---\nname: "[click](https://example.com)\\n\\e[31m\\u202E"\ndescription: x\n---\n';
  const run = parse(
    reportOf(createSarifReporter, { "pdf/SKILL.md": text }, { "name.format": { severity: "error" } }),
  );
  const message = run.results[0]?.message.text ?? "";
  expect(message).toContain(String.raw`\[click\](https://example.com)`);
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test("findings of the reference profile keep the reference tool's message", () => {
  const run = parse(
    reportSkills(createSarifReporter, loadAll({ "pdf/SKILL.md": badName }), {
      profile: findProfile("skills-ref"),
    }),
  );
  expect(run.results.map((result) => result.message.text)).toContain(
    "Skill name 'PDF Reader' must be lowercase",
  );
});

test("a relative path stays relative and loses its leading dot", () => {
  expect(toFileUri("./skills//pdf/SKILL.md")).toBe("skills/pdf/SKILL.md");
});

test("a path above the working folder keeps its dots", () => {
  expect(toFileUri("../pdf/SKILL.md")).toBe("../pdf/SKILL.md");
});

test("characters that mean something in a URI are encoded", () => {
  expect(toFileUri("a b/c#d?e%f/<stdin>")).toBe("a%20b/c%23d%3Fe%25f/%3Cstdin%3E");
});

test("a colon in the first folder does not become a scheme", () => {
  expect(toFileUri("javascript:x/SKILL.md")).toBe("javascript%3Ax/SKILL.md");
});

test("an absolute path becomes a file URI", () => {
  expect(toFileUri("/srv/my skills/pdf/SKILL.md")).toBe("file:///srv/my%20skills/pdf/SKILL.md");
});

test("half of a surrogate pair does not stop the report", () => {
  expect(toFileUri("a\ud800/SKILL.md")).toBe("a%EF%BF%BD/SKILL.md");
});
