import { expect, test } from "vitest";
import { runtimeLimits } from "../../limits.ts";
import { sandboxLimits } from "../limits.ts";
import { resourcesOf } from "../machine/resource-limits.ts";
import type { Place } from "../machine/trace-links.ts";
import type { RunRequest } from "../sandbox.ts";
import { type BubblewrapPlan, isMounted, type MountRequest, planMounts, planRun } from "./plan-run.ts";

const request: RunRequest = {
  command: ["tool", "--all"],
  cwd: "/link",
  environment: { PATH: "/bin" },
  timeoutMs: 1000,
  outputBytes: 1000,
  readable: [],
  writable: [],
  network: "none",
};

const usual = {
  memoryBytes: runtimeLimits.programMemoryBytes,
  processes: runtimeLimits.programProcesses,
  cpuSeconds: sandboxLimits.programCpuSeconds,
  fileBytes: sandboxLimits.programFileBytes,
  diskBytes: runtimeLimits.programDiskBytes,
  files: runtimeLimits.programFiles,
};

function plan(
  more: Partial<RunRequest>,
  environment: RunRequest["environment"] = { PATH: "/bin" },
): BubblewrapPlan {
  return planRun(
    { ...request, ...more },
    {
      mounts: [{ kind: "sealed", at: "/" }],
      cwd: "/work",
      environment,
      command: ["/usr/bin/tool", "--all"],
      resources: usual,
      countsByNamespace: true,
    },
  );
}

test("S3-41: a plan is data that can be printed", () => {
  expect(plan({})).toEqual({
    mounts: [{ kind: "sealed", at: "/" }],
    environment: { PATH: "/bin", HOME: "/tmp/home", TMPDIR: "/tmp" },
    cwd: "/work",
    command: ["/bin/sh", "-c", expect.stringContaining("ulimit"), "sh", "/usr/bin/tool", "--all"],
    network: "own",
    resources: usual,
  });
});

test("the host's network is shared only for all of it", () => {
  const networks: readonly RunRequest["network"][] = [
    "none",
    { hosts: ["example.org"] },
    { hosts: [] },
    "all",
  ];
  expect(networks.map((network) => plan({ network }).network)).toEqual(["own", "own", "own", "shared"]);
});

test("the user's home is never the program's, and names that shells drop are passed another way", () => {
  const { environment, command } = plan({}, { HOME: "/home/ada", TMPDIR: "/x", "A-B": "1 2", A: "3" });
  expect(environment).toEqual({ HOME: "/tmp/home", TMPDIR: "/tmp", "A-B": "1 2", A: "3" });
  expect(command.slice(4)).toEqual(["/usr/bin/env", "--", "A-B=1 2", "/usr/bin/tool", "--all"]);
});

test("unspecified limits have defaults", () => {
  expect(resourcesOf({})).toEqual(usual);
  expect(resourcesOf({ resources: { processes: 5 } })).toEqual({ ...usual, processes: 5 });
});

function mountRequest(more: Partial<MountRequest>): MountRequest {
  const resources = {
    memoryBytes: 4_000_000_000,
    processes: 9,
    cpuSeconds: 9,
    fileBytes: 500_000_000,
    diskBytes: 9,
    files: 9,
  };
  return { readable: [], writable: [], links: [], hidden: [], resources, ...more };
}

function at(...paths: readonly string[]): readonly Place[] {
  return paths.map((real) => ({ real, links: [] }));
}

/** Of a plan, the part that differs between runs, a line each. */
function summarize(wanted: Partial<MountRequest>): readonly string[] {
  return planMounts(mountRequest(wanted)).flatMap((mount) => {
    if (mount.kind === "bind") return [`${mount.access} ${mount.path}`];
    return mount.kind === "link" ? [`${mount.at} -> ${mount.target}`] : [];
  });
}

