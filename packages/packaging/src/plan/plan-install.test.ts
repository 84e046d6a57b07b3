import fc from "fast-check";
import { expect, test } from "vitest";
import { type InstallPorts, undoLast } from "../apply/apply-plan.ts";
import { createCache } from "../apply/cache.ts";
import { placeIn, planOn, runOn, type TestFiles, treeOf, wantedOf } from "../apply/test-install.ts";
import { createMemoryDisk, type MemoryDisk } from "../apply/test-memory-disk.ts";

const place = placeIn("/p");
const store = "/p/.agents/skills/pdf";

function setUp(): { memory: MemoryDisk; ports: InstallPorts } {
  const memory = createMemoryDisk();
  memory.disk.writeTree("/p", { entries: [] });
  const lock = () => ({ take: () => undefined, release: () => {} });
  return { memory, ports: { ...memory, cache: createCache("/cache", memory), lock } };
}

const refused = (reason: string): unknown =>
  expect.objectContaining({
    code: "install-refused",
    details: expect.objectContaining({ reason: expect.stringContaining(reason) }),
  });

test("a plan says what will happen to every file", () => {
  const { memory, ports } = setUp();
  const base = {
    "SKILL.md": "a\nb\nc\n",
    "same.md": "same",
    "gone.md": "gone",
    "edited.md": "1",
    "both.md": "1",
    "kept.md": "1",
  };
  runOn(ports, place, { add: [wantedOf("pdf", base)] });
  for (const [path, text] of Object.entries({
    "SKILL.md": "A\nb\nc\n",
    "both.md": "2",
    "kept.md": "2",
    "mine/x": "x",
  }))
    memory.fs.write(`${store}/${path}`, Buffer.from(text));
  const next = { ...base, "SKILL.md": "a\nb\nC\n", "both.md": "3", "edited.md": "2", "new.md": "new" };
  const { "gone.md": _, ...files } = next;
  const plan = planOn(ports, place, { add: [wantedOf("pdf", files)] });
  expect(plan.items.map(({ action, name }) => [action, name])).toEqual([["update", "pdf"]]);
  expect(plan.items[0]?.files.map(({ path, change }) => [path, change])).toEqual([
    ["SKILL.md", "merge"],
    ["both.md", "conflict"],
    ["edited.md", "replace"],
    ["gone.md", "remove"],
    ["kept.md", "keep"],
    ["mine/", "keep"],
    ["new.md", "add"],
  ]);
  expect(plan.lock.skills).toEqual([wantedOf("pdf", files).locked]);
});

test("what is installed as locked is kept, without its content being fetched", () => {
  const { ports } = setUp();
  const wanted = wantedOf("pdf", { "SKILL.md": "a" });
  runOn(ports, place, { add: [wanted] });
  const plan = planOn(ports, place, { add: [{ locked: wanted.locked }] });
  expect(plan.items).toMatchObject([
    { action: "keep", files: [], targets: [{ change: "keep" }, { change: "keep" }] },
  ]);
  ports.disk.remove(`${store}/SKILL.md`);
  expect(() => planOn(ports, place, { add: [{ locked: wanted.locked }] })).toThrow(
    expect.objectContaining({ code: "source-offline" }),
  );
  expect(planOn(ports, place, { add: [wanted] }).items).toMatchObject([
    { files: [{ path: "SKILL.md", change: "add" }] },
  ]);
});

test("two sources with one name are refused with a hint at the alias; under the alias both are updatable", () => {
  const { ports } = setUp();
  const other = wantedOf("pdf", { "SKILL.md": "b" }, { source: "other" });
  runOn(ports, place, { add: [wantedOf("pdf", { "SKILL.md": "a" })] });
  expect(() => planOn(ports, place, { add: [other] })).toThrow(refused("Use --as ALIAS"));
  runOn(ports, place, { add: [wantedOf("pdf2", { "SKILL.md": "b" }, { source: "other", skill: "pdf" })] });
  const updates = [
    wantedOf("pdf", { "SKILL.md": "a2" }),
    wantedOf("pdf2", { "SKILL.md": "b2" }, { source: "other", skill: "pdf" }),
  ];
  expect(planOn(ports, place, { add: updates }).items.map(({ action }) => action)).toEqual([
    "update",
    "update",
  ]);
});

