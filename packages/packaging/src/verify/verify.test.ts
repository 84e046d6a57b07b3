import { expect, test } from "vitest";
import type { InstallPorts } from "../apply/apply-plan.ts";
import { createCache } from "../apply/cache.ts";
import { placeIn, readTestLock, runOn, wantedOf } from "../apply/test-install.ts";
import { createMemoryDisk, type MemoryDisk } from "../apply/test-memory-disk.ts";
import { findOutdated } from "./outdated.ts";
import { type VerifiedSkill, type VerifyOptions, verifyInstalled } from "./verify-installed.ts";
import { waitingFiles } from "./waiting-files.ts";
import { explainWhy } from "./why.ts";

const place = placeIn("/p");
const files = { "SKILL.md": "pdf", "scripts/run.sh": "+x run", "docs/a": "-> SKILL.md" };

function installed(hasLinks = true): { memory: MemoryDisk; ports: InstallPorts } {
  const memory = createMemoryDisk({ hasLinks });
  memory.disk.writeTree("/p", { entries: [] });
  const lock = () => ({ take: () => undefined, release: () => {} });
  const ports = { ...memory, cache: createCache("/cache", memory), lock };
  runOn(ports, place, { add: [wantedOf("pdf", files)] });
  return { memory, ports };
}

function verify({ fs }: MemoryDisk, options: Omit<VerifyOptions, "place"> = {}): readonly VerifiedSkill[] {
  return verifyInstalled(readTestLock(fs, place), fs, { place, ...options });
}

test("what was just installed is ok, with links and with copies", () => {
  for (const hasLinks of [true, false])
    expect(verify(installed(hasLinks).memory)).toEqual([{ name: "pdf", status: "ok", files: [] }]);
});

test("an edited, a missing and an additional file are found", () => {
  const { memory } = installed();
  memory.fs.write("/p/.agents/skills/pdf/__pycache__/x", Buffer.from("x"));
  const extra = { path: "/p/.agents/skills/pdf/__pycache__/", status: "extra" };
  expect(verify(memory)).toEqual([{ name: "pdf", status: "extra", files: [extra] }]);
  memory.fs.write("/p/.agents/skills/pdf/SKILL.md", Buffer.from("edited"));
  const modified = { path: "/p/.agents/skills/pdf/SKILL.md", status: "modified" };
  expect(verify(memory)).toEqual([{ name: "pdf", status: "modified", files: [modified, extra] }]);
  memory.disk.remove("/p/.agents/skills/pdf/scripts");
  const missing = { path: "/p/.agents/skills/pdf/scripts/run.sh", status: "missing" };
  expect(verify(memory)).toEqual([{ name: "pdf", status: "missing", files: [modified, extra, missing] }]);
  memory.disk.remove("/p/.agents/skills/pdf");
  expect(verify(memory)).toMatchObject([
    { status: "missing", files: [{ path: "/p/.agents/skills/pdf" }, {}] },
  ]);
});

test("a copy that changed and a link that leads elsewhere are found", () => {
  const copied = installed(false).memory;
  copied.fs.write("/p/.claude/skills/pdf/SKILL.md", Buffer.from("frozen"));
  expect(verify(copied)).toEqual([
    {
      name: "pdf",
      status: "modified",
      files: [{ path: "/p/.claude/skills/pdf/SKILL.md", status: "modified" }],
    },
  ]);
  const linked = installed().memory;
  linked.disk.remove("/p/.claude/skills/pdf");
  linked.disk.writeTree("/p/other", { entries: [] });
  linked.disk.link("/p/.claude/skills/pdf", { from: "/p/.claude/skills/pdf", to: "/p/other" });
  expect(verify(linked)).toEqual([
    { name: "pdf", status: "modified", files: [{ path: "/p/.claude/skills/pdf", status: "modified" }] },
  ]);
});

test("a link inside a skill that was turned elsewhere is a modification", () => {
  const { memory } = installed();
  memory.disk.remove("/p/.agents/skills/pdf/docs/a");
  memory.disk.link("/p/.agents/skills/pdf/docs/a", { from: "/p/.agents/skills/pdf/docs/a", to: "/p" });
  expect(verify(memory)).toMatchObject([{ status: "modified", files: [{ status: "modified" }] }]);
});

test("missing signatures and revoked content are named, whatever the files are", () => {
  const { memory } = installed();
  const problems = (status: "revoked" | "unsigned") => new Map([["pdf", { status, reason: "because" }]]);
  expect(verify(memory, { problems: problems("unsigned") })).toMatchObject([
    { status: "unsigned", reason: "because" },
  ]);
  memory.fs.write("/p/.agents/skills/pdf/SKILL.md", Buffer.from("edited"));
  const [edited] = verify(memory, { problems: problems("unsigned") });
  expect(edited).toMatchObject({ status: "modified" });
  expect(edited).not.toHaveProperty("reason");
  expect(verify(memory, { problems: problems("revoked") })).toMatchObject([
    { status: "revoked", reason: "because", files: [{ status: "modified" }] },
  ]);
});

test("what an update left to be merged waits while the file it belongs to differs from the lock", () => {
  const extras = [
    "SKILL.md.new2",
    "SKILL.md.new",
    "docs.new/",
    "own.md.new",
    "same.md.new",
    "SKILL.md.newer",
    ".new",
  ];
  expect(waitingFiles({ changed: ["SKILL.md", "docs/deep/a.md"], extras })).toEqual([
    "SKILL.md.new2",
    "SKILL.md.new",
    "docs.new/",
  ]);
});

test("outdated names what the wants allow and what there is", () => {
  const lock = {
    version: 1 as const,
    skills: ["csv", "doc", "pdf"].map((name) => ({
      ...wantedOf(name, files, { resolved: "v1", version: "1.0.0" }).locked,
    })),
  };
  const available = new Map([
    ["csv", { wanted: { resolved: "v1" }, latest: { resolved: "v1" } }],
    ["pdf", { wanted: { resolved: "v1" }, latest: { resolved: "v2", version: "2.0.0" } }],
  ]);
  expect(findOutdated(lock, available)).toEqual([
    { name: "pdf", source: "a", current: "1.0.0", latest: "2.0.0" },
  ]);
});

test("why gives the shortest chain from each wanted skill, through sets and cycles", () => {
  const skill = (name: string, dependencies: readonly string[]) =>
    wantedOf(name, files, { dependencies: Object.fromEntries(dependencies.map((one) => [one, "*"])) }).locked;
  const lock = {
    version: 1 as const,
    skills: [skill("a", ["b", "c"]), skill("b", ["c"]), skill("c", ["a"]), skill("d", [])],
  };
  const roots = [{ name: "b", sets: ["office"] }, { name: "a" }, { name: "d" }];
  expect(explainWhy(lock, roots, "c")).toEqual([
    { sets: ["office"], chain: ["b", "c"] },
    { sets: [], chain: ["a", "c"] },
  ]);
  expect(explainWhy(lock, [], "c")).toEqual([]);
});
