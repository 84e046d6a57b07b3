import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCatalog } from "../catalog/open-catalog.ts";
import { sha256Hex } from "../digest/sha256.ts";
import type { SkillRoot } from "../discover/discovered-skill.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { digestProject, recordTrust } from "./project-trust.ts";
import type { TrustRecords } from "./trust-store.ts";

const fs = createNodeFileSystem();
let folder = "";
let repo = "";

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-links-")));
  repo = `${folder}/repo`;
  write("repo/.agents/skills/pdf/SKILL.md", skill("pdf"));
  write("repo/.agents/skills/pdf/scripts/run.sh", "echo hello\n");
  write("repo/.agents/skills/lint/SKILL.md", skill("lint"));
  write("repo/vendor/pdf/SKILL.md", skill("pdf"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function skill(name: string): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n---\n`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function rootAt(path: string, project = repo): SkillRoot {
  return { path: `${project}/${path}`, scope: "project", project };
}

/** The record of a user who trusts the project as seen from this root. */
function trustAll(root = rootAt(".agents/skills")): TrustRecords {
  const { skills } = openCatalog({ fs, roots: [root], now: () => 1e12 }).list();
  const contents = digestProject({ fs, sha256: sha256Hex, found: skills }, root.project ?? "");
  if (contents === undefined) return new Map();
  const request = { fs, sha256: sha256Hex, project: repo, skills: contents, at: "2026-01-01T00:00:00.000Z" };
  return new Map([[repo, recordTrust(request, new Map())]]);
}

function offered(trust: TrustRecords, root = rootAt(".agents/skills")): readonly string[] {
  const { skills } = openCatalog({ fs, roots: [root], now: () => 1e12, trust }).list();
  return skills.filter(({ enabled }) => enabled).map(({ id }) => id);
}

test("the same skills are trusted through any link of the project", () => {
  const trust = trustAll();
  mkdirSync(`${repo}/.claude`);
  symlinkSync("../.agents/skills", `${repo}/.claude/skills`);
  symlinkSync("repo", `${folder}/link`);
  expect(offered(trust, rootAt(".claude/skills"))).toEqual(["lint", "pdf"]);
  expect(offered(trust, rootAt(".agents/skills", `${folder}/link`))).toEqual(["lint", "pdf"]);
  expect(trustAll(rootAt(".claude/skills"))).toEqual(trust);
});

const attacks: readonly [string, () => void][] = [
  [
    "folder of skills that became a link to others in the project",
    () => {
      rmSync(`${repo}/.agents/skills`, { recursive: true });
      symlinkSync("../vendor", `${repo}/.agents/skills`);
    },
  ],
  [
    "folder of skills that became a link to its like in another place of the project",
    () => {
      renameSync(`${repo}/.agents/skills`, `${repo}/moved`);
      symlinkSync("../moved", `${repo}/.agents/skills`);
    },
  ],
  [
    "folder of skills that became a link to its like outside of the project",
    () => {
      renameSync(`${repo}/.agents/skills`, `${folder}/outside`);
      symlinkSync(`${folder}/outside`, `${repo}/.agents/skills`);
    },
  ],
  [
    "script that became a link",
    () => {
      renameSync(`${repo}/.agents/skills/pdf/scripts/run.sh`, `${repo}/.agents/skills/pdf/run.sh`);
      symlinkSync("../run.sh", `${repo}/.agents/skills/pdf/scripts/run.sh`);
    },
  ],
  [
    "script that became a link out of the skill",
    () => {
      rmSync(`${repo}/.agents/skills/pdf/scripts/run.sh`);
      symlinkSync("../../lint/SKILL.md", `${repo}/.agents/skills/pdf/scripts/run.sh`);
    },
  ],
  ["skill that moved", () => renameSync(`${repo}/.agents/skills/pdf`, `${repo}/.agents/skills/pdf2`)],
  [
    "project that was moved and left a link",
    () => {
      renameSync(repo, `${folder}/moved`);
      symlinkSync("moved", repo);
    },
  ],
  [
    "project that was replaced by a link to a copy",
    () => {
      cpSync(repo, `${folder}/copy`, { recursive: true });
      rmSync(repo, { recursive: true });
      symlinkSync("copy", repo);
    },
  ],
];

test.each(attacks)("a %s revokes the trust in all of them", (_, attack) => {
  const trust = trustAll();
  expect(offered(trust)).toEqual(["lint", "pdf"]);
  attack();
  expect(offered(trust)).toEqual([]);
});

test("replacing a skill by a link to another skill of the project revokes the trust", () => {
  const trust = trustAll();
  rmSync(`${repo}/.agents/skills/pdf`, { recursive: true });
  symlinkSync("../../vendor/pdf", `${repo}/.agents/skills/pdf`);
  expect(offered(trust)).toEqual([]);
});

test("skills outside of the project, or in a folder that only shares its prefix, cannot be trusted", () => {
  cpSync(`${repo}/.agents/skills`, `${folder}/repo2/skills`, { recursive: true });
  symlinkSync(`${folder}/repo2/skills`, `${repo}/skills`);
  expect(trustAll(rootAt("skills"))).toEqual(new Map());
  expect(offered(trustAll(), rootAt("skills"))).toEqual([]);
});

test("a project that is a skill itself can be trusted", () => {
  write("repo/SKILL.md", skill("repo"));
  const root = { path: repo, scope: "project", project: repo, depth: 0 } as const;
  const trust = trustAll(root);
  expect([...(trust.get(repo)?.skills.keys() ?? [])]).toEqual(["."]);
  expect(offered(trust, root)).toEqual(["repo"]);
  write("repo/scripts/new.sh", "evil");
  expect(offered(trust, root)).toEqual([]);
});