test("S3-66: of two packages with one skill name the last installed wins, with a warning", () => {
  const { memory, ports } = setUp();
  runOn(ports, place, { add: [wantedOf("lint", { "SKILL.md": "a" }, { package: "one" })] });
  const add = [wantedOf("lint", { "SKILL.md": "b" }, { package: "two", source: "other" })];
  expect(planOn(ports, place, { add }).warnings).toEqual([
    { code: "package-replaced", name: "lint", package: "two", previous: "one" },
  ]);
  runOn(ports, place, { add });
  expect(memory.files("/p/.agents/")).toEqual({ "/p/.agents/skills/lint/SKILL.md": "b" });
});

test("a folder that the lock does not know is never overwritten", () => {
  const { memory, ports } = setUp();
  memory.fs.write(`${store}/SKILL.md`, Buffer.from("mine"));
  memory.fs.write("/p/.claude/skills/pdf/SKILL.md", Buffer.from("also mine"));
  const add = [wantedOf("pdf", { "SKILL.md": "theirs" })];
  const { warnings, items } = planOn(ports, place, { add });
  expect(warnings.map(({ code }) => code)).toEqual(["folder-unknown", "target-blocked"]);
  expect(items).toMatchObject([{ files: [{ change: "conflict", beside: "SKILL.md.new" }] }]);
  runOn(ports, place, { add });
  expect(memory.files("/p/.")).toEqual({
    "/p/.claude/skills/pdf/SKILL.md": "also mine",
    [`${store}/SKILL.md`]: "mine",
    [`${store}/SKILL.md.new`]: "theirs",
  });
});

test("with edits discarded, an agent's folder or link that the lock does not know becomes a link, and an undo brings it back", () => {
  const { memory, ports } = setUp();
  memory.fs.write("/p/.claude/skills/pdf/SKILL.md", Buffer.from("mine"));
  memory.fs.write("/p/.claude/skills/pdf/own/run.sh", Buffer.from("x"), { executable: true });
  memory.fs.write("/p/mine/pdf/SKILL.md", Buffer.from("elsewhere"));
  memory.disk.link("/p/.windsurf/skills/pdf", { from: "/p/.windsurf/skills/pdf", to: "/p/mine/pdf" });
  const before = memory.files("/p/");
  const operation = { add: [wantedOf("pdf", { "SKILL.md": "a" })], agents: ["claude-code", "windsurf"] };
  expect(planOn(ports, place, operation).warnings).toMatchObject([
    { code: "target-blocked", isReplaceable: true },
    { code: "target-blocked", isReplaceable: true },
  ]);
  const { items, warnings } = planOn(ports, place, { ...operation, discard: ["pdf"] });
  expect(warnings).toEqual([]);
  expect(items[0]?.targets.slice(1)).toMatchObject([
    {
      ...{ kind: "link", change: "update" },
      files: [
        { path: "SKILL.md", change: "remove", discards: true },
        { path: "own/run.sh", change: "remove", discards: true },
      ],
    },
    { kind: "link", change: "update", leadsTo: "/p/mine/pdf" },
  ]);
  runOn(ports, place, { ...operation, discard: ["pdf"] });
  expect(memory.files("/p/.")).toEqual({
    "/p/.claude/skills/pdf": "-> ../../.agents/skills/pdf",
    "/p/.windsurf/skills/pdf": "-> ../../.agents/skills/pdf",
    [`${store}/SKILL.md`]: "a",
  });
  const paths = undoLast(place, ports);
  expect(paths).toEqual([...new Set(paths)]);
  expect(memory.files("/p/")).toEqual(before);
});

test.each([
  [
    "an empty folder",
    (memory: MemoryDisk) => memory.disk.writeTree("/p/.claude/skills/pdf/refs", { entries: [] }),
  ],
  [
    "a link that leads out of it",
    (memory: MemoryDisk) =>
      memory.disk.link("/p/.claude/skills/pdf/out", { from: "/p/.claude/skills/pdf/out", to: "/p/x" }),
  ],
])("an agent's folder stays if an undo could not bring back all of it: %s", (_what, prepare) => {
  const { memory, ports } = setUp();
  memory.fs.write("/p/x", Buffer.from("x"));
  memory.fs.write("/p/.claude/skills/pdf/SKILL.md", Buffer.from("mine"));
  prepare(memory);
  const before = memory.files("/p/.claude/");
  const operation = { add: [wantedOf("pdf", { "SKILL.md": "a" })], discard: ["pdf"] };
  expect(planOn(ports, place, operation).warnings).toMatchObject([
    { code: "target-blocked", isReplaceable: false },
  ]);
  runOn(ports, place, operation);
  expect(memory.files("/p/.claude/")).toEqual(before);
});

