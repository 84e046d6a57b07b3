import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createUnconfinedSandbox } from "./run-process.ts";
import { shellRun } from "./shell-run.ts";

test("a shell line runs in the workspace, with a few harmless variables of the host", () => {
  const environment = {
    PATH: "/opt/bin",
    LANG: "C.UTF-8",
    HOME: undefined,
    API_KEY: "s3cret",
    BASH_ENV: "/tmp/x",
  };
  expect(shellRun("git status && ls", { workspace: "/work", environment })).toEqual({
    command: ["bash", "--norc", "-c", "--", "git status && ls"],
    cwd: "/work",
    environment: { PATH: "/opt/bin", LANG: "C.UTF-8" },
    writable: [],
    network: "none",
  });
});

test("PATH is set even if the host has none", () => {
  expect(shellRun("true", { workspace: "/work", environment: {} }).environment).toEqual({
    PATH: "/usr/local/bin:/usr/bin:/bin",
  });
});

test("bash does not read the user's .bashrc", async () => {
  const home = mkdtempSync(join(tmpdir(), "skillwright-home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, ".bashrc"), "echo read the rc file");
  const request = shellRun("echo ran", {
    workspace: home,
    environment: { HOME: home, PATH: process.env.PATH },
  });
  const bounds = { readable: [home], timeoutMs: 10_000, outputBytes: 1000 };
  expect((await createUnconfinedSandbox().run({ ...request, ...bounds })).stdout).toBe("ran\n");
});
