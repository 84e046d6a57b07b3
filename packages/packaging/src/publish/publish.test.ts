import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createHttpClient, type HttpClient } from "../http/client.ts";
import { startServer } from "../http/test-servers.ts";
import { readNpmrc } from "../sources/npmrc.ts";
import { createTree } from "../tree/file-tree.ts";
import { publishHub } from "./hub.ts";
import { publishNpm } from "./npm.ts";
import { publishOci } from "./oci.ts";
import { readPublication } from "./publication.ts";
import { planSite, publishSite } from "./site.ts";
import { testPublication } from "./test-publications.ts";

function client(): HttpClient {
  const made = createHttpClient();
  onTestFinished(() => made.close());
  return made;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "site-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function listed(path: string): readonly string[] {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((one) => one.isFile())
    .map((one) =>
      join(one.parentPath, one.name)
        .slice(path.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

test("a site has both formats, the same bytes whatever the order", async () => {
  const skills = [testPublication("pdf"), testPublication("csv", [])];
  expect(planSite(skills)).toEqual(planSite(skills.toReversed()));
  const path = folder();
  await publishSite(path, skills);
  expect(listed(path)).toEqual([
    ".well-known/agent-skills/csv/SKILL.md",
    ".well-known/agent-skills/index.json",
    ".well-known/agent-skills/pdf.tar.gz",
    ".well-known/skills/csv/SKILL.md",
    ".well-known/skills/index.json",
    ".well-known/skills/pdf/SKILL.md",
    ".well-known/skills/pdf/references/more.md",
    ".well-known/skills/pdf/scripts/run.sh",
  ]);
  expect(JSON.parse(readFileSync(`${path}/.well-known/agent-skills/index.json`, "utf8"))).toEqual({
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name: "csv",
        type: "skill-md",
        description: "Does csv.",
        url: "csv/SKILL.md",
        digest: expect.stringMatching(/^sha256:/),
      },
      {
        name: "pdf",
        type: "archive",
        description: "Does pdf.",
        url: "pdf.tar.gz",
        digest: expect.stringMatching(/^sha256:/),
      },
    ],
  });
});

test("publishing again leaves the new skills, and files that no index named", async () => {
  const path = folder();
  await publishSite(path, [testPublication("pdf"), testPublication("csv", [])]);
  writeFileSync(`${path}/index.html`, "mine");
  writeFileSync(`${path}/.well-known/skills/mine.txt`, "mine");
  await publishSite(path, [testPublication("csv")]);
  expect(listed(path)).toEqual([
    ".well-known/agent-skills/csv.tar.gz",
    ".well-known/agent-skills/index.json",
    ".well-known/skills/csv/SKILL.md",
    ".well-known/skills/csv/references/more.md",
    ".well-known/skills/csv/scripts/run.sh",
    ".well-known/skills/index.json",
    ".well-known/skills/mine.txt",
    "index.html",
  ]);
});

test("links become copies where a format has none", () => {
  const links = [
    { path: "docs/a.md", bytes: Buffer.from("a"), executable: false },
    { path: "again", linksTo: "docs" },
    { path: "b.md", linksTo: "docs/a.md" },
  ];
  const paths = planSite([testPublication("pdf", links)]).map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith(".well-known/skills/pdf/"))).toEqual(
    ["SKILL.md", "again/a.md", "b.md", "docs/a.md"].map((path) => `.well-known/skills/pdf/${path}`),
  );
});

test("two skills with one name do not fit on one site", () => {
  expect(() => planSite([testPublication("pdf"), testPublication("pdf", [])])).toThrow(
    expect.objectContaining({ code: "skill-duplicate" }),
  );
});

test("a dry run sends and writes nothing and says what it would", async () => {
  const { url, log } = await startServer((_, response) => response.end());
  const skill = testPublication("pdf");
  const http = client();
  const plans = [
    await publishNpm(skill, { http, settings: readNpmrc([{ text: `registry=${url}` }]) }, { dryRun: true }),
    await publishHub(skill, { http, hub: url }, { dryRun: true }),
    await publishOci(
      skill,
      { http },
      { spec: { registry: new URL(url).host, repository: "pdf" }, dryRun: true },
    ),
    await publishSite(`${folder()}/none`, [skill], { dryRun: true }),
  ];
  expect(log).toEqual([]);
  expect(existsSync(plans[3]?.destination ?? "")).toBe(false);
  expect(plans.map(({ items }) => items.length)).toEqual([1, 2, 3, 6]);
  expect(plans.map(({ items }) => items.at(-1)?.path)).toEqual([
    "pdf-1.2.3.tgz",
    "api/v1/skills/pdf/versions",
    "manifests/1.2.3",
    ".well-known/skills/index.json",
  ]);
});

test.each([
  ["README.md", "x", "it has no SKILL.md; name the folder of one skill"],
  ["SKILL.md", "---\ndescription: d\n---\n", "its name is missing or not valid"],
  ["SKILL.md", "---\nname: pdf\n---\n", "its description is missing or longer than 1,024 characters"],
])("a skill is not published with only %s: %j", (path, text, reason) => {
  const tree = createTree([{ path, bytes: Buffer.from(text), executable: false }], "x");
  expect(() => readPublication(tree, "x")).toThrow(
    expect.objectContaining({ details: { path: "x", reason } }),
  );
});

test("registries want a version", async () => {
  const text = "---\nname: pdf\ndescription: d\n---\n";
  const tree = createTree([{ path: "SKILL.md", bytes: Buffer.from(text), executable: false }], "x");
  await expect(
    publishHub(readPublication(tree, "x"), { http: client(), hub: "http://127.0.0.1:1" }),
  ).rejects.toThrow(/it has no version/);
  expect(() => readPublication(tree, "x", { version: "new" })).toThrow(
    expect.objectContaining({ code: "option-invalid" }),
  );
});
