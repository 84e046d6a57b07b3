import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { digestSkill } from "../digest/digest-skill.ts";
import { sha256Hex } from "../digest/sha256.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { type ProjectSkill, recordTrust } from "./project-trust.ts";
import type { TrustRecords } from "./trust-store.ts";

const fs = createNodeFileSystem();
const at = "2026-11-15T11:00:00.000Z";
let folder = "";
let project = "";

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-vouch-")));
  project = `${folder}/app`;
  for (const name of ["pdf", "lint", "__proto__"]) write(`app/skills/${name}/SKILL.md`, name);
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function skill(path: string): ProjectSkill {
  return { path, digest: digestSkill(fs, `${project}/${path}`, sha256Hex) };
}

function trustAll(skills: readonly ProjectSkill[], records: TrustRecords = new Map()): TrustRecords {
  return new Map([[project, recordTrust({ fs, sha256: sha256Hex, project, skills, at }, records)]]);
}

function trusted(records: TrustRecords): unknown {
  return Array.from(records.get(project)?.skills ?? [], ([path, digest]) => ({ path, digest }));
}

test("trusting some skills keeps the trust in the others", () => {
  const [pdf, lint] = [skill("skills/pdf"), skill("skills/lint")];
  const records = trustAll([lint], trustAll([pdf]));
  expect(records.get(project)?.at).toBe(at);
  expect(trusted(records)).toEqual([pdf, lint]);
});

test("the current content replaces the previous record", () => {
  const before = skill("skills/pdf");
  write("app/skills/pdf/SKILL.md", "new");
  const now = skill("skills/pdf");
  expect(now.digest).not.toBe(before.digest);
  expect(trusted(trustAll([now], trustAll([before])))).toEqual([now]);
});

test("the project itself can be a skill, and __proto__ a skill's name", () => {
  const own = { path: ".", digest: digestSkill(fs, project, sha256Hex) };
  const odd = skill("skills/__proto__");
  expect(trusted(trustAll([skill("skills/pdf")], trustAll([own, odd])))).toEqual([
    own,
    odd,
    skill("skills/pdf"),
  ]);
  expect(Object.hasOwn(Object.prototype, "skills/__proto__")).toBe(false);
});

const attacks: readonly [string, () => void][] = [
  ["changed", () => write("app/skills/pdf/SKILL.md", "evil")],
  ["got a script", () => write("app/skills/pdf/scripts/a.sh", "evil")],
  ["was removed", () => rmSync(`${project}/skills/pdf`, { recursive: true })],
  [
    "became a link to its like outside of the project",
    () => {
      cpSync(`${project}/skills/pdf`, `${folder}/outside`, { recursive: true });
      rmSync(`${project}/skills/pdf`, { recursive: true });
      symlinkSync(`${folder}/outside`, `${project}/skills/pdf`);
    },
  ],
  [
    "is behind a folder that became a link",
    () => {
      cpSync(`${project}/skills`, `${project}/other`, { recursive: true });
      rmSync(`${project}/skills`, { recursive: true });
      symlinkSync("other", `${project}/skills`);
    },
  ],
  ["cannot be read whole any more", () => symlinkSync("/etc/hostname", `${project}/skills/pdf/notes.md`)],
  [
    "became a file",
    () => {
      rmSync(`${project}/skills/pdf`, { recursive: true });
      write("app/skills/pdf", "pdf");
    },
  ],
];

test.each(attacks)("the record of a skill that is not visible and %s is dropped", (_, attack) => {
  const records = trustAll([skill("skills/pdf")]);
  attack();
  expect(trusted(trustAll([], records))).toEqual([]);
});

test("the record of another project does not apply", () => {
  const other = new Map([
    [`${project}2`, { skills: new Map([["skills/pdf", skill("skills/pdf").digest]]), at }],
  ]);
  expect(trusted(trustAll([], other))).toEqual([]);
});
