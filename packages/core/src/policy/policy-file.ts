import { type ToolPattern, tokenizeTools } from "../parse/tool-list.ts";
import { type ApprovalGroup, toolsOfGroup } from "./approval-groups.ts";
import type { Effect } from "./effect.ts";
import type { LayerKind, PolicyLayer } from "./policy-layer.ts";
import { isClearRule } from "./rule.ts";
import type { ToolMode } from "./skill-layer.ts";

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
};

/** A file always has a layer, possibly an empty one. */
export type FilePolicy = Policy & { readonly layer: PolicyLayer };

/** The policy in a valid policy file. */
export function toPolicy(file: PolicyFile, kind: LayerKind): FilePolicy {
  const { mode, emptyAllowlist: emptyList, audit, dynamicContext, sandbox } = file;
  return {
    layer: toLayer(file, kind),
    ...(mode === undefined ? {} : { mode }),
    ...(emptyList === undefined ? {} : { emptyList }),
    ...(audit === undefined ? {} : { audit }),
    ...(dynamicContext === undefined ? {} : { dynamicContext }),
    ...(sandbox === undefined ? {} : { sandbox }),
  };
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
    ...(otherwise === undefined ? {} : { otherwise }),
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
  const entry = { text: source, tool, ...(pattern === undefined ? {} : { pattern }) };
  return isClearRule(entry) ? entry : undefined;
}
