import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import { describe, expect, test } from "vitest";
import { readSeenTime } from "./lease-folder.ts";
import { createTestLease, revoke, type TestLease } from "./test-lease.ts";

const digest = `sha256:${"a".repeat(64)}`;
const own = { name: "pdf", digest, directory: "/home/ann/skills/pdf" };
const managed = ({ folder }: TestLease) => ({ ...own, directory: `${folder}/current/skills/pdf` });
const deployments = [
  {
    ...{ id: "d", name: "pdf", version: "1.0.0", digest, publisher: "bob" },
    archive: { digest, size: 1 },
  },
];

test("a machine without a hub is free, and nothing is written there", () => {
  const lease = createTestLease();
  expect(lease.guard.check(own)).toBeUndefined();
  expect(readSeenTime(createNodeFileSystem(), lease.clockFile)).toBe(0);
});

test("each question sees the current document", () => {
  const lease = createTestLease();
  lease.issue();
  expect(lease.guard.check(own)).toBeUndefined();
  lease.issue(revoke("pdf"));
  expect(lease.guard.check(own)).toEqual({
    code: "revoked",
    text: "The skill pdf was revoked by your organization: It leaks.",
  });
  lease.issue();
  expect(lease.guard.check(own)).toBeUndefined();
});

test("what is active goes on under an older version, but not when it is revoked or a strict lease ends", () => {
  const lease = createTestLease();
  const other = { ...own, digest: `sha256:${"b".repeat(64)}` };
  lease.issue({ deployments });
  expect(lease.guard.check(other)?.code).toBe("not-deployed");
  expect(lease.guard.checkActive(other)).toBeUndefined();
  lease.issue(revoke("pdf"));
  expect(lease.guard.checkActive(other)?.code).toBe("revoked");
  lease.issue({ deployments, mode: "strict" });
  const later = lease.open({ now: () => Date.now() + 7_200_000 });
  expect(later.checkActive(own)?.code).toBe("lease-invalid");
});

describe("a lease's file that was changed", () => {
  const leaseFile = ({ folder }: TestLease): string => `${folder}/current/lease`;

  test.each([
    ["a byte", (text: string) => text.replace("best-effort", "best-efforx")],
    ["its end", (text: string) => text.slice(0, -10)],
    ["all of it", () => "nonsense"],
    ["nothing left", () => ""],
  ])("in %s counts as strict", (_, change) => {
    const lease = createTestLease();
    lease.issue({ deployments });
    expect(lease.guard.check(managed(lease))).toBeUndefined();
    writeFileSync(leaseFile(lease), change(readFileSync(leaseFile(lease), "utf8")));
    expect(lease.guard.check(managed(lease))?.code).toBe("lease-invalid");
    expect(lease.guard.check(own)).toBeUndefined();
  });

  test("and sealed again does not verify", () => {
    const lease = createTestLease();
    lease.issue({ ...revoke("pdf"), deployments });
    const [, payload = ""] = readFileSync(leaseFile(lease), "utf8").split("\n");
    const forged = `${payload.replace("leaks", "is ok").replace('\\"name\\",\\"value', '\\"nome\\",\\"value')}\n`;
    expect(forged).not.toContain("leaks");
    writeFileSync(
      leaseFile(lease),
      `skillwright lease-1 sha256:${nodeSha256(Buffer.from(forged))}\n${forged}`,
    );
    expect(lease.guard.check(managed(lease))?.code).toBe("lease-invalid");
  });

  test("into a link or a folder counts as strict", () => {
    const lease = createTestLease();
    lease.issue({ deployments });
    rmSync(leaseFile(lease));
    symlinkSync(lease.clockFile, leaseFile(lease));
    writeFileSync(lease.clockFile, "");
    expect(lease.guard.check(managed(lease))?.code).toBe("lease-invalid");
  });
});

test("a strict lease that was removed still counts, one that was not strict does not", () => {
  for (const mode of ["strict", "best-effort"] as const) {
    const lease = createTestLease();
    lease.issue({ mode, deployments });
    rmSync(`${lease.folder}/current`);
    const expected = mode === "strict" ? "lease-invalid" : undefined;
    expect(lease.guard.check(managed(lease))?.code).toBe(expected);
  }
});

test("a clock that was set back ends a strict lease, since the time is remembered", () => {
  const lease = createTestLease();
  lease.issue({ mode: "strict", deployments });
  const at = (ms: number) => lease.open({ now: () => Date.now() + ms }).check(own)?.code;
  expect(at(0)).toBeUndefined();
  expect(at(3_000_000)).toBeUndefined();
  expect(at(0)).toBe("lease-invalid");
  expect(at(2_800_000)).toBeUndefined();
  expect(at(3_600_000)).toBe("lease-invalid");
});

test("what one folder refuses stays refused, whatever the other says", () => {
  const [machine, user] = [createTestLease(), createTestLease()];
  machine.issue(revoke("pdf"));
  user.issue();
  const folders = [user.folder, machine.folder];
  expect(user.open({ folders }).check(own)?.code).toBe("revoked");
});

test("a folder that cannot be looked at counts as strict", () => {
  const lease = createTestLease();
  lease.issue({ deployments });
  rmSync(`${lease.folder}/current`);
  symlinkSync("current", `${lease.folder}/current`);
  expect(lease.guard.check(managed(lease))?.code).toBe("lease-invalid");
});

test("a skill from a hub needs approval, wherever the user keeps it", () => {
  const lease = createTestLease({ isFromHub: (directory) => directory === own.directory });
  lease.issue({ approved: [] });
  expect(lease.guard.check(own)?.code).toBe("not-approved");
  expect(lease.guard.check({ ...own, directory: "/elsewhere" })).toBeUndefined();
});
