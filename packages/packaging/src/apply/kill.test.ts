import { SkillError } from "@skillwright/core";
import { describe, expect, test } from "vitest";
import { type InstallPorts, recoverInstallation, undoLast } from "./apply-plan.ts";
import { createCache } from "./cache.ts";
import type { Disk } from "./disk.ts";
import { createDyingDisk } from "./test-dying-disk.ts";
import { placeIn, runOn, wantedOf } from "./test-install.ts";
import { createMemoryDisk, type MemoryDisk } from "./test-memory-disk.ts";

const place = placeIn("/p");
const pdf = { "SKILL.md": "one\ntwo\nthree\n", "scripts/run.sh": "+x 1", "old/a.md": "a", "old/b.md": "b" };
const newPdf = { "SKILL.md": "one\ntwo\nTHREE\n", "scripts/run.sh": "+x 2", "new/c.md": "c" };
const csv = { "SKILL.md": "csv", "docs/here": "-> SKILL.md" };

type Operation = (ports: InstallPorts) => unknown;

const operations: Record<string, { before: readonly Operation[]; run: Operation }> = {
  add: {
    before: [],
    run: (ports) => runOn(ports, place, { add: [wantedOf("pdf", pdf), wantedOf("csv", csv)] }),
  },
  update: {
    before: [(ports) => runOn(ports, place, { add: [wantedOf("pdf", pdf), wantedOf("csv", csv)] }), edit],
    run: (ports) => runOn(ports, place, { add: [wantedOf("pdf", newPdf), wantedOf("csv", pdf)] }),
  },
  remove: {
    before: [(ports) => runOn(ports, place, { add: [wantedOf("pdf", pdf), wantedOf("csv", csv)] }), edit],
    run: (ports) => runOn(ports, place, { remove: ["pdf", "csv"] }),
  },
  "forced add": {
    before: [foreign],
    run: (ports) => runOn(ports, place, { add: [wantedOf("pdf", pdf)], discard: ["pdf"] }),
  },
  "undo of a forced add": {
    before: [
      (ports) => runOn(ports, place, { add: [wantedOf("csv", csv)] }),
      foreign,
      (ports) => runOn(ports, place, { add: [wantedOf("pdf", pdf)], discard: ["pdf"] }),
    ],
    run: (ports) => undoLast(place, ports),
  },
  undo: {
    before: [
      (ports) => runOn(ports, place, { add: [wantedOf("pdf", pdf)] }),
      edit,
      (ports) => runOn(ports, place, { add: [wantedOf("pdf", newPdf), wantedOf("csv", csv)] }),
    ],
    run: (ports) => undoLast(place, ports),
  },
};

/** The user's own files and edits. */
function edit({ fs }: InstallPorts): void {
  fs.write("/p/.agents/skills/pdf/SKILL.md", Buffer.from("ONE\ntwo\nthree\n"));
  fs.write("/p/.agents/skills/pdf/old/mine.md", Buffer.from("mine"));
  fs.write("/p/.agents/skills/pdf/own/deep/file", Buffer.from("own"));
}

/** A skill that someone else put into an agent's folder. */
function foreign({ fs }: InstallPorts): void {
  fs.write("/p/.claude/skills/pdf/SKILL.md", Buffer.from("foreign"));
  fs.write("/p/.claude/skills/pdf/own/deep/file", Buffer.from("own"));
}

class Killed extends Error {}

function setUp(hasLinks: boolean, operation: string): { memory: MemoryDisk; ports: InstallPorts } {
  const memory = createMemoryDisk({ hasLinks });
  memory.disk.writeTree("/p", { entries: [] });
  const ports = portsOn(memory, memory.disk);
  for (const step of operations[operation]?.before ?? []) step(ports);
  return { memory, ports };
}

function portsOn({ fs }: MemoryDisk, disk: Disk): InstallPorts {
  const lock = () => ({ take: () => undefined, release: () => {} });
  return { fs, disk, cache: createCache("/cache", { fs, disk }), lock };
}

