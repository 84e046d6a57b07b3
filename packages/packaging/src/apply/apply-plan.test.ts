import { expect, test } from "vitest";
import type { InstallPorts } from "./apply-plan.ts";
import { applyPlan, undoLast } from "./apply-plan.ts";
import { createCache } from "./cache.ts";
import { placeIn, planOn, runOn, wantedOf } from "./test-install.ts";
import { createMemoryDisk, type MemoryDisk } from "./test-memory-disk.ts";

const place = placeIn("/p");
const first = { "SKILL.md": "one\ntwo\nthree\nfour\n", "scripts/run.sh": "+x run 1\n", "old.md": "old" };
const second = { "SKILL.md": "one\ntwo\nthree\nFOUR\n", "scripts/run.sh": "+x run 2\n", "new.md": "new" };

function setUp(options?: { hasLinks: boolean }): { ports: InstallPorts; memory: MemoryDisk } {
  const memory = createMemoryDisk(options);
  memory.disk.writeTree("/p", { entries: [] });
  const { fs, disk } = memory;
  const lock = () => ({ take: () => undefined, release: () => {} });
  return { memory, ports: { fs, disk, cache: createCache("/cache", memory), lock } };
}

/** What is in the project, without the lock. */
function filesOf({ memory }: { memory: MemoryDisk }): Record<string, string> {
  const { "/p/skillwright.lock": _, ...files } = memory.files("/p/");
  return files;
}

function stored(files: Record<string, string>, name = "pdf"): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`/p/.agents/skills/${name}/${path}`, text]),
  );
}

test("an installed skill is in the shared folder, with a link for each agent that does not read that", () => {
  const { ports, memory } = setUp();
  const { targets } = runOn(ports, place, { add: [wantedOf("pdf", first)] });
  expect(filesOf({ memory })).toEqual({
    "/p/.claude/skills/pdf": "-> ../../.agents/skills/pdf",
    ...stored(first),
  });
  expect(targets).toEqual([
    { path: "/p/.agents/skills/pdf", agents: ["codex"], kind: "store", change: "add" },
    { path: "/p/.claude/skills/pdf", agents: ["claude-code"], kind: "link", change: "add" },
  ]);
});

test("where the system cannot link, agents get copies, which are updated and removed too", () => {
  const { ports, memory } = setUp({ hasLinks: false });
  const copied = (files: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`/p/.claude/skills/pdf/${path}`, text]));
  const { targets } = runOn(ports, place, { add: [wantedOf("pdf", first)] });
  expect(targets.map(({ kind }) => kind)).toEqual(["store", "copy"]);
  expect(filesOf({ memory })).toEqual({ ...stored(first), ...copied(first) });
  runOn(ports, place, { add: [wantedOf("pdf", second)] });
  expect(filesOf({ memory })).toEqual({ ...stored(second), ...copied(second) });
  runOn(ports, place, { remove: ["pdf"] });
  expect(filesOf({ memory })).toEqual({});
});

test("an update merges edits, keeps the user's own files and leaves nothing else behind", () => {
  const { ports, memory } = setUp();
  runOn(ports, place, { add: [wantedOf("pdf", first)] });
  memory.fs.write("/p/.agents/skills/pdf/SKILL.md", Buffer.from("ONE\ntwo\nthree\nfour\n"));
  memory.fs.write("/p/.agents/skills/pdf/old.md", Buffer.from("edited"));
  memory.fs.write("/p/.agents/skills/pdf/mine/notes.md", Buffer.from("mine"));
  runOn(ports, place, { add: [wantedOf("pdf", second)] });
  expect(filesOf({ memory })).toEqual({
    "/p/.claude/skills/pdf": "-> ../../.agents/skills/pdf",
    ...stored({
      ...second,
      "SKILL.md": "ONE\ntwo\nthree\nFOUR\n",
      "old.md": "edited",
      "mine/notes.md": "mine",
    }),
  });
});

