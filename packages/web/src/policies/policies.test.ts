import { parseYaml, toPlain } from "@skillwright/core/parse";
import type { HubPolicy } from "@skillwright/core/registry";
import { describe, expect, test } from "vitest";
import { checkPolicy } from "./check-policy.ts";
import { describePolicy } from "./describe-policy.ts";
import { toYaml } from "./to-yaml.ts";
import { writeYaml } from "./write-yaml.ts";

const policy: HubPolicy = {
  version: 1,
  skills: {
    allow: { names: ["acme/**", "yes", "*", ": -"] },
    requireApprovalFor: ["scripts", "file-write"],
    fourEyes: false,
    approvalDays: 90,
  },
  toolCalls: "version: 1\n\ndeny:\n  - Bash(rm -rf:*)\n",
};

test("a policy as text is read back as the same policy", () => {
  expect(checkPolicy(toYaml(policy))).toEqual({ policy, findings: [] });
  expect(checkPolicy(JSON.stringify(policy))).toEqual({ policy, findings: [] });
  expect(toYaml(policy)).toContain("toolCalls: |\n  version: 1\n\n  deny:\n    - Bash(rm -rf:*)\n");
});

describe("text of any kind survives YAML", () => {
  const texts = ["", " ", "a\n", "a\nb", "a\nb\n", "a\n\n", "\na\nb", " a\nb", "a \nb\n", "a\tb\nc\n"];
  const odd = [
    "on",
    "null",
    "~",
    "1",
    "0x1",
    "a: b",
    "a:b",
    "Bash(a b:*)",
    "a :b",
    "a b:",
    "a b ",
    "a - b",
    "a #b",
    "'",
    '"',
    "\\",
    "&a",
    "*a",
    "!a",
    "|",
    ">",
    "-",
    "---\na",
  ];
  const strange = [
    "\u0000\nb",
    "a\r\nb\n",
    "\u2028\nb",
    "\ufeffa\nb",
    "\u202ea\nb",
    "😀\nb\n",
    "a\u0085b\nc",
  ];
  test.each([...texts, ...odd, ...strange])("%j", (text) => {
    const { node, problems } = parseYaml(writeYaml({ key: text, list: [text], [text || "k"]: 1 }));
    expect(problems).toEqual([]);
    expect(node && toPlain(node)).toMatchObject({ list: [text] });
    expect(node && toPlain(node)).toHaveProperty([text === "key" ? "" : "key"], text);
  });
});

test("mistakes have the line they are in, and unknown fields a suggestion", () => {
  const { policy: none, findings } = checkPolicy(
    "version: 1\nskills:\n  blok:\n    names: [a]\n  approvalDays: -1\n",
  );
  expect(none).toBeUndefined();
  expect(findings).toEqual([
    { line: 3, message: "skills.blok: There is no such field. Did you mean block?" },
    { line: 5, message: "skills.approvalDays: The number must be >0." },
  ]);
  expect(
    checkPolicy("version: 1\ntoolCalls: |\n  version: 1\n  deny: ['Bash(git']\n").findings,
  ).toMatchObject([{ line: 2, message: expect.stringMatching(/^toolCalls: deny\.0: expected one tool/) }]);
  expect(checkPolicy("version: 1\nskills:\n  approvalDays: many\n").findings).toEqual([
    { line: 3, message: "skills.approvalDays: This is a string; it must be a number." },
  ]);
  expect(checkPolicy("version: 1\nversion: 1\n").findings).toMatchObject([{ line: 2 }]);
  expect(checkPolicy("").findings.length).toBeGreaterThan(0);
});

test("a policy in words names every rule that is set, and no other", () => {
  const { skills, calls } = describePolicy(policy);
  expect(skills).toEqual([
    { title: "Allowed", text: "Only skills named", chips: ["acme/**", "yes", "*", ": -"] },
    { title: "Needs approval", text: "Skills with scripts, skills that write files" },
    { title: "Four eyes", text: "Not required" },
    { title: "Approvals last", text: "90 days" },
  ]);
  expect(calls).toEqual([{ title: "Never run", chips: ["Bash(rm -rf:*)"] }]);
  expect(describePolicy({ version: 1 })).toEqual({ skills: [], calls: [] });
});
