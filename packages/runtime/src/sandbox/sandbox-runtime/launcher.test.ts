import { execFileSync } from "node:child_process";
import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import type { RunRequest } from "../sandbox.ts";
import { renderLauncher } from "./launcher.ts";

const request: RunRequest = {
  command: ["printf", "%s|"],
  cwd: "/",
  environment: { PATH: "/usr/bin:/bin" },
  timeoutMs: 1000,
  outputBytes: 1000,
  readable: [],
  writable: [],
  network: "none",
};

/** Runs the script without a sandbox around it, in its macOS form, which drops no privileges. */
function launch(more: Partial<RunRequest>, environment: Readonly<Record<string, string>> = {}): string {
  const text = renderLauncher({ ...request, ...more }, { temporary: "/private", isMac: true });
  return execFileSync("/bin/sh", ["-c", text], { env: { ...environment }, encoding: "utf8" });
}

test("arguments arrive unchanged, whatever a shell would make of them", () => {
  const words = ["$HOME", "`id`", "'", "''", '"', "\\", "a b", "", "-n", "é\n🙂", "!", "A=1", "--"];
  expect(launch({ command: ["printf", "%s|", ...words] })).toBe(words.map((word) => `${word}|`).join(""));
});

test("S3-41: the environment is what was given, and a private home; none of the package's variables are passed on", () => {
  const shown = launch(
    { command: ["/usr/bin/env"], environment: { PATH: "/usr/bin:/bin", A: "1 '2'", HOME: "/root" } },
    { HTTP_PROXY: "http://token@localhost", SECRET: "s" },
  );
  const lines = shown.split("\n").filter((line) => !/^(?:PWD|OLDPWD|SHLVL|_)=/.test(line));
  expect(lines.sort()).toEqual(["", "A=1 '2'", "HOME=/private", "PATH=/usr/bin:/bin", "TMPDIR=/private"]);
});

test("if hosts are listed, the proxy's address is passed on, and no exceptions from it", () => {
  const shown = launch(
    { command: ["/usr/bin/env"], network: { hosts: ["example.org"] } },
    { HTTP_PROXY: "http://x@localhost:1", HTTPS_PROXY: "http://y@localhost:1", NO_PROXY: "10.0.0.0/8" },
  );
  expect(shown.split("\n")).toEqual(
    expect.arrayContaining([
      "http_proxy=http://x@localhost:1",
      "HTTPS_PROXY=http://y@localhost:1",
      "NO_PROXY=",
      "no_proxy=",
      "NODE_USE_ENV_PROXY=1",
    ]),
  );
});

test("on Linux, privileges from the package's helper are dropped first", () => {
  const text = renderLauncher(request, { temporary: "/private", isMac: false });
  expect(text).toMatch(
    /^exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs \/usr\/bin\/env -i -- /,
  );
});

test("an argument that no program can be given is an error", () => {
  const make = (): string =>
    renderLauncher({ ...request, command: ["echo", "a\0b"] }, { temporary: "/private", isMac: true });
  expect(make).toThrow(SkillError);
});
