import { expect, test } from "vitest";
import { bubblewrapArguments } from "./bubblewrap-arguments.ts";
import { type BubblewrapPlan, madeUpFiles } from "./plan-run.ts";

const plan: BubblewrapPlan = {
  mounts: [
    { kind: "memory", at: "/tmp", bytes: 1000 },
    { kind: "folder", at: "/tmp/home" },
    { kind: "bind", path: "/usr", access: "read" },
    { kind: "bind", path: "/work", access: "write" },
    { kind: "link", at: "/bin", target: "usr/bin" },
    ...madeUpFiles,
    { kind: "processes", at: "/proc" },
    { kind: "unreadable", at: "/proc/keys" },
    { kind: "devices", at: "/dev" },
    { kind: "sealed", at: "/" },
  ],
  environment: { A: "1 2" },
  cwd: "/work",
  command: ["/bin/sh", "-c", "true"],
  network: "own",
  resources: { memoryBytes: 1, processes: 1, cpuSeconds: 1, fileBytes: 1, diskBytes: 1, files: 1 },
};

const filter = new Uint8Array([1, 2, 3]);

function optionsOf(changed: BubblewrapPlan): string {
  const [options] = bubblewrapArguments(changed, filter).given;
  return Buffer.from(options?.bytes ?? [])
    .toString()
    .replaceAll("\0", " ")
    .trim();
}

test("S3-41: a plan as bubblewrap arguments", () => {
  expect(optionsOf(plan)).toBe(
    [
      "--unshare-user --unshare-all --disable-userns --cap-drop ALL --new-session --die-with-parent",
      "--hostname sandbox --uid 1000 --gid 1000 --setenv A 1 2",
      "--size 1000 --tmpfs /tmp --dir /tmp/home --ro-bind /usr /usr --bind /work /work --symlink usr/bin /bin",
      "--ro-bind-data 6 /etc/passwd --ro-bind-data 7 /etc/group",
      "--proc /proc --ro-bind /dev/null /proc/keys --dev /dev --remount-ro /",
      "--chdir /work --seccomp 4 --json-status-fd 5",
    ].join(" "),
  );
});

test("the command line reveals nothing about the host", () => {
  const call = bubblewrapArguments(plan, filter);
  expect(call.parameters).toEqual(["--args", "3", "--", "/bin/sh", "-c", "true"]);
  expect(call.given.map(({ fd }) => fd)).toEqual([3, 4, 6, 7]);
  expect(call.given[1]?.bytes).toBe(filter);
});

test("the host's network is shared only if the plan says so", () => {
  expect(optionsOf(plan)).not.toContain("--share-net");
  expect(optionsOf({ ...plan, network: "shared" })).toContain("--unshare-all --disable-userns");
  expect(optionsOf({ ...plan, network: "shared" })).toContain("--share-net");
});
