import { expect, test } from "vitest";
import { refuseWideFolder } from "./refuse-wide-folder.ts";

const homes = ["/home/ada", "/data/people/ada"];

test.each([
  "/",
  "/home",
  "/home/ada",
  "/data",
  "/data/people",
  "/data/people/ada",
  "/etc",
  "/usr",
  "/var",
  "/run",
  "/root",
  "/tmp",
  "/proc",
  "/proc/1/root",
  "/sys/fs/cgroup",
  "/dev/shm",
])("S3-44: %s is shown to no program", (path) => {
  expect(() => refuseWideFolder(path, homes)).toThrow(
    expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ name: path }) }),
  );
});

test.each([
  "/home/ada/project",
  "/work",
  "/tmp/x",
  "/usr/local/src/x",
  "/var/lib/ci/job",
  "/home/adam",
  "/devices",
])("%s may be", (path) => {
  expect(() => refuseWideFolder(path, homes)).not.toThrow();
});
