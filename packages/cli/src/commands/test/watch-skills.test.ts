import { writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { main } from "../../main.ts";
import {
  createTestIo,
  createTestMachine,
  removeTestMachines,
  skillFile,
  type TestIo,
} from "../../test-io.ts";

afterAll(removeTestMachines);

const caseFile = (name: string, command: string): string =>
  `name: ${name}\ninput: {command: ${JSON.stringify(command)}}\n`;

function createWatched(): { readonly folder: string; readonly io: TestIo; readonly end: () => void } {
  const { folder } = createTestMachine({
    "repo/a/SKILL.md": skillFile("a"),
    "repo/a/tests/cases/one.yaml": caseFile("one", "true"),
    "repo/b/SKILL.md": skillFile("b"),
    "repo/b/tests/cases/two.yaml": caseFile("two", "true"),
  });
  const controller = new AbortController();
  const io = createTestIo({ cwd: `${folder}/repo`, signal: controller.signal });
  // Changes are seen by the system's watcher, so time must pass.
  const wait = async (ms: number): Promise<boolean> => {
    await delay(ms);
    return true;
  };
  return { folder, io: { ...io, wait }, end: () => controller.abort() };
}

/** Rounds that have ended. */
const rounds = ({ written }: TestIo): number => written.err.split("Waiting for changes").length - 1;

test("--watch runs the cases of a skill again when it changes, and only those, until Ctrl-C", async () => {
  const { folder, io, end } = createWatched();
  const running = main(["test", "--no-sandbox", "--watch"], io);
  try {
    await expect.poll(() => rounds(io), { timeout: 30_000 }).toBe(1);
    expect(io.written.out).toContain("✓ 2 cases of 2 skills: 2 passed");
    io.written.out = "";
    writeFileSync(`${folder}/repo/b/tests/cases/two.yaml`, caseFile("two", "exit 3"));
    await expect.poll(() => rounds(io), { timeout: 30_000 }).toBe(2);
    expect(io.written.err).toContain("\nb changed.\n");
    expect(io.written.out).toContain("✗ 1 case of 1 skill: 1 failed");
    io.written.out = "";
    writeFileSync(`${folder}/repo/b/tests/cases/two.yaml`, caseFile("two", "exit 0"));
    await expect.poll(() => rounds(io), { timeout: 30_000 }).toBe(3);
    expect(io.written.out).toContain("✓ 1 case of 1 skill: 1 passed");
  } finally {
    end();
  }
  expect(await running).toBe(130);
  // One note for all rounds: the sandbox is chosen once.
  expect(io.written.err.split("without a sandbox").length - 1).toBe(1);
  expect(io.written.out).not.toContain("\u001b[2J");
});

test("a case that is unreadable during an edit is reported, and awaited", async () => {
  const { folder, io, end } = createWatched();
  const running = main(["test", "a", "--no-sandbox", "--watch"], io);
  try {
    await expect.poll(() => rounds(io), { timeout: 30_000 }).toBe(1);
    writeFileSync(`${folder}/repo/a/tests/cases/one.yaml`, "name: [half\n");
    await expect.poll(() => rounds(io), { timeout: 30_000 }).toBe(2);
    expect(io.written.out).toContain("a/tests/cases/one.yaml:1:11");
  } finally {
    end();
  }
  expect(await running).toBe(130);
});

test("a changed skill without a case of that name does not end the watch", async () => {
  const { folder, io, end } = createWatched();
  const running = main(["test", "--no-sandbox", "--watch", "--case", "one"], io);
  try {
    await expect.poll(() => rounds(io), { timeout: 30_000 }).toBe(1);
    writeFileSync(`${folder}/repo/b/notes.md`, "new");
    await expect.poll(() => rounds(io), { timeout: 30_000 }).toBe(2);
    expect(io.written.err).toContain("skillwright test: no case 'one'. Available: two.\n");
    writeFileSync(`${folder}/repo/a/notes.md`, "new");
    await expect.poll(() => rounds(io), { timeout: 30_000 }).toBe(3);
    expect(io.written.out.match(/1 passed/g)).toHaveLength(2);
  } finally {
    end();
  }
  expect(await running).toBe(130);
});