describe.each(Object.keys(operations))("%s", (operation) => {
  const run = (ports: InstallPorts): unknown => operations[operation]?.run(ports);

  test.each([true, false])(
    "killed at any step, then recovered, is done or not begun (links: %s)",
    (hasLinks) => {
      const { memory: done, ports } = setUp(hasLinks, operation);
      const before = done.files("/p/");
      run(ports);
      const after = done.files("/p/");
      expect(after).not.toEqual(before);
      const seen = { old: 0, new: 0 };
      for (let at = 0, isKilled = true; isKilled; at++) {
        const { memory } = setUp(hasLinks, operation);
        const die = (): never => {
          throw new Killed();
        };
        try {
          run(portsOn(memory, createDyingDisk(memory.disk, memory.fs, { at, die })));
          isKilled = false;
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
        }
        recoverInstallation(place, portsOn(memory, memory.disk));
        const left = memory.files("/p/");
        const isNew =
          "/p/skillwright.lock" in left && left["/p/skillwright.lock"] === after["/p/skillwright.lock"];
        expect({ at, left }).toEqual({ at, left: isNew ? after : before });
        seen[isNew ? "new" : "old"]++;
      }
      // Both happen, and at many steps.
      expect(seen.old).toBeGreaterThan(5);
      expect(seen.new).toBeGreaterThan(5);
    },
  );

  test("killed at any step, and again at any step of the recovery", () => {
    const { memory: done, ports } = setUp(true, operation);
    const before = done.files("/p/");
    run(ports);
    const after = done.files("/p/");
    const die = (): never => {
      throw new Killed();
    };
    const attempt = (action: () => unknown): boolean => {
      try {
        action();
        return false;
      } catch (error) {
        if (error instanceof Killed) return true;
        throw error;
      }
    };
    for (let at = 0, isKilled = true; isKilled; at += 3) {
      for (let again = 0, isKilledAgain = true; isKilledAgain; again++) {
        const { memory } = setUp(true, operation);
        const dyingAt = (step: number): InstallPorts =>
          portsOn(memory, createDyingDisk(memory.disk, memory.fs, { at: step, die }));
        isKilled = attempt(() => run(dyingAt(at)));
        isKilledAgain = attempt(() => recoverInstallation(place, dyingAt(again)));
        recoverInstallation(place, portsOn(memory, memory.disk));
        const left = memory.files("/p/");
        const isNew = left["/p/skillwright.lock"] === after["/p/skillwright.lock"];
        expect({ at, again, left }).toEqual({ at, again, left: isNew ? after : before });
      }
    }
  });

  test("after an error at any step, everything is as it was, or done if only cleaning up failed", () => {
    const { memory: done, ports } = setUp(true, operation);
    run(ports);
    const after = done.files("/p/");
    const seen = { old: 0, new: 0 };
    for (let at = 0, isFailed = true; isFailed; at++) {
      const { memory } = setUp(true, operation);
      const before = memory.files("/p/");
      isFailed = fails(
        memory,
        createDyingDisk(memory.disk, memory.fs, { at, die: fail, failsOnce: true }),
        run,
      );
      recoverInstallation(place, portsOn(memory, memory.disk));
      const left = memory.files("/p/");
      const isNew = left["/p/skillwright.lock"] === after["/p/skillwright.lock"];
      expect({ at, left }).toEqual({ at, left: isNew ? after : before });
      seen[isNew ? "new" : "old"]++;
    }
    expect(seen.old).toBeGreaterThan(seen.new);
  });

  test("a disk that is full from any step on leaves everything as it was", () => {
    for (let at = 0, isFailed = true; isFailed; at++) {
      const { memory } = setUp(true, operation);
      const before = memory.files("/p/");
      const dying = createDyingDisk(memory.disk, memory.fs, { at, die: fail });
      // Removing and renaming need no room, and a write that fails removes what it wrote.
      const { rename, remove, writeFile } = memory.disk;
      const full: Disk = {
        ...{ ...dying, rename, remove },
        writeFile: (path, bytes, options) => {
          dying.link(`/scratch/${path}`, { from: "/a", to: "/b" });
          writeFile(path, bytes, options);
        },
      };
      isFailed = fails(memory, full, run);
      if (isFailed) expect({ at, left: memory.files("/p/") }).toEqual({ at, left: before });
    }
  });
});

function fail(): never {
  throw new SkillError("file-unreadable", { path: "x", reason: "ENOSPC" });
}

function fails(memory: MemoryDisk, disk: Disk, run: (ports: InstallPorts) => unknown): boolean {
  try {
    run(portsOn(memory, disk));
    return false;
  } catch (error) {
    if (error instanceof SkillError) return true;
    throw error;
  }
}
