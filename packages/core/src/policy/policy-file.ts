import { type ToolPattern, tokenizeTools } from "../parse/tool-list.ts";
import { isAbsolutePath, joinPath, parentFolder } from "../path/path.ts";
import { compact } from "../text/compact.ts";
import type { Effect } from "./decision.ts";
import type { InstallRules } from "./install-rules.ts";
import type { LayerKind, PolicyLayer, ToolMode } from "./policy-layer.ts";
import { isClearRule } from "./rule.ts";

/** The content of a policy file. */
export type PolicyFile = {
  $schema?: string | undefined;
  version?: 1 | undefined;
  deny?: string[] | undefined;
  only?: string[] | undefined;
  ask?: string[] | undefined;
  allow?: string[] | undefined;
  otherwise?: Effect | undefined;
  requireApprovalFor?: ApprovalGroup[] | undefined;
  mode?: ToolMode | undefined;
  emptyAllowlist?: "restrict" | "ignore" | undefined;
  audit?: "required" | "best-effort" | undefined;
  dynamicContext?: boolean | undefined;
  sandbox?: "required" | "optional" | undefined;
  protect?: boolean | undefined;
  install?: InstallRules | undefined;
  "skill-policy"?: { "require-approval-for"?: ApprovalGroup[] | undefined } | undefined;
};

/** One party's policy on tool calls and on how skills run. */
export type Policy = {
  readonly layer?: PolicyLayer;
  readonly mode?: ToolMode;
  readonly emptyList?: "restrict" | "ignore";
  readonly audit?: "required" | "best-effort";
  readonly dynamicContext?: boolean;
  /** Whether skills' programs must run confined. */
  readonly sandbox?: "required" | "optional";
  /** Whether guarded agents are kept from changing their settings, the guard, its policies, log and state. */
  readonly protect?: boolean;
  /** What may be installed. */
  readonly install?: InstallRules;
};

/** A file always has a layer, possibly an empty one. */
export type FilePolicy = Policy & { readonly layer: PolicyLayer };

/** A content digest. */
export const digestPattern: RegExp = /^sha256:[0-9a-f]{64}$/;

/** The policy in a valid policy file at a path. */
export function toPolicy(file: PolicyFile, kind: LayerKind, path: string): FilePolicy {
  const { mode, emptyAllowlist: emptyList, audit, dynamicContext, sandbox, protect } = file;
  const install = file.install && placeTrustRoot(file.install, path);
  return {
    layer: toLayer(file, kind),
    ...compact({ mode, emptyList, audit, dynamicContext, sandbox, protect, install }),
  };
}

function placeTrustRoot(install: InstallRules, path: string): InstallRules {
  const { trustRoot } = install;
  if (trustRoot === undefined || isAbsolutePath(trustRoot)) return install;
  return { ...install, trustRoot: joinPath(parentFolder(path) ?? "", trustRoot) };
}

function toLayer(file: PolicyFile, kind: LayerKind): PolicyLayer {
  const { deny, only, allow, otherwise } = file;
  const named = [
    ...(file.requireApprovalFor ?? []),
    ...(file["skill-policy"]?.["require-approval-for"] ?? []),
  ];
  const ask = [...readPatterns(file.ask ?? []), ...named.flatMap(toolsOfGroup)];
  return {
    kind,
    name: kind,
    ...(deny ? { deny: readPatterns(deny) } : {}),
    ...(only ? { only: readPatterns(only) } : {}),
    ...(ask.length > 0 ? { ask } : {}),
    ...(allow ? { allow: readPatterns(allow) } : {}),
    ...compact({ otherwise }),
  };
}

function readPatterns(texts: readonly string[]): readonly ToolPattern[] {
  return texts.flatMap((text) => readPattern(text) ?? []);
}

/** Parses one pattern; undefined unless all of it is clear. */
export function readPattern(text: string): ToolPattern | undefined {
  const [token, another] = tokenizeTools(text.trim());
  if (!token || another) return undefined;
  const { text: source, tool, pattern } = token;
  const entry = { text: source, tool, ...compact({ pattern }) };
  return isClearRule(entry) ? entry : undefined;
}

/** OmniForge's names for what a person must approve. */
export const approvalGroups = ["scripts", "network-tools", "file-write"] as const;
type ApprovalGroup = (typeof approvalGroups)[number];

/** A program can do anything its user can, so every tool that starts one is in every group. */
const programs = "Bash CodeExecution RunTask RunTests RunVSCodeCommand skills_run_script skills_try";

const tools: Readonly<Record<ApprovalGroup, string>> = {
  scripts: programs,
  "network-tools": `${programs} WebFetch WebSearch Browser Computer UseMcpTool ReadMcpResource mcp__*`,
  "file-write": `${programs} Write Edit MultiEdit NotebookEdit CreateDirectory MoveFile DeleteFile`,
};

/** The tools to ask about when a policy names a group. */
export function toolsOfGroup(group: ApprovalGroup): readonly ToolPattern[] {
  return tokenizeTools(tools[group]).map(({ tool }) => ({ tool, text: `requireApprovalFor: ${group}` }));
}

/** Several policies combined, with all defaults filled in. */
export type CombinedPolicy = {
  readonly layers: readonly PolicyLayer[];
  readonly mode: ToolMode;
  readonly emptyList: "restrict" | "ignore";
  readonly audit: "required" | "best-effort";
  readonly dynamicContext: boolean;
  readonly sandbox: "required" | "optional";
  readonly protect: boolean;
  /** All of them apply, so that one policy never loosens another. */
  readonly install: readonly InstallRules[];
};

/**
 * Combines policies, the strongest first. All rules apply. The strongest policy that sets `mode` or `emptyList` wins.
 * An audit log or a sandbox is required if any policy requires it. Protection is off only if a policy says so and none
 * objects. Commands in instructions run only if a policy allows them and none forbids them.
 */
export function combinePolicies(policies: readonly Policy[]): CombinedPolicy {
  const audits = policies.flatMap(({ audit }) => audit ?? []);
  const commands = policies.flatMap(({ dynamicContext }) => dynamicContext ?? []);
  const protections = policies.flatMap(({ protect }) => protect ?? []);
  return {
    layers: [...policies.flatMap(({ layer }) => layer ?? []), openLayer],
    mode: policies.find(({ mode }) => mode !== undefined)?.mode ?? "restrict",
    emptyList: policies.find(({ emptyList }) => emptyList !== undefined)?.emptyList ?? "restrict",
    audit: audits.length > 0 && !audits.includes("required") ? "best-effort" : "required",
    dynamicContext: commands.length > 0 && !commands.includes(false),
    sandbox: policies.some(({ sandbox }) => sandbox === "required") ? "required" : "optional",
    protect: protections.length === 0 || protections.includes(true),
    install: policies.flatMap(({ install }) => install ?? []),
  };
}

/** A host that gives tools to an agent means them to be used, unless a policy says otherwise. */
const openLayer: PolicyLayer = { kind: "default", name: "default", otherwise: "allow" };
