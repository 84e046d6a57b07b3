import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { isJsonObject, type JsonObject, parseJson } from "../text/json.ts";
import { decodeUtf8 } from "../text/utf8.ts";
import { policyLimits } from "./limits.ts";
import {
  approvalGroups,
  digestPattern,
  type FilePolicy,
  type PolicyFile,
  readPattern,
  toPolicy,
} from "./policy-file.ts";

import type { LayerKind } from "./policy-layer.ts";

/**
 * The policy in a plain JSON file; undefined for anything else, which `readPolicy` then reads or explains. It exists next to the
 * schema for the guard hook's start: a hook process takes 1.8 times as long as bare Node with this reader and 2.9 times with zod
 * and YAML loaded, and the bound is 2. A property test compares the two.
 */
export function readPlainPolicy(fs: FileSystem, path: string, kind: LayerKind): FilePolicy | undefined {
  const text = tryRead(fs, path);
  const value = text === undefined ? undefined : parseJson(text);
  // A duplicate key is lost in the value, so the text must match the value exactly.
  if (text === undefined || !isJsonObject(value) || squeeze(text) !== JSON.stringify(value)) return undefined;
  return isPlain(value) ? toPolicy(value, kind, path) : undefined;
}

function tryRead(fs: FileSystem, path: string): string | undefined {
  try {
    const { bytes, size } = fs.read(path, policyLimits.policyFileBytes);
    return size === bytes.length ? decodeUtf8(bytes) : undefined;
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

/** JSON without the whitespace between its parts. */
function squeeze(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
}

function isPlain(value: JsonObject): value is PolicyFile {
  if (value.version !== 1) return false;
  return hasOnly(value, checks);
}

function hasOnly(value: JsonObject, known: Readonly<Record<string, Check>>): boolean {
  return Object.entries(value).every(([key, one]) => Object.hasOwn(known, key) && known[key]?.(one));
}

type Check = (value: unknown) => boolean;

const isOneOf =
  (words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isPatterns = isListOf((value) => typeof value === "string" && readPattern(value) !== undefined);

const isLines = isListOf((value) => typeof value === "string" && value !== "");

const installChecks: Readonly<Record<string, Check>> = {
  minimumReleaseAgeHours: (value) => typeof value === "number" && value >= 0,
  releaseAgeExclude: isLines,
  trustDowngrade: isOneOf(["refuse", "allow"]),
  allowedSources: isLines,
  blockedSources: isLines,
  blockedDigests: isListOf((value) => typeof value === "string" && digestPattern.test(value)),
  requireSignature: (value) => typeof value === "boolean",
  trustedKeys: isLines,
  trustedIdentities: isLines,
  trustRoot: (value) => typeof value === "string" && value !== "",
  exoticDependencies: isOneOf(["refuse", "allow"]),
  verifyAtActivation: isOneOf([true, false, "all"]),
  maxVerdict: isOneOf(["pass", "partial", "review", "block"]),
};

/** The fields of `PolicySchema` without its aliases; a test keeps the two in sync. */
const checks: Readonly<Record<string, Check>> = {
  $schema: (value) => typeof value === "string",
  version: isOneOf([1]),
  deny: isPatterns,
  only: isPatterns,
  ask: isPatterns,
  allow: isPatterns,
  otherwise: isOneOf(["allow", "ask", "deny"]),
  requireApprovalFor: isListOf(isOneOf(approvalGroups)),
  mode: isOneOf(["restrict", "grant", "both", "advisory"]),
  emptyAllowlist: isOneOf(["restrict", "ignore"]),
  audit: isOneOf(["required", "best-effort"]),
  dynamicContext: (value) => typeof value === "boolean",
  sandbox: isOneOf(["required", "optional"]),
  protect: (value) => typeof value === "boolean",
  install: (value) => isJsonObject(value) && hasOnly(value, installChecks),
};
