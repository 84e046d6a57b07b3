import { describe, expect, test } from "vitest";
import type { Deployment, Revocation, StateDocument } from "../registry/state-document.ts";
import { issuedMs, testPin, testState } from "../registry/test-state.ts";
import { checkLease, type LeasedSkill } from "./check-lease.ts";
import { formatLeaseRefusal } from "./format-lease.ts";
import type { LeaseStanding } from "./lease-standing.ts";

const digestOf = (letter: string): string => `sha256:${letter.repeat(64)}`;
const skill: LeasedSkill = { name: "pdf", version: "1.0.0", digest: digestOf("a"), source: "other" };
const deployment: Deployment = {
  ...{ id: "d1", name: "pdf", version: "1.0.0", digest: digestOf("a"), publisher: "bob" },
  archive: { digest: digestOf("f"), size: 1 },
};

function standing(change: Partial<StateDocument>, fault?: LeaseStanding["fault"]): LeaseStanding {
  const { hub, subject } = testPin("key:x");
  const signed = { document: "", key: "key:x", signature: "" };
  const lease = { hub, subject, receivedMs: issuedMs, signed, state: testState(change) };
  return { lease, ...(fault && { fault }) };
}

function check(one: Partial<LeasedSkill>, given: LeaseStanding, now = issuedMs) {
  return checkLease({ ...skill, ...one }, { standing: given, now, users: ["local"] })?.code;
}

const revoke = (kind: Revocation["kind"], value: string, expiresAt?: string): Partial<StateDocument> => ({
  revocations: [{ id: "r1", kind, value, message: "It leaks.", expiresAt }],
});

describe("revocations", () => {
  test.each([
    ["name", "pdf"],
    ["name", "PDF"],
    ["name", "team/pdf"],
    ["version", "pdf@1.0.0"],
    ["version", "team/pdf@1.0.0"],
    ["digest", digestOf("a")],
    ["publisher", "eve"],
    ["tenant", "acme"],
    ["agent", "agent-1"],
    ["user", "ann"],
    ["user", "person:ann"],
    ["user", "local"],
  ] as const)("by %s %s", (kind, value) => {
    expect(check({ publisher: "eve" }, standing(revoke(kind, value)))).toBe("revoked");
  });

  test.each([
    ["name", "pdf-tools"],
    ["name", "pdf/tools"],
    ["version", "pdf@1.0.1"],
    ["version", "pdf"],
    ["version", "other@1.0.0"],
    ["digest", digestOf("b")],
    ["publisher", "bob"],
    ["tenant", "other"],
    ["agent", "agent-2"],
    ["user", "bob"],
  ] as const)("not by %s %s", (kind, value) => {
    expect(check({}, standing(revoke(kind, value)))).toBeUndefined();
  });

  test("a deployed skill is also known by the deployment's name, version and publisher", () => {
    const renamed = { name: "renamed", version: undefined };
    const deployments = [{ ...deployment, name: "team/pdf" }];
    for (const [kind, value] of [
      ["name", "team/pdf"],
      ["version", "team/pdf@1.0.0"],
      ["publisher", "bob"],
    ] as const)
      expect(check(renamed, standing({ deployments, ...revoke(kind, value) }))).toBe("revoked");
  });

  test("one that has expired does not count, and one stays after its document has expired", () => {
    const given = standing(revoke("name", "pdf", new Date(issuedMs + 1000).toISOString()));
    expect(check({}, given, issuedMs + 999)).toBe("revoked");
    expect(check({}, given, issuedMs + 1000)).toBeUndefined();
    expect(check({}, standing(revoke("name", "pdf"), "expired"))).toBe("revoked");
  });

  test("of a kind that is not known yet matches nothing", () => {
    const [revocation] = revoke("name", "pdf").revocations ?? [];
    const later = { revocations: [{ ...revocation, kind: "country" } as unknown as Revocation] };
    expect(check({}, standing(later))).toBeUndefined();
  });

  test("the administrator's message is told, without control characters", () => {
    const given = standing({
      revocations: [{ id: "r", kind: "name", value: "pdf", message: "No\u001b[31m." }],
    });
    const refusal = checkLease(skill, { standing: given, now: issuedMs });
    const text = refusal && formatLeaseRefusal(refusal, "pdf", given);
    expect(text).toMatch(/^The skill pdf was revoked by your organization: No/);
    expect(text).not.toContain("\u001b");
  });
});

