import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { createTestCall, createTestFolder, createTestWorkspace, type TestWorkspace } from "../test-tools.ts";

/** A workspace next to a folder with a secret. */
function open(): TestWorkspace & { readonly outside: string } {
  const root = createTestFolder({ "outside/secret.txt": "SECRET\n", "workspace/a.txt": "inside\n" });
  return {
    ...createTestWorkspace({}, { workspace: join(root, "workspace") }),
    outside: join(root, "outside"),
  };
}

const secret = (outside: string): string => readFileSync(join(outside, "secret.txt"), "utf8");

test.each([
  "../outside/secret.txt",
  "./../outside/secret.txt",
  "nothing/../../outside/secret.txt",
  "/etc/passwd",
  "//etc/passwd",
  "/proc/self/environ",
  "/proc/self/cwd/a.txt",
  "/dev/stdin",
  "/dev/null",
  "a.txt\u0000",
  "a.txt\u0000/../../outside/secret.txt",
  "file:///etc/passwd",
  "~/.ssh/id_rsa",
  "..\\outside\\secret.txt",
  "..／outside／secret.txt",
  "․․/outside/secret.txt",
])("%j is neither read, written nor searched", async (path) => {
  const { outside, workspace, run } = open();
  const inputs = {
    read: { path },
    write: { path, content: "overwritten" },
    edit: { path, old_string: "SECRET", new_string: "x" },
    grep: { path, pattern: "." },
    glob: { path, pattern: "**" },
  };
  for (const [name, input] of Object.entries(inputs)) {
    const answer = JSON.stringify(await run(name, input));
    expect(answer).not.toMatch(/SECRET|root:|PATH=/);
  }
  expect(secret(outside)).toBe("SECRET\n");
  expect(readdirSync(outside)).toEqual(["secret.txt"]);
  expect(existsSync(join(workspace, "../overwritten"))).toBe(false);
});

test("links out of the workspace are not followed: to a file, to a folder, in a chain, or dangling", async () => {
  const { outside, workspace, run } = open();
  symlinkSync(join(outside, "secret.txt"), join(workspace, "file"));
  symlinkSync(outside, join(workspace, "folder"));
  symlinkSync("folder", join(workspace, "chain"));
  symlinkSync(join(outside, "new.txt"), join(workspace, "dangling"));
  symlinkSync("/proc/self/environ", join(workspace, "environment"));
  symlinkSync("/dev/zero", join(workspace, "zero"));
  const paths = ["file", "folder/secret.txt", "chain/secret.txt", "dangling", "environment", "zero"];
  for (const path of paths) {
    expect(await run("read", { path })).toMatchObject({ success: false });
    expect(await run("write", { path, content: "x" })).toMatchObject({ success: false });
    expect(await run("edit", { path, old_string: "SECRET", new_string: "x" })).toMatchObject({
      success: false,
    });
    expect(await run("grep", { path, pattern: "." })).toMatchObject({ success: false });
  }
  expect(secret(outside)).toBe("SECRET\n");
  expect(readdirSync(outside)).toEqual(["secret.txt"]);
});

test("links inside the workspace are followed, and their target is written, not the link", async () => {
  const { workspace, result } = open();
  symlinkSync("a.txt", join(workspace, "link"));
  expect(await result("read", { path: "link" })).toMatchObject({ content: "inside" });
  await result("write", { path: "link", content: "new" });
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("new");
});

test("a workspace that is the whole disk still shows no process and no device", async () => {
  const { error } = createTestWorkspace({}, { config: { readable: ["/"], writable: ["/"] } });
  for (const path of [
    "/proc/self/environ",
    "/proc/self/mem",
    "/dev/zero",
    "/sys/kernel/mm/transparent_hugepage/enabled",
  ])
    expect(await error("read", { path })).toContain("Permission denied");
  expect(await error("write", { path: "/proc/self/comm", content: "x" })).toContain("Permission denied");
});

test("pipes and sockets block nothing", async () => {
  const { workspace, error, result } = open();
  execFileSync("mkfifo", [join(workspace, "pipe")]);
  expect(await error("read", { path: "pipe" })).toBe("Permission denied: pipe (not a regular file)");
  expect(await error("write", { path: "pipe", content: "x" })).toBe(
    "Permission denied: pipe (not a regular file)",
  );
  expect(await error("grep", { path: "pipe", pattern: "." })).toContain("Permission denied");
  expect(await result("grep", { pattern: "." })).toMatchObject({ files_searched: 1 });
});

test("writing to a hard-linked file changes one of its names", async () => {
  const { outside, workspace, result } = open();
  linkSync(join(outside, "secret.txt"), join(workspace, "hard"));
  await result("write", { path: "hard", content: "changed" });
  expect(secret(outside)).toBe("SECRET\n");
});

