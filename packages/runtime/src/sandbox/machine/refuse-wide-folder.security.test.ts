import { expect, test } from "vitest";
import { refuseWideFolder } from "./refuse-wide-folder.ts";

const homes = ["/home/ada", "/data/people/ada"];

function expectRefused(path: string, from: readonly string[]): void {
  expect(() => refuseWideFolder(path, from)).toThrow(
    expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ name: path }) }),
  );
}

test.each([
  ...["/", "/boot", "/etc", "/home", "/media", "/mnt", "/opt", "/root", "/run", "/srv", "/tmp", "/usr"],
  ...["/var", "/var/lib", "/var/run", "/var/tmp", "/proc", "/proc/1/root", "/sys", "/sys/fs/cgroup"],
  ...["/dev", "/dev/shm"],
])("S3-44: %s is never exposed to a program, wherever homes are", (path) => {
  expectRefused(path, []);
});

test.each(["/", "/home", "/home/ada", "/data", "/data/people", "/data/people/ada"])(
  "S3-44: %s, which is or contains a home, is never exposed to a program",
  (path) => {
    expectRefused(path, homes);
  },
);

test.each([
  "/home/ada/project",
  "/work",
  "/tmp/x",
  "/usr/local/src/x",
  "/var/lib/ci/job",
  "/home/adam",
  "/devices",
])("%s can be", (path) => {
  expect(() => refuseWideFolder(path, homes)).not.toThrow();
});