test("folders and links that another tool made are taken over if they have the same content", () => {
  const { memory, ports } = setUp();
  memory.fs.write(`${store}/SKILL.md`, Buffer.from("a"));
  memory.fs.write(`${store}/notes.md`, Buffer.from("mine"));
  memory.disk.link("/p/.claude/skills/pdf", { from: "/p/.claude/skills/pdf", to: store });
  memory.fs.write("/p/.windsurf/skills/pdf/SKILL.md", Buffer.from("a"));
  const agents = ["claude-code", "windsurf"];
  const { warnings, items } = planOn(ports, place, { add: [wantedOf("pdf", { "SKILL.md": "a" })], agents });
  expect(warnings).toEqual([]);
  expect(items).toMatchObject([
    {
      action: "install",
      targets: [
        { kind: "store", change: "keep" },
        { kind: "link", change: "keep" },
        { kind: "copy", change: "keep" },
      ],
      files: [{ path: "notes.md", change: "keep" }],
    },
  ]);
  runOn(ports, place, { add: [wantedOf("pdf", { "SKILL.md": "a" })], agents });
  runOn(ports, place, { add: [wantedOf("pdf", { "SKILL.md": "b" })], agents });
  expect(memory.files("/p/.")).toEqual({
    "/p/.claude/skills/pdf": "-> ../../.agents/skills/pdf",
    "/p/.windsurf/skills/pdf/SKILL.md": "b",
    [`${store}/SKILL.md`]: "b",
    [`${store}/notes.md`]: "mine",
  });
});

test("discarding edits is shown for each file, and is only for the skills that were named", () => {
  const { memory, ports } = setUp();
  const add = ["csv", "pdf"].map((name) => wantedOf(name, { "SKILL.md": "a", "same.md": "s" }));
  runOn(ports, place, { add });
  for (const name of ["csv", "pdf"]) {
    memory.fs.write(`/p/.agents/skills/${name}/SKILL.md`, Buffer.from("edited"));
    memory.fs.write(`/p/.agents/skills/${name}/own/x.md`, Buffer.from("x"));
  }
  const { items } = planOn(ports, place, { add, discard: ["pdf"] });
  expect(items.map(({ action, files }) => [action, files])).toMatchObject([
    [
      "keep",
      [
        { path: "SKILL.md", change: "keep" },
        { path: "own/", change: "keep" },
      ],
    ],
    [
      "update",
      [
        { path: "SKILL.md", change: "replace", discards: true },
        { path: "own/x.md", change: "remove", discards: true },
      ],
    ],
  ]);
});

test("what undo could not bring back is not discarded: a link that leads out of the skill", () => {
  const { memory, ports } = setUp();
  const add = [wantedOf("pdf", { "SKILL.md": "a" })];
  runOn(ports, place, { add });
  memory.fs.write("/p/elsewhere", Buffer.from("x"));
  memory.disk.link(`${store}/out`, { from: `${store}/out`, to: "/p/elsewhere" });
  const { items } = planOn(ports, place, { add, discard: ["pdf"] });
  expect(items).toMatchObject([{ action: "keep", files: [{ path: "out", change: "keep" }] }]);
});

test("a link that leads out of a project is refused before anything is written", () => {
  const { memory, ports } = setUp();
  memory.disk.writeTree("/home/.ssh", { entries: [] });
  memory.disk.link("/p/.agents", { from: "/p/.agents", to: "/home/.ssh" });
  expect(() => runOn(ports, place, { add: [wantedOf("pdf", { "SKILL.md": "x" })] })).toThrow(
    expect.objectContaining({ code: "settings-outside" }),
  );
  expect(memory.files("/home/")).toEqual({});
});

