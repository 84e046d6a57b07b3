import { combineHubRules, type HubRules } from "@skillwright/core/registry";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type JudgedVersion, judgeVersion } from "./judge-version.ts";

const digest = `sha256:${"a".repeat(64)}`;
const plain: JudgedVersion = {
  ...{ name: "team/pdf", digest, publisher: "person:ann", findings: [] },
  requested: { tools: ["Read"], scripts: [], hooks: [], hookCommands: [], hosts: [] },
};
const scanned = (verdict: "review" | "partial"): JudgedVersion => ({
  ...plain,
  scan: {
    ...{ verdict, reasons: verdict === "review" ? ["prompt-override"] : [] },
    unread: verdict === "partial" ? [{ path: "a.zip", reason: "encrypted", isUsed: false }] : [],
  },
});
const finding = {
  rule: "broad-tools",
  severity: "warning",
  file: "SKILL.md",
  line: 1,
  message: "m",
} as const;
const asking = (requested: Partial<JudgedVersion["requested"]>): JudgedVersion => ({
  ...plain,
  requested: { ...plain.requested, ...requested },
});

function rulesFor(version: JudgedVersion, ...rules: readonly HubRules[]): readonly string[] {
  const { effect, reasons } = judgeVersion(version, combineHubRules(rules));
  return [effect, ...reasons.map(({ rule }) => rule)];
}

test.each<readonly [string, JudgedVersion, HubRules, readonly string[]]>([
  ["nothing is said", plain, {}, ["allow"]],
  ["the name is blocked", plain, { block: { names: ["team/*"] } }, ["deny", "block.names"]],
  ["the plain name is blocked", plain, { block: { names: ["pdf"] } }, ["deny", "block.names"]],
  ["another name is blocked", plain, { block: { names: ["pdf-*"] } }, ["allow"]],
  ["the hub is blocked as a source", plain, { block: { sources: ["hub:*"] } }, ["deny", "block.sources"]],
  ["the publisher is blocked", plain, { block: { publishers: ["person:*"] } }, ["deny", "block.publishers"]],
  ["the digest is blocked", plain, { block: { digests: [digest] } }, ["deny", "block.digests"]],
  ["the name is not listed", plain, { allow: { names: ["pdf"] } }, ["deny", "allow.names"]],
  [
    "name and publisher are listed",
    plain,
    { allow: { names: ["team/*"], publishers: ["person:ann"] } },
    ["allow"],
  ],
  [
    "one of two lists does not have it",
    plain,
    { allow: { names: ["**"], digests: [] } },
    ["deny", "allow.digests"],
  ],
  ["a signature is missing", plain, { requireSignature: true }, ["deny", "requireSignature"]],
  [
    "a signer is not trusted",
    { ...plain, signer: "key:x" },
    { trustedSigners: ["key:y"] },
    ["deny", "trustedSigners"],
  ],
  [
    "a signer is trusted",
    { ...plain, signer: "key:x" },
    { trustedSigners: ["key:x"], requireSignature: true },
    ["allow"],
  ],
  [
    "a finding is too bad",
    { ...plain, findings: [finding] },
    { maximumSeverity: "info" },
    ["deny", "maximumSeverity"],
  ],
  ["a finding is tolerated", { ...plain, findings: [finding] }, { maximumSeverity: "warning" }, ["allow"]],
  ["a verdict is too bad", scanned("review"), { maxVerdict: "partial" }, ["deny", "maxVerdict"]],
  ["something was not read", scanned("partial"), { maxVerdict: "pass" }, ["deny", "maxVerdict"]],
  ["a verdict is tolerated", scanned("review"), { maxVerdict: "review" }, ["allow"]],
  ["it was never scanned", plain, { maxVerdict: "review" }, ["deny", "maxVerdict"]],
  [
    "everything is reviewed",
    plain,
    { requireApprovalFor: ["everything"] },
    ["ask", "requireApprovalFor: everything"],
  ],
])("S3-47: %s", (...[, version, rules, verdict]) => {
  expect(rulesFor(version, rules)).toEqual(verdict);
});

test.each<readonly [string, Partial<JudgedVersion["requested"]>, readonly string[]]>([
  [
    "a script has every trait",
    { scripts: ["scripts/a.sh"] },
    ["scripts", "network-tools", "file-write", "external-apis"],
  ],
  [
    "so has a hook",
    { hookCommands: ["pre: ./a.sh"] },
    ["scripts", "network-tools", "file-write", "external-apis"],
  ],
  ["no list of tools means all of them", { tools: undefined }, ["network-tools", "file-write"]],
  ["reading needs nothing", { tools: ["Read", "Grep"] }, []],
  ["writing is one trait", { tools: ["Edit(docs/**)"] }, ["file-write"]],
  ["the web is two", { tools: ["WebFetch(domain:a.dev)"] }, ["network-tools", "external-apis"]],
  ["so are MCP tools", { tools: ["mcp__jira__create"] }, ["network-tools", "external-apis"]],
  ["a shell reaches network and files", { tools: ["Bash(git:*)"] }, ["network-tools", "file-write"]],
  ["another agent's name for it too", { tools: ["run_shell_command"] }, ["network-tools", "file-write"]],
  ["a wildcard is every tool", { tools: ["*"] }, ["network-tools", "file-write"]],
])("S3-52: %s", (_, requested, traits) => {
  const all = ["scripts", "network-tools", "file-write", "external-apis"] as const;
  const found = all.filter(
    (trait) => rulesFor(asking(requested), { requireApprovalFor: [trait] })[0] === "ask",
  );
  expect(found).toEqual(traits);
});

test("whatever one policy refuses or asks about is not let through by another beside it", () => {
  const names = fc.subarray(["pdf", "team/*", "**", "x"]);
  const rules = fc.record(
    {
      allow: fc.record({ names }),
      block: fc.record({ names }),
      requireApprovalFor: fc.subarray(["scripts", "file-write", "everything"] as const),
      requireSignature: fc.boolean(),
      maximumSeverity: fc.constantFrom("none", "info", "warning", "error"),
      maxVerdict: fc.constantFrom("pass", "partial", "review", "block"),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<HubRules>;
  const versions = fc.constantFrom(
    plain,
    { ...plain, findings: [finding] },
    scanned("review"),
    scanned("partial"),
    asking({ scripts: ["scripts/a"] }),
  );
  const weight = { allow: 0, ask: 1, deny: 2 };
  fc.assert(
    fc.property(rules, rules, versions, (one, other, version) => {
      const of = (...all: readonly HubRules[]): number =>
        weight[judgeVersion(version, combineHubRules(all)).effect];
      expect(of(one, other)).toBeGreaterThanOrEqual(Math.max(of(one), of(other)));
    }),
  );
});
