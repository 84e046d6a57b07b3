import { expect, test } from "vitest";
import { runtimeLimits } from "../../limits.ts";
import { sandboxLimits } from "../limits.ts";
import { resourcesOf } from "../machine/resources-of.ts";
import type { RunRequest } from "../sandbox.ts";
import { type BubblewrapPlan, planRun } from "./plan-run.ts";

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

test("the user's home is never the program's, and names that shells drop are kept by another way", () => {
  const { environment, command } = plan({}, { HOME: "/home/ada", TMPDIR: "/x", "A-B": "1 2", A: "3" });
  expect(environment).toEqual({ HOME: "/tmp/home", TMPDIR: "/tmp", "A-B": "1 2", A: "3" });
  expect(command.slice(4)).toEqual(["/usr/bin/env", "--", "A-B=1 2", "/usr/bin/tool", "--all"]);
});

test("what is not asked for has the usual bounds", () => {
  expect(resourcesOf({})).toEqual(usual);
  expect(resourcesOf({ resources: { processes: 5 } })).toEqual({ ...usual, processes: 5 });
});
