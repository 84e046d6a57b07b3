import { execFileSync } from "node:child_process";
import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { JsonObject } from "@skillwright/core/text";
import { expect, test } from "vitest";
import { createTestSession, skillText, type TestSession } from "../../session/test-session.ts";

const files = {
  "kit/SKILL.md": skillText("kit"),
  "kit/references/a.md": "inside\n",
  "kit/scripts/run.sh": "echo a\n",
  "other/SKILL.md": skillText("other"),
  "other/references/secret.md": "SECRET\n",
  "secret.md": "SECRET\n",
};

async function read({ session }: TestSession, path: string): Promise<JsonObject> {
  const tool = (await session.tools()).find(({ name }) => name === "skills_read_file");
  if (tool === undefined) throw new Error("no such tool");
  return tool.call({ name: "kit", path });
}

test.each([
  "../secret.md",
  "../other/references/secret.md",
  "references/../../secret.md",
  "references/../references/a.md",
  "/etc/passwd",
  "//etc/passwd",
  "/proc/self/environ",
  "references//a.md",
  "./references/a.md",
  "references/a.md\u0000.png",
  "references\\a.md",
  "..\\secret.md",
  "C:\\secret.md",
  ".env",
  "references/.hidden",
  "",
  ".",
  "..",
  "references/",
  "a".repeat(1025),
])("S4-15: %j is not a path inside the skill", async (path) => {
  expect(await read(createTestSession(files), path)).toMatchObject({
    ok: false,
    data: {},
    errors: [{ code: "INVALID_PATH" }],
  });
});

test.each([
  ["ѕcripts/run.sh", "Cyrillic"],
  ["ｓcripts/run.sh", "full width"],
  ["scripts\u200b/run.sh", "zero width"],
  ["%2e%2e/secret.md", "percent-encoded"],
  ["references", "a folder"],
])("S4-15: %j (%s) is a different name, and does not exist", async (path) => {
  expect(await read(createTestSession(files), path)).toMatchObject({ errors: [{ code: "FILE_NOT_FOUND" }] });
});

test("S4-16: links are followed inside the skill and refused if they lead out", async () => {
  const test = createTestSession(files);
  const kit = join(test.skills, "kit");
  symlinkSync("a.md", join(kit, "references/again.md"));
  symlinkSync("../../secret.md", join(kit, "references/out.md"));
  symlinkSync("/etc", join(kit, "etc"));
  symlinkSync("/proc/self/environ", join(kit, "references/environment.md"));
  symlinkSync("../scripts/run.sh", join(kit, "references/run.md"));
  expect(await read(test, "references/again.md")).toMatchObject({ data: { content: "inside\n" } });
  for (const path of ["references/out.md", "etc/passwd", "references/environment.md"])
    expect(await read(test, path)).toMatchObject({ data: {}, errors: [{ code: "INVALID_PATH" }] });
  expect(await read(test, "references/run.md")).toMatchObject({ errors: [{ code: "TOOL_NOT_ALLOWED" }] });
});

test("a pipe does not block the tool, and a huge file is not read", async () => {
  const test = createTestSession(files);
  execFileSync("mkfifo", [join(test.skills, "kit/references/pipe")]);
  expect(await read(test, "references/pipe")).toMatchObject({ errors: [{ code: "FILE_NOT_FOUND" }] });
  writeFileSync(join(test.skills, "kit/references/huge.md"), "");
  truncateSync(join(test.skills, "kit/references/huge.md"), 1e11);
  expect(await read(test, "references/huge.md")).toMatchObject({ errors: [{ code: "FILE_TOO_LARGE" }] });
});

/** Alternates a path between its original and a link out of the skill, as fast as it can. */
const swapper = `
  const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
  const { parentPort, workerData: { path, target } } = require("node:worker_threads");
  // Rests in one state or the other now and then, so that a busy machine meets both.
  const rest = () => { if (Math.random() < 0.1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); };
  parentPort.postMessage("ready");
  for (;;) {
    renameSync(path, path + ".kept");
    symlinkSync(target, path);
    rest();
    unlinkSync(path);
    renameSync(path + ".kept", path);
    rest();
  }
`;

test.each([
  ["file", "kit/references/swapped/secret.md", "secret.md"],
  ["folder", "kit/references/swapped", "."],
])(
  "S4-16, T7: a %s swapped for a link during a read never shows the link's target",
  async (_, path, target) => {
    const test = createTestSession({ ...files, "kit/references/swapped/secret.md": "inside\n" });
    const workerData = { path: join(test.skills, path), target: join(test.skills, target) };
    const worker = new Worker(swapper, { eval: true, workerData });
    await new Promise((resolve) => worker.once("message", resolve));
    const seen = new Set<string>();
    const isMet = (): boolean => seen.has("inside\n") && seen.size > 1;
    for (let turn = 0; turn < 1500 || (turn < 60_000 && !isMet()); turn++) {
      const { data, errors } = await read(test, "references/swapped/secret.md");
      seen.add(String(Object(data).content ?? Object(errors)[0]?.code));
    }
    await worker.terminate();
    expect([...seen]).toContain("inside\n");
    expect([...seen].join()).not.toContain("SECRET");
    expect(seen.size).toBeGreaterThan(1);
  },
);
