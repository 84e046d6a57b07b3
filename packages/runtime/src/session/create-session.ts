import { SkillError } from "@skillwright/core";
import { needsLockedCheck } from "@skillwright/core/installed";
import { maxVerdictOf, type Policy, verdictOrder } from "@skillwright/core/policy";
import { isJsonObject } from "@skillwright/core/text";
import { openSession } from "./open-session.ts";
import type { Session } from "./session.ts";
import type { SessionOptions } from "./session-options.ts";

/**
 * Opens a session: one conversation of one agent.
 *
 * @example
 * const session = createSession({ catalog, workspace: process.cwd(), audit: createJsonlSink({ path }) });
 * await session.activate({ skill: "code-review", trigger: "user" });
 * const outcome = await session.guard("Bash", { command: "git status" }, run);
 */
export function createSession(options: SessionOptions): Session {
  checkOptions(options);
  return openSession(options).session;
}

/**
 * Validates options from hosts without type checking. A misspelled word must not turn off a restriction, and an unread
 * policy file is not a policy.
 */
export function checkOptions(options: SessionOptions): void {
  require(isJsonObject(options), "options", "expected an object");
  const { catalog, audit, approver, sandbox, nesting, policy = [], functions = [] } = options;
  require(typeof catalog?.load === "function", "catalog", "expected the result of openCatalog");
  require(audit === undefined ||
    typeof audit.append === "function", "audit", "expected a sink, such as the result of createJsonlSink");
  require(approver === undefined || typeof approver === "function", "approver", "expected a function");
  require(sandbox === undefined || typeof sandbox.run === "function", "sandbox", "expected a sandbox");
  requireOneOf(nesting, "nesting", ["intersection", "top"]);
  requireOneOf(options.access, "access", ["folder", "tools"]);
  requireOneOf(options.forks, "forks", ["refuse", "host"]);
  require(Array.isArray(functions), "functions", "expected a list of results of defineFunction");
  const policies: readonly Policy[] = [policy].flat();
  for (const one of policies) checkPolicy(one);
  if (sandbox !== undefined && !sandbox.confines && policies.some((one) => one.sandbox === "required"))
    throw new SkillError("sandbox-required", { what: "A program of a skill", who: "a policy" });
  require(!needsLockedCheck(policies.flatMap((one) => one.install ?? [])) ||
    typeof options.installed?.checkLocked ===
      "function", "installed.checkLocked", "the policy verifies signatures or sources at activation; pass the result of createLockedCheck of @skillwright/packaging");
  require(maxVerdictOf(policies.flatMap((one) => one.install ?? [])) === undefined ||
    typeof options.installed?.readVerdict ===
      "function", "installed.readVerdict", "the policy has maxVerdict; pass the result of createVerdictReader of @skillwright/core/scan");
  const needsLog = policies.some((one) => one.audit === "required");
  require(!needsLog ||
    audit !== undefined, "audit", "the policy requires an audit log, and there is no sink");
}

const policyKeys = ["layer", "mode", "emptyList", "audit", "dynamicContext", "sandbox", "protect", "install"];
const layerKeys = ["kind", "name", "file", "deny", "only", "ask", "allow", "otherwise"];

function checkPolicy(policy: Policy): void {
  require(isJsonObject(policy), "policy", "expected the result of readPolicy");
  requireKeys(policy, "policy", policyKeys);
  requireOneOf(policy.mode, "policy.mode", ["restrict", "grant", "both", "advisory"]);
  requireOneOf(policy.emptyList, "policy.emptyList", ["restrict", "ignore"]);
  requireOneOf(policy.audit, "policy.audit", ["required", "best-effort"]);
  requireOneOf(policy.sandbox, "policy.sandbox", ["required", "optional"]);
  checkInstallRules(policy.install);
  const { layer } = policy;
  if (layer === undefined) return;
  require(isJsonObject(
    layer,
  ), "policy.layer", "expected an object with a kind, a name and lists of patterns");
  requireKeys(layer, "policy.layer", layerKeys);
  requireOneOf(layer.otherwise, "policy.layer.otherwise", ["allow", "ask", "deny"]);
  for (const name of ["deny", "only", "ask", "allow"] as const) {
    const isList = layer[name] === undefined || (Array.isArray(layer[name]) && layer[name].every(isPattern));
    require(isList, `policy.layer.${name}`, 'expected patterns, as tokenizeTools("Bash(git:*) Read") makes them');
  }
}

/** Only what a session enforces. */
function checkInstallRules(install: Policy["install"]): void {
  if (install === undefined) return;
  require(isJsonObject(install), "policy.install", "expected an object");
  const { verifyAtActivation: extent, requireSignature = false, maxVerdict } = install;
  require(extent === undefined ||
    extent === "all" ||
    typeof extent === "boolean", "policy.install.verifyAtActivation", "expected true, false or all");
  require(typeof requireSignature === "boolean", "policy.install.requireSignature", "expected true or false");
  requireOneOf(maxVerdict, "policy.install.maxVerdict", verdictOrder);
}

function isPattern(value: unknown): boolean {
  return isJsonObject(value) && typeof value.tool === "string" && typeof value.text === "string";
}

function requireKeys(object: object, name: string, known: readonly string[]): void {
  const unknown = Object.keys(object).find((key) => !known.includes(key));
  require(unknown ===
    undefined, name, `unknown key '${unknown}', expected ${known.join(", ")}; read policy files with readPolicy`);
}

function requireOneOf(value: string | undefined, name: string, known: readonly string[]): void {
  require(value === undefined ||
    known.includes(value), name, `expected one of ${known.join(", ")}, found '${value}'`);
}

function require(holds: boolean, name: string, reason: string): void {
  if (!holds) throw new SkillError("option-invalid", { name, reason });
}
