import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SkillError } from "@skillwright/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createUnconfinedSandbox } from "../run-process.ts";
import type { Sandbox } from "../sandbox.ts";
import { createTestFolder } from "../test-contract-runs.ts";
import { proveSandbox } from "./prove-sandbox.ts";
import { bubblewrapPath, createHandMade, type HandMade } from "./test-bubblewrap.ts";

const everything = [
  "files-hidden",
  "home-hidden",
  "read-only-held",
  "output-writable",
  "network-off",
  "unix-sockets-off",
  "environment-empty",
  "processes-hidden",
  "no-capabilities",
  "no-new-privileges",
  "kernel-settings-held",
  "no-nested-namespaces",
  "remount-denied",
];
const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform !== "linux")("a sandbox that does not confine", () => {
  test("fails every denial", async () => {
    useHome(["notes.txt"]);
    const { held, failed } = await proveSandbox(createUnconfinedSandbox());
    // Other users have no capabilities to begin with, and some systems forbid nested namespaces.
    const unsure = ["kernel-settings-held", "no-capabilities", "no-nested-namespaces", "no-new-privileges"];
    expect(held.filter((name) => !unsure.includes(name))).toEqual(["output-writable"]);
    expect([...held, ...failed].sort()).toEqual([...everything].sort());
  });
});

describe.skipIf(bubblewrapPath === undefined)("a sandbox configured by hand (S3-41)", () => {
  test("holds if nothing is missing", async () => {
    useHome(["notes.txt"]);
    expect(await proveSandbox(createHandMade())).toEqual({ held: everything, failed: [] });
  });

  const broken: readonly {
    readonly what: string;
    readonly options: HandMade;
    readonly failed: readonly string[];
  }[] = [
    { what: "no seccomp filter", options: { without: ["seccomp"] }, failed: ["unix-sockets-off"] },
    { what: "the host's network", options: { without: ["--unshare-net"] }, failed: ["network-off"] },
    { what: "the host's processes", options: { without: ["--unshare-pid"] }, failed: ["processes-hidden"] },
    {
      what: "nested namespaces",
      options: { without: ["seccomp", "--disable-userns"] },
      failed: ["unix-sockets-off", "no-nested-namespaces"],
    },
    {
      what: "bubblewrap's own environment passed on",
      options: { environment: { API_KEY: "sk-1" } },
      failed: ["environment-empty"],
    },
    {
      what: "bubblewrap's own environment readable in /proc/1",
      options: { environment: { API_KEY: "sk-1" }, more: ["--clearenv"] },
      failed: ["environment-empty"],
    },
    { what: "capabilities", options: { more: ["--cap-add", "CAP_SYS_PTRACE"] }, failed: ["no-capabilities"] },
    {
      what: "folders to read that can be written",
      options: { bindReadable: "--bind" },
      failed: ["read-only-held", "remount-denied"],
    },
    { what: "nowhere to write", options: { bindWritable: "--ro-bind" }, failed: ["output-writable"] },
  ];
  test.each(broken)("that lacks one protection is detected: $what", async ({ options, failed }) => {
    useHome(["notes.txt"]);
    expect(await proveSandbox(createHandMade(options))).toEqual({
      held: everything.filter((name) => !failed.includes(name)),
      failed,
    });
  });

  test("that exposes other files is detected: all of the temporary folder, and the home in it", async () => {
    useHome([".ssh/id_ed25519", "notes.txt"]);
    const proof = await proveSandbox(createHandMade({ more: ["--ro-bind", tmpdir(), tmpdir()] }));
    expect(proof.failed).toEqual(["files-hidden", "home-hidden"]);
  });

  test("that exposes the home is detected even if it holds only a folder of secrets", async () => {
    const home = useHome([".ssh/id_ed25519"]);
    const proof = await proveSandbox(createHandMade({ more: ["--ro-bind", home, home] }));
    expect(proof.failed).toEqual(["home-hidden"]);
  });

  test("says nothing about an empty home, and accepts programs below it", async () => {
    const home = useHome([".nvm/bin/node"]);
    const proof = await proveSandbox(createHandMade({ more: ["--ro-bind", home, home] }));
    expect(proof).toEqual({ held: everything.filter((name) => name !== "home-hidden"), failed: [] });
  });

  test.skipIf(!isRoot)("as root can change the kernel's settings if /proc is not sealed", async () => {
    useHome(["notes.txt"]);
    const { failed } = await proveSandbox(createHandMade({ without: ["read-only /proc"] }));
    expect(failed).toEqual(["kernel-settings-held"]);
  });

  test.skipIf(!isRoot)("as root without a user namespace can remount", async () => {
    const options: HandMade = {
      without: ["seccomp", "--unshare-user", "--disable-userns"],
      more: ["--cap-add", "ALL"],
    };
    const { failed } = await proveSandbox(createHandMade(options));
    expect(failed).toEqual(
      expect.arrayContaining(["no-capabilities", "no-nested-namespaces", "remount-denied"]),
    );
  });
});

test("a script that does not finish proves nothing, not even what it did", async () => {
  useHome(["notes.txt"]);
  const unconfined = createUnconfinedSandbox();
  const broken: Sandbox = {
    ...unconfined,
    run: (request) => unconfined.run({ ...request, command: ["/bin/sh", "-c", "exit 0"] }),
  };
  const proof = await proveSandbox(broken);
  expect(proof.held).toEqual([]);
  expect(proof.failed).toEqual(expect.arrayContaining(["files-hidden", "network-off", "unix-sockets-off"]));
});

test("a sandbox that cannot start anything fails with its own error and leaves nothing behind", async () => {
  const failure = new SkillError("program-missing", { program: "bwrap" });
  const temporary = useFolder("TMPDIR");
  const sandbox: Sandbox = { name: "broken", confines: true, run: () => Promise.reject(failure) };
  await expect(proveSandbox(sandbox)).rejects.toBe(failure);
  expect(readdirSync(temporary)).toEqual([]);
});

test("a long path for temporary files does not prevent the test", async () => {
  useHome(["notes.txt"]);
  const temporary = join(useFolder("TMPDIR"), "long/".repeat(30));
  mkdirSync(temporary, { recursive: true });
  vi.stubEnv("TMPDIR", temporary);
  const { failed } = await proveSandbox(createUnconfinedSandbox());
  expect(failed).toEqual(expect.arrayContaining(["files-hidden", "unix-sockets-off"]));
});

test("a failure to set up the bait is the error, with advice", async () => {
  vi.stubEnv("TMPDIR", join(useFolder("TMPDIR"), "no"));
  await expect(proveSandbox(createUnconfinedSandbox())).rejects.toMatchObject({
    code: "sandbox-missing",
    details: {
      reason: "the break-out tests cannot run (mkdtemp ENOENT)",
      advice: expect.stringContaining("TMPDIR"),
    },
  });
});

/** The user's home, with these files. */
function useHome(files: readonly string[]): string {
  const home = useFolder("HOME");
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), "x");
  }
  return home;
}

/** Node reads from the environment where these folders are. */
function useFolder(variable: "HOME" | "TMPDIR"): string {
  const folder = createTestFolder();
  vi.stubEnv(variable, folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}