test("T7: a link swapped in after the decision has no effect", async () => {
  const { outside, workspace, run } = open();
  mkdirSync(join(workspace, "folder"));
  writeFileSync(join(workspace, "folder/secret.txt"), "inside\n");
  const { resolvePath } = await createTestCall(workspace);
  // The guard does this before it decides.
  for (const path of ["folder/secret.txt", "folder/new.txt", "a.txt"]) resolvePath(path);
  execFileSync("rm", ["-r", join(workspace, "folder"), join(workspace, "a.txt")]);
  symlinkSync(outside, join(workspace, "folder"));
  symlinkSync(join(outside, "secret.txt"), join(workspace, "a.txt"));
  for (const path of ["folder/secret.txt", "a.txt"]) {
    expect(await run("read", { path }, { resolvePath })).toMatchObject({ success: false });
    expect(await run("edit", { path, old_string: "SECRET", new_string: "x" }, { resolvePath })).toMatchObject(
      {
        success: false,
      },
    );
    expect(await run("write", { path, content: "x" }, { resolvePath })).toMatchObject({ success: false });
  }
  expect(await run("write", { path: "folder/new.txt", content: "x" }, { resolvePath })).toMatchObject({
    success: false,
    error: "Permission denied: folder/new.txt (a link in the path leads elsewhere)",
  });
  expect(readdirSync(outside)).toEqual(["secret.txt"]);
  expect(secret(outside)).toBe("SECRET\n");
});

/** Alternates a path between a link out of the workspace and a folder or file, as fast as it can. */
const swapper = `
  const { mkdirSync, rmSync, symlinkSync, writeFileSync } = require("node:fs");
  const { parentPort, workerData: { path, target, isFolder } } = require("node:worker_threads");
  const attempt = (action) => { try { action(); } catch {} };
  // Rests in one state or the other now and then, so that a busy machine meets both.
  const rest = () => { if (Math.random() < 0.1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); };
  parentPort.postMessage("ready");
  for (;;) {
    attempt(() => rmSync(path, { recursive: true, force: true }));
    attempt(() => symlinkSync(target, path));
    rest();
    attempt(() => rmSync(path, { force: true }));
    if (isFolder) attempt(() => mkdirSync(path));
    attempt(() => writeFileSync(isFolder ? path + "/secret.txt" : path, "inside\\n", { flag: "wx" }));
    rest();
  }
`;

type Swap = { readonly path: string; readonly target: string; readonly isFolder: boolean };

/** Attacks while a path is swapped, until both states were met. */
async function whileSwapping(
  workerData: Swap,
  attack: () => Promise<unknown>,
  isMet: () => boolean,
): Promise<void> {
  const worker = new Worker(swapper, { eval: true, workerData });
  await new Promise((resolve) => worker.once("message", resolve));
  try {
    for (let turn = 0; turn < 500 || (turn < 20_000 && !isMet()); turn++) await attack();
  } finally {
    await worker.terminate();
  }
}

test("T7: a folder swapped for a link in a loop never lets a read, a search or a write out", async () => {
  const { outside, workspace, run } = open();
  const swap = { path: join(workspace, "folder"), target: outside, isFolder: true };
  const seen = new Set<string>();
  const note = (answer: unknown): void =>
    void seen.add(JSON.stringify(answer).replace(/"duration_ms":\d+/, ""));
  const isMet = (): boolean => seen.size > 2 && [...seen].some((one) => one.includes('"content":"inside"'));
  const attack = async (): Promise<void> => {
    note(await run("read", { path: "folder/secret.txt" }));
    note(await run("grep", { path: "folder", pattern: "SECRET|inside" }));
    note(await run("grep", { pattern: "SECRET|inside", glob: "folder/**" }));
    note(await run("write", { path: "folder/made.txt", content: "escaped" }));
  };
  await whileSwapping(swap, attack, isMet);
  expect([...seen].filter((one) => one.includes("SECRET\\n") || one.includes('"SECRET"'))).toEqual([]);
  expect(isMet()).toBe(true);
  expect(readdirSync(outside)).toEqual(["secret.txt"]);
});

test("T7: a file swapped for a link in a loop never lets a write out", async () => {
  const { outside, workspace, run } = open();
  const swap = { path: join(workspace, "a.txt"), target: join(outside, "secret.txt"), isFolder: false };
  let written = 0;
  const attack = async (): Promise<void> => {
    if ((await run("write", { path: "a.txt", content: "escaped" })).success) written++;
  };
  await whileSwapping(swap, attack, () => written > 0);
  expect(written).toBeGreaterThan(0);
  expect(secret(outside)).toBe("SECRET\n");
});