test("an agent whose folder is a link to the shared one needs no link of its own", () => {
  const { memory, ports } = setUp();
  memory.disk.writeTree("/p/.agents/skills", { entries: [] });
  memory.disk.link("/p/.claude/skills", { from: "/p/.claude/skills", to: "/p/.agents/skills" });
  runOn(ports, place, { add: [wantedOf("pdf", { "SKILL.md": "x" })] });
  runOn(ports, place, { add: [wantedOf("pdf", { "SKILL.md": "y" })] });
  expect(memory.files("/p/.")).toEqual({
    "/p/.claude/skills": "-> ../.agents/skills",
    [`${store}/SKILL.md`]: "y",
  });
});

const path = fc.constantFrom("SKILL.md", "a", "a/b", "A", "b/c", "b/c.new", "SKILL.md.new", "d/e/f");
const text = fc
  .array(fc.constantFrom("1\n", "2\n", "3\n", "\0"), { maxLength: 4 })
  .map((lines) => lines.join(""));
const tree = fc
  .dictionary(
    path,
    fc.oneof(
      text,
      text.map((one) => `+x ${one}`),
    ),
    { noNullPrototype: true },
  )
  .filter(isTree);

function isTree(files: TestFiles): boolean {
  try {
    treeOf(files);
    return Object.keys(files).length > 0;
  } catch {
    return false;
  }
}

test("an update without edits gives exactly what comes", () => {
  fc.assert(
    fc.property(tree, tree, (base, theirs) => {
      const { memory, ports } = setUp();
      runOn(ports, place, { add: [wantedOf("pdf", base)] });
      runOn(ports, place, { add: [wantedOf("pdf", theirs)] });
      const expected = Object.entries(theirs).map(([file, content]) => [`${store}/${file}`, content]);
      expect(memory.files(`${store}/`)).toEqual(Object.fromEntries(expected));
    }),
  );
});

test("no byte of a user's edit or own file is lost, by an update, a removal or an undo", () => {
  const lines = (content: string): string[] => content.replace(/^\+x /, "").split(/(?<=\n)/);
  fc.assert(
    fc.property(fc.record({ base: tree, theirs: tree, edits: tree, removes: fc.boolean() }), (given) => {
      const { base, theirs, edits, removes } = given;
      const { memory, ports } = setUp();
      runOn(ports, place, { add: [wantedOf("pdf", base)] });
      writeEdits(memory, edits);
      const yours = memory.files(`${store}/`);
      runOn(ports, place, removes ? { remove: ["pdf"] } : { add: [wantedOf("pdf", theirs)] });
      const after = memory.files(`${store}/`);
      for (const [file, content] of Object.entries(yours)) {
        const name = file.slice(store.length + 1);
        if (lines(content).join("") === lines(base[name] ?? "\u0001").join("")) continue;
        // Either the file is as it was, or it holds a merge with every line that the user wrote.
        const own = lines(content).filter((line) => !lines(base[name] ?? "").includes(line));
        const left = lines(after[file] ?? "\u0001");
        expect(left.join("") === lines(content).join("") || own.every((line) => left.includes(line))).toBe(
          true,
        );
      }
      undoLast(place, ports);
      expect(memory.files(`${store}/`)).toEqual(yours);
    }),
    { numRuns: 300 },
  );
});

test("with edits discarded, exactly what comes is there, and an undo brings every byte back", () => {
  fc.assert(
    fc.property(tree, tree, tree, (base, theirs, edits) => {
      // Disks do not have a file in place of a folder.
      fc.pre(isTree({ ...base, ...edits }));
      const { memory, ports } = setUp();
      runOn(ports, place, { add: [wantedOf("pdf", base)] });
      writeEdits(memory, edits);
      const yours = memory.files(`${store}/`);
      runOn(ports, place, { add: [wantedOf("pdf", theirs)], discard: ["pdf"] });
      const expected = Object.entries(theirs).map(([file, content]) => [`${store}/${file}`, content]);
      expect(memory.files(`${store}/`)).toEqual(Object.fromEntries(expected));
      undoLast(place, ports);
      expect(memory.files(`${store}/`)).toEqual(yours);
    }),
    { numRuns: 200 },
  );
});

function writeEdits(memory: MemoryDisk, edits: TestFiles): void {
  for (const [file, content] of Object.entries(edits)) {
    try {
      memory.fs.write(`${store}/${file}`, Buffer.from(content, "latin1"));
    } catch {
      // A file in place of a folder, or the other way round.
    }
  }
}