test("a plan starts with private folders and ends with sealed ones", () => {
  const plan = planMounts(
    mountRequest({ readable: at("/usr"), writable: at("/work"), hidden: ["/proc/keys"] }),
  );
  expect(plan).toEqual([
    { kind: "memory", at: "/tmp", bytes: 500_000_000 },
    { kind: "folder", at: "/tmp/home" },
    { kind: "bind", path: "/usr", access: "read" },
    { kind: "bind", path: "/work", access: "write" },
    { kind: "text", at: "/etc/passwd", text: expect.stringContaining("sandbox:x:1000:1000::/tmp/home:") },
    { kind: "text", at: "/etc/group", text: expect.stringContaining("sandbox:x:1000:") },
    { kind: "processes", at: "/proc" },
    { kind: "unreadable", at: "/proc/keys" },
    { kind: "devices", at: "/dev" },
    { kind: "memory", at: "/dev/shm", bytes: 67_108_864 },
    { kind: "sealed", at: "/dev" },
    { kind: "sealed", at: "/proc" },
    { kind: "sealed", at: "/" },
  ]);
});

test("private folders are limited to the maximum file size and a quarter of the memory", () => {
  const sizes = (memoryBytes: number, fileBytes: number) =>
    planMounts(
      mountRequest({
        resources: { memoryBytes, fileBytes, processes: 9, cpuSeconds: 9, diskBytes: 9, files: 9 },
      }),
    ).flatMap((mount) => (mount.kind === "memory" ? [mount.bytes] : []));
  expect(sizes(4001, 1e9)).toEqual([1000, 67_108_864]);
  expect(sizes(4e9, 1000)).toEqual([1000, 1000]);
});

test("S3-44: a folder comes after its parent, whichever was named first, and keeps its own access", () => {
  expect(summarize({ readable: at("/work", "/work/a/b/c"), writable: at("/work/a/b", "/work/a-b") })).toEqual(
    ["read /work", "write /work/a-b", "write /work/a/b", "read /work/a/b/c"],
  );
});

test("a folder that another already exposes in the same way is not exposed twice", () => {
  const wanted = { readable: at("/usr/bin", "/usr", "/usr", "/usrx"), writable: at("/w/x", "/w") };
  expect(summarize(wanted)).toEqual(["read /usr", "read /usrx", "write /w"]);
});

test("S3-44: no parent folder of a sealed path can be moved", () => {
  const sealed = at("/work/.git/hooks", "/work/.git/config", "/work/a/b/c", "/work/a/b/d");
  expect(summarize({ readable: sealed, writable: at("/work", "/work/a") })).toEqual([
    "write /work",
    "write /work/.git",
    "read /work/.git/config",
    "read /work/.git/hooks",
    "write /work/a",
    "write /work/a/b",
    "read /work/a/b/c",
    "read /work/a/b/d",
  ]);
});

test("a folder granted for reading and writing is writable", () => {
  expect(summarize({ readable: at("/work"), writable: at("/work") })).toEqual(["write /work"]);
});

test("links are created where no folder provides them", () => {
  const readable: readonly Place[] = [
    { real: "/usr/bin", links: [{ at: "/bin", target: "usr/bin" }] },
    { real: "/usr", links: [] },
    { real: "/usr/lib/x", links: [{ at: "/usr/lib/y", target: "x" }] },
  ];
  const links = [{ at: "/bin", target: "usr/bin" }];
  expect(summarize({ readable, links })).toEqual(["read /usr", "/bin -> usr/bin"]);
});

test("no link replaces a private folder", () => {
  const readable: readonly Place[] = [{ real: "/var/tmp/x", links: [{ at: "/tmp", target: "var/tmp" }] }];
  expect(summarize({ readable })).toEqual(["read /var/tmp/x"]);
});

test("a path exists if a mounted folder contains it", () => {
  const plan = planMounts(mountRequest({ readable: at("/usr", "/work/a") }));
  const seen = ["/usr", "/usr/bin/x", "/work/a/b", "/work", "/usrx", "/tmp", "/etc/passwd"];
  expect(seen.filter((path) => isMounted(plan, path))).toEqual(["/usr", "/usr/bin/x", "/work/a/b"]);
});

test.each(["/", "/etc"])("if %s itself is exposed, none of our own files are put into it", (shown) => {
  const plan = planMounts(mountRequest({ writable: at(shown) }));
  expect(plan.filter(({ kind }) => kind === "text")).toEqual([]);
});
