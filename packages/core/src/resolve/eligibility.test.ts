import { expect, test } from "vitest";
import type { SkillTraits } from "../discover/discovered-skill.ts";
import { createEligibility, type EligibilityContext, givesUpName } from "./eligibility.ts";
import { roots, skillIn } from "./test-skill.ts";

function reasons(traits: SkillTraits, context: EligibilityContext): readonly string[] {
  return createEligibility(context)(skillIn(roots.personal, "pdf", traits));
}

const scopes: readonly [string, SkillTraits["scope"], EligibilityContext, readonly string[]][] = [
  ["no scope is for all", undefined, {}, []],
  ["an empty scope is for all", {}, {}, []],
  ["this agent is named", { agents: ["coder", "research"] }, { agent: "research" }, []],
  ["another agent is named", { agents: ["coder"] }, { agent: "research" }, ["agent"]],
  ["names are exact", { agents: ["coder"] }, { agent: "Coder" }, ["agent"]],
  ["the agent is unknown", { agents: ["coder"] }, {}, ["agent"]],
  ["an empty list matches no agent", { agents: [] }, { agent: "coder" }, ["agent"]],
  ["this tenant is named", { tenants: ["t1"] }, { tenant: "t1" }, []],
  ["another tenant is named", { tenants: ["t1"] }, { tenant: "t2" }, ["tenant"]],
  ["the tenant is unknown", { tenants: ["t1"] }, { agent: "t1", environment: "t1" }, ["tenant"]],
  ["this environment is named", { environments: ["production"] }, { environment: "production" }, []],
  [
    "another environment is named",
    { environments: ["production"] },
    { environment: "test" },
    ["environment"],
  ],
  [
    "all reasons are reported",
    { agents: ["a"], tenants: ["b"], environments: ["c"] },
    {},
    ["agent", "tenant", "environment"],
  ],
  ["one wrong is enough", { agents: ["a"], tenants: ["b"] }, { agent: "a", tenant: "x" }, ["tenant"]],
];

for (const [title, scope, context, expected] of scopes)
  test(`S3-19: ${title}`, () => {
    expect(reasons(scope === undefined ? {} : { scope }, context)).toEqual(expected);
  });

test("paths apply only if the caller tracks files", () => {
  expect(reasons({ paths: ["**/*.go"] }, {})).toEqual([]);
  expect(reasons({ paths: ["**/*.go"] }, { files: [] })).toEqual(["paths"]);
  expect(reasons({ paths: ["**/*.go"] }, { files: ["cmd/main.go"] })).toEqual([]);
  expect(reasons({ paths: [] }, { files: [] })).toEqual([]);
});

test("system and commands apply only if the machine is known", () => {
  const metadata = { openclaw: "{'os': ['darwin'], 'requires': {'bins': ['gh', 'jq']}}" };
  expect(reasons({ metadata }, {})).toEqual([]);
  expect(reasons({ metadata }, { platform: "darwin" })).toEqual([]);
  expect(reasons({ metadata }, { platform: "linux" })).toEqual(["platform"]);
  expect(reasons({ metadata }, { hasBinary: (name) => name === "gh" })).toEqual(["binary"]);
  expect(reasons({ metadata }, { hasBinary: () => true })).toEqual([]);
  expect(reasons({ metadata }, { platform: "linux", hasBinary: () => false })).toEqual([
    "platform",
    "binary",
  ]);
});

test("one of several commands is enough if the skill says so", () => {
  const metadata = { openclaw: "{'requires': {'anyBins': ['claude', 'codex']}}" };
  expect(reasons({ metadata }, { hasBinary: (name) => name === "codex" })).toEqual([]);
  expect(reasons({ metadata }, { hasBinary: () => false })).toEqual(["binary"]);
});

test("a skill that names commands and no system runs on every system, and the other way round", () => {
  const commands = { openclaw: "{'requires': {'bins': ['gh']}}" };
  expect(reasons({ metadata: commands }, { platform: "linux", hasBinary: () => true })).toEqual([]);
  const systems = { openclaw: "{'os': ['linux']}" };
  expect(reasons({ metadata: systems }, { platform: "linux", hasBinary: () => false })).toEqual([]);
});

test("a command is looked up once, however many skills require it", () => {
  const asked: string[] = [];
  const eligibility = createEligibility({ hasBinary: (name) => asked.push(name) < 0 });
  const metadata = { openclaw: "{'requires': {'bins': ['gh']}}" };
  const found = ["a", "b", "c"].map((name) => eligibility(skillIn(roots.personal, name, { metadata })));
  expect(found).toEqual([["binary"], ["binary"], ["binary"]]);
  expect(asked).toEqual(["gh"]);
});

test.each([
  [["pdf"], true],
  [["PDF"], false],
  [["p*"], true],
  [["?df"], true],
  [["pd"], false],
  [["pdf-*", "other"], false],
  [["*"], true],
  [[], false],
  [[""], false],
])("turned off by %j: %s", (turnedOff, isOff) => {
  expect(reasons({}, { turnedOff })).toEqual(isOff ? ["turned-off"] : []);
});

test.each([
  [["pdf"], true],
  [["@beta/tools:pdf"], true],
  [["@beta/tools:*"], true],
  [["tools:pdf"], false],
  [["acme:*"], false],
])("a package's skill is turned off by %j: %s", (turnedOff, isOff) => {
  const skill = skillIn(roots.tools, "pdf");
  expect(createEligibility({ turnedOff })(skill)).toEqual(isOff ? ["turned-off"] : []);
});

test("names to disable are also compared after NFKC", () => {
  expect(createEligibility({ turnedOff: ["ﬁx"] })(skillIn(roots.personal, "fix"))).toEqual(["turned-off"]);
});

test("an untrusted skill reports no other reason", () => {
  const skill = skillIn(roots.project, "pdf", { scope: { agents: ["other"] } });
  expect(createEligibility({ turnedOff: ["pdf"] })(skill)).toEqual(["untrusted"]);
  expect(
    createEligibility({ turnedOff: ["pdf"], isTrusted: (project) => project === "/repo" })(skill),
  ).toEqual(["agent", "turned-off"]);
});

test.each([
  [[], false],
  [["untrusted"], true],
  [["agent"], true],
  [["tenant"], true],
  [["environment"], true],
  [["paths"], false],
  [["platform"], false],
  [["binary"], false],
  [["turned-off"], false],
  [["paths", "environment"], true],
] as const)("disabled for %j it releases its name: %s", (why, givesUp) => {
  expect(givesUpName(why)).toBe(givesUp);
});
