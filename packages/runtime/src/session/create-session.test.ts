import { formatError, SkillError } from "@skillwright/core";
import { createMemorySink } from "@skillwright/core/audit";
import { openCatalog } from "@skillwright/core/node";
import { tokenizeTools } from "@skillwright/core/parse";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/run-process.ts";
import { checkOptions, createSession } from "./create-session.ts";
import type { SessionOptions } from "./session-options.ts";

const catalog = openCatalog({ roots: [] });

/** Options as a host without types might write them. */
function complaintOf(options: unknown): string {
  try {
    checkOptions(options as SessionOptions);
    return "none";
  } catch (error) {
    if (error instanceof SkillError) return `${error.code}: ${formatError(error)}`;
    throw error;
  }
}

test.each<readonly [unknown, string]>([
  [undefined, "options: expected an object"],
  [{}, "catalog: expected the result of openCatalog"],
  [{ catalog, audit: "/tmp/log" }, "audit: expected a sink, such as the result of createJsonlSink"],
  [{ catalog, approver: 5 }, "approver: expected a function"],
  [{ catalog, sandbox: {} }, "sandbox: expected a sandbox"],
  [{ catalog, nesting: "all" }, "nesting: expected one of intersection, top, found 'all'"],
  [{ catalog, access: "all" }, "access: expected one of folder, tools, found 'all'"],
  [{ catalog, forks: "never" }, "forks: expected one of refuse, host, found 'never'"],
  [{ catalog, functions: {} }, "functions: expected a list of results of defineFunction"],
  [{ catalog, policy: "x" }, "policy: expected the result of readPolicy"],
  [
    { catalog, policy: { mode: "strict" } },
    "policy.mode: expected one of restrict, grant, both, advisory, found 'strict'",
  ],
  [
    { catalog, policy: { emptyList: "allow" } },
    "policy.emptyList: expected one of restrict, ignore, found 'allow'",
  ],
  [
    { catalog, policy: { layer: "Read" } },
    "policy.layer: expected an object with a kind, a name and lists of patterns",
  ],
  [{ catalog, policy: { audit: "no" } }, "policy.audit: expected one of required, best-effort, found 'no'"],
  [
    { catalog, policy: { sandbox: "always" } },
    "policy.sandbox: expected one of required, optional, found 'always'",
  ],
  [
    { catalog, policy: { audit: "required" } },
    "audit: the policy requires an audit log, and there is no sink",
  ],
  [
    { catalog, policy: { version: 1, deny: ["Write"] } },
    "policy: unknown key 'version', expected layer, mode, emptyList, audit, dynamicContext, sandbox, protect, install; read policy files with readPolicy",
  ],
  [
    { catalog, policy: [{ layer: { kind: "user", name: "user", denny: [] } }] },
    "policy.layer: unknown key 'denny', expected kind, name, file, deny, only, ask, allow, otherwise; read policy files with readPolicy",
  ],
  ...["Write", null, 7, { tool: "Write" }, { text: "Write" }, { tool: 1, text: "Write" }].map(
    (pattern) =>
      [
        { catalog, policy: { layer: { kind: "user", name: "user", deny: [pattern] } } },
        'policy.layer.deny: expected patterns, as tokenizeTools("Bash(git:*) Read") makes them',
      ] as const,
  ),
  [
    { catalog, policy: { layer: { kind: "user", name: "user", otherwise: "no" } } },
    "policy.layer.otherwise: expected one of allow, ask, deny, found 'no'",
  ],
])("options %# are refused", (options, complaint) => {
  expect(complaintOf(options)).toBe(`option-invalid: Invalid option ${complaint}.`);
});

test("a session does not open with invalid options", () => {
  const options = { catalog, nesting: "all" } as unknown as SessionOptions;
  expect(() => createSession(options)).toThrow("option-invalid");
});

test("valid options pass", () => {
  expect(complaintOf({ catalog, audit: createMemorySink(), policy: { audit: "required" } })).toBe("none");

  const layer = { kind: "user", name: "user", deny: tokenizeTools("Bash(rm:*)"), otherwise: "ask" };
  expect(complaintOf({ catalog, policy: [{ layer, mode: "both" }], nesting: "top" })).toBe("none");
});

test("S3-41: a policy that requires a sandbox refuses one that does not confine, whatever other policies say", () => {
  const policy = [{ sandbox: "optional" }, { sandbox: "required" }];
  const refusal =
    "sandbox-required: A program of a skill may run only in a sandbox, as required by a policy. Omit --no-sandbox, or pass a sandbox that isolates.";
  expect(complaintOf({ catalog, policy, sandbox: createUnconfinedSandbox() })).toBe(refusal);
  // A sandbox that does not declare `confines` does not confine.
  expect(complaintOf({ catalog, policy, sandbox: { run: async () => {} } })).toBe(refusal);
  expect(complaintOf({ catalog, policy, sandbox: { ...createUnconfinedSandbox(), confines: true } })).toBe(
    "none",
  );
  expect(complaintOf({ catalog, policy })).toBe("none");
  expect(complaintOf({ catalog, sandbox: createUnconfinedSandbox() })).toBe("none");
});
