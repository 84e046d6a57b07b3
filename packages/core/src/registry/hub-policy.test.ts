import { describe, expect, test } from "vitest";
import { type CombinedRules, combineHubRules, type HubRules, hubPolicySchema } from "./hub-policy.ts";

describe("several policies only tighten", () => {
  type Guard = {
    readonly strict: HubRules;
    readonly loose: HubRules;
    readonly holds: (rules: CombinedRules) => boolean;
  };
  const names = ["pdf"];
  /** One strict and one loose value for each field: a new field does not compile until it is here. */
  const guards: Record<keyof HubRules, Guard> = {
    allow: {
      strict: { allow: { names } },
      loose: {},
      holds: ({ allow }) => allow.some((one) => one.names === names),
    },
    block: {
      strict: { block: { names } },
      loose: {},
      holds: ({ block }) => block.some((one) => one.names === names),
    },
    requireApprovalFor: {
      strict: { requireApprovalFor: ["scripts"] },
      loose: { requireApprovalFor: ["file-write"] },
      holds: ({ requireApprovalFor }) => requireApprovalFor.includes("scripts"),
    },
    requireSignature: {
      strict: { requireSignature: true },
      loose: { requireSignature: false },
      holds: ({ requireSignature }) => requireSignature,
    },
    trustedSigners: {
      strict: { trustedSigners: ["key:one"] },
      loose: { trustedSigners: ["key:one", "key:two"] },
      holds: ({ trustedSigners }) => trustedSigners.some((list) => list.length === 1),
    },
    maximumSeverity: {
      strict: { maximumSeverity: "info" },
      loose: { maximumSeverity: "error" },
      holds: ({ maximumSeverity }) => maximumSeverity === "info",
    },
    maxVerdict: {
      strict: { maxVerdict: "partial" },
      loose: { maxVerdict: "review" },
      holds: ({ maxVerdict }) => maxVerdict === "partial",
    },
    approvalDays: {
      strict: { approvalDays: 7 },
      loose: { approvalDays: 365 },
      holds: ({ approvalDays }) => approvalDays === 7,
    },
    fourEyes: { strict: { fourEyes: true }, loose: { fourEyes: false }, holds: ({ fourEyes }) => fourEyes },
    approvedOnly: {
      strict: { approvedOnly: true },
      loose: { approvedOnly: false },
      holds: ({ approvedOnly }) => approvedOnly,
    },
    leaseMode: {
      strict: { leaseMode: "strict" },
      loose: { leaseMode: "best-effort" },
      holds: ({ leaseMode }) => leaseMode === "strict",
    },
    leaseHours: {
      strict: { leaseHours: 1 },
      loose: { leaseHours: 240 },
      holds: ({ leaseHours }) => leaseHours === 1,
    },
  };

  test.each(Object.entries(guards))("%s", (_, { strict, loose, holds }) => {
    expect(holds(combineHubRules([loose]))).toBe(false);
    expect(holds(combineHubRules([strict]))).toBe(true);
    expect(holds(combineHubRules([strict, loose]))).toBe(true);
    expect(holds(combineHubRules([loose, strict]))).toBe(true);
    expect(holds(combineHubRules([strict, {}]))).toBe(true);
  });
});

test("without a policy, four eyes apply and nothing else", () => {
  expect(combineHubRules([])).toEqual({
    ...{ allow: [], block: [], requireApprovalFor: [], requireSignature: false, trustedSigners: [] },
    ...{ maximumSeverity: "error", maxVerdict: undefined, approvalDays: undefined },
    ...{ fourEyes: true, approvedOnly: false },
    ...{ leaseMode: "best-effort", leaseHours: undefined },
  });
});

test("the policy for agents must be a valid policy file, and unknown fields are refused", () => {
  const refusal = (policy: object): string | undefined =>
    hubPolicySchema.safeParse({ version: 1, ...policy }).error?.issues[0]?.message;
  expect(refusal({ toolCalls: "version: 1\ndeny: [Bash]\n" })).toBeUndefined();
  expect(refusal({ toolCalls: "version: 1\ndeny: ['Bash(git']\n" })).toContain("expected one tool");
  expect(refusal({ toolCalls: "" })).toContain('expected "version": 1');
  expect(refusal({ skills: { blok: {} } })).toContain("blok");
  expect(refusal({ skills: { allow: { digests: ["md5:0"] } } })).toBeDefined();
});