describe("deployments", () => {
  const given = standing({ deployments: [deployment] });

  test("the deployed content may be used, wherever it is", () => {
    for (const source of ["managed", "hub", "other"] as const)
      expect(check({ source }, given)).toBeUndefined();
  });

  test("other content of a deployed name may not", () => {
    for (const source of ["managed", "hub", "other"] as const)
      expect(check({ source, digest: digestOf("b") }, given)).toBe("not-deployed");
    expect(check({ digest: "none" }, given)).toBe("not-deployed");
  });

  test("what is in the managed folder and not deployed may not", () => {
    expect(check({ name: "other", digest: digestOf("b"), source: "managed" }, given)).toBe("not-deployed");
    expect(check({ name: "other", digest: digestOf("b") }, given)).toBeUndefined();
  });

  test("a deployment for another environment does not count", () => {
    const only = (environment: string) => standing({ deployments: [{ ...deployment, environment }] });
    expect(check({ digest: digestOf("b") }, only("production"))).toBe("not-deployed");
    expect(check({ digest: digestOf("b") }, only("staging"))).toBeUndefined();
  });
});

describe("approvals", () => {
  const approved = [{ name: "team/pdf", digest: digestOf("a") }];

  test("skills of the hub need one for their content", () => {
    expect(check({ source: "hub" }, standing({ approved }))).toBeUndefined();
    expect(check({ source: "hub", digest: digestOf("b") }, standing({ approved }))).toBe("not-approved");
    expect(check({ source: "hub", name: "other" }, standing({ approved }))).toBe("not-approved");
    expect(check({ source: "hub" }, standing({ approved: [] }))).toBe("not-approved");
    expect(check({}, standing({ approved: [], deployments: [deployment] }))).toBe("not-approved");
  });

  test("other skills do not, and none do without the list", () => {
    expect(check({}, standing({ approved: [] }))).toBeUndefined();
    expect(check({ source: "hub" }, standing({}))).toBeUndefined();
  });
});

describe("without a valid lease", () => {
  const strict = { mode: "strict", deployments: [deployment] } as const;
  const faults = ["expired", "clock-behind", "clock-set-back"] as const;

  test.each(faults)("%s: strict refuses skills of the hub and the deployed ones", (fault) => {
    expect(check({ source: "hub", name: "x", digest: digestOf("c") }, standing(strict, fault))).toBe(
      "lease-invalid",
    );
    expect(check({}, standing(strict, fault))).toBe("lease-invalid");
    expect(check({ name: "own", digest: digestOf("c") }, standing(strict, fault))).toBeUndefined();
  });

  test.each(faults)("%s: best effort goes on with what is known", (fault) => {
    expect(check({}, standing({ deployments: [deployment] }, fault))).toBeUndefined();
    expect(check({ digest: digestOf("b") }, standing({ deployments: [deployment] }, fault))).toBe(
      "not-deployed",
    );
  });

  test.each(["damaged", "missing"] as const)("a lease that is %s counts as strict", (fault) => {
    expect(check({ source: "hub" }, { fault })).toBe("lease-invalid");
    expect(check({ source: "managed" }, { fault })).toBe("lease-invalid");
    expect(check({}, { fault })).toBeUndefined();
  });

  test("a machine without a hub is free", () => {
    expect(check({ source: "hub" }, {})).toBeUndefined();
  });

  test("the message says what and when", () => {
    const given = standing(strict, "expired");
    expect(formatLeaseRefusal({ code: "lease-invalid" }, "pdf", given)).toBe(
      "The skill pdf comes from your organization's hub and needs its permission: the last state of https://hub.example expired at 2026-03-02T12:00:00.000Z. Connect to the network and run `skillwright sync`.",
    );
  });
});