test("an edit that does not fit stays, and the new file is written beside it", () => {
  const { ports, memory } = setUp();
  runOn(ports, place, { add: [wantedOf("pdf", first)] });
  memory.fs.write("/p/.agents/skills/pdf/SKILL.md", Buffer.from("one\ntwo\nthree\nvier\n"));
  memory.fs.write("/p/.agents/skills/pdf/SKILL.md.new", Buffer.from("a file of that name"));
  runOn(ports, place, { add: [wantedOf("pdf", second)] });
  expect(filesOf({ memory })).toMatchObject(
    stored({
      "SKILL.md": "one\ntwo\nthree\nvier\n",
      "SKILL.md.new": "a file of that name",
      "SKILL.md.new2": second["SKILL.md"],
    }),
  );
});

test("removing a skill takes its files and links, and leaves the user's own", () => {
  const { ports, memory } = setUp();
  runOn(ports, place, { add: [wantedOf("pdf", first), wantedOf("csv", second)] });
  memory.fs.write("/p/.agents/skills/pdf/notes.md", Buffer.from("mine"));
  runOn(ports, place, { remove: ["pdf", "csv"] });
  expect(filesOf({ memory })).toEqual(stored({ "notes.md": "mine" }));
});

test("undo takes back the last operation, and a second undo does it again", () => {
  const { ports, memory } = setUp();
  runOn(ports, place, { add: [wantedOf("pdf", first)] });
  memory.fs.write("/p/.agents/skills/pdf/SKILL.md", Buffer.from("ONE\ntwo\nthree\nfour\n"));
  const before = memory.files("/p/");
  runOn(ports, place, { add: [wantedOf("pdf", second), wantedOf("csv", first)] });
  const after = memory.files("/p/");
  undoLast(place, ports);
  expect(memory.files("/p/")).toEqual(before);
  undoLast(place, ports);
  expect(memory.files("/p/")).toEqual(after);
});

test("undo is refused when a file has changed since, and when the cache is gone", () => {
  const { ports, memory } = setUp();
  runOn(ports, place, { add: [wantedOf("pdf", first)] });
  runOn(ports, place, { add: [wantedOf("pdf", second)] });
  memory.fs.write("/p/.agents/skills/pdf/new.md", Buffer.from("edited"));
  const before = memory.files("/p/");
  const refused = (reason: string): unknown =>
    expect.objectContaining({ code: "undo-refused", details: { reason: expect.stringContaining(reason) } });
  expect(() => undoLast(place, ports)).toThrow(refused("/p/.agents/skills/pdf has changed since"));
  memory.disk.remove("/cache/files");
  expect(() => undoLast(place, ports)).toThrow(refused("the cache no longer has"));
  memory.disk.remove("/cache");
  expect(() => undoLast(place, ports)).toThrow(refused("none is recorded"));
  expect(memory.files("/p/")).toEqual(before);
});

test("nothing is written when a file, the lock or a link changed after the plan was made", () => {
  const edits: Record<string, (memory: MemoryDisk) => void> = {
    file: ({ fs }) => fs.write("/p/.agents/skills/pdf/SKILL.md", Buffer.from("edited")),
    appeared: ({ fs }) => fs.write("/p/.agents/skills/pdf/new.md", Buffer.from("mine")),
    lock: ({ fs }) => fs.write("/p/skillwright.lock", Buffer.from("another")),
    link: ({ fs }) => fs.write("/p/.claude/skills/csv/SKILL.md", Buffer.from("mine")),
    gone: ({ disk }) => disk.remove("/p/.agents/skills/pdf"),
  };
  for (const edit of Object.values(edits)) {
    const { ports, memory } = setUp();
    runOn(ports, place, { add: [wantedOf("pdf", first)] });
    const lock = memory.fs.read("/p/skillwright.lock", 1e6).bytes;
    const plan = planOn(ports, place, { add: [wantedOf("pdf", second), wantedOf("csv", second)] });
    edit(memory);
    const before = memory.files("/p/");
    const files = [{ path: place.lockPath, before: lock, after: Buffer.from("new") }];
    expect(() => applyPlan(plan, { place, files }, ports)).toThrow(
      expect.objectContaining({ code: "settings-changed" }),
    );
    expect(memory.files("/p/")).toEqual(before);
  }
});

test("another installation at work is named", () => {
  const { ports } = setUp();
  const busy = { ...ports, lock: () => ({ take: () => "host|123|4", release: () => {} }) };
  expect(() => runOn(busy, place, { add: [wantedOf("pdf", first)] })).toThrow(
    expect.objectContaining({
      code: "install-running",
      details: { path: "/p/.agents/skills", holder: "123" },
    }),
  );
});
