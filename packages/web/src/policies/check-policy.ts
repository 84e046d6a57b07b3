import { findEntry, parseYaml, toPlain, type YamlNode, type YamlProblem } from "@skillwright/core/parse";
import { type HubPolicy, hubPolicySchema } from "@skillwright/core/registry";
import { createLineIndex, suggest } from "@skillwright/core/text";
import { knownFields } from "./policy-fields.ts";

export type PolicyFinding = { readonly line: number; readonly message: string };

export type CheckedPolicy = {
  /** Undefined if anything is wrong. */
  readonly policy: HubPolicy | undefined;
  readonly findings: readonly PolicyFinding[];
};

/** Reads the text of a hub's policy, JSON or YAML, as the hub will read it, and says what is wrong where. */
export function checkPolicy(text: string): CheckedPolicy {
  const lines = createLineIndex(text);
  const lineAt = (offset: number): number => lines.positionAt(offset).line;
  const { node, problems } = parseYaml(text);
  if (problems.length > 0)
    return {
      policy: undefined,
      findings: problems.map((one) => ({ line: lineAt(one.span.start), message: describeProblem(one) })),
    };
  const result = hubPolicySchema.safeParse((node && toPlain(node)) ?? {});
  if (result.success) return { policy: result.data, findings: [] };
  const findings = result.error.issues.map((issue) => {
    const [unknown] = issue.code === "unrecognized_keys" ? issue.keys : [];
    const path = unknown === undefined ? issue.path : [...issue.path, unknown];
    const message = unknown === undefined ? plainWords(issue.message) : describeUnknown(unknown);
    return { line: lineAt(offsetOf(node, path)), message: `${pathText(path)}${message}` };
  });
  return { policy: undefined, findings: findings.toSorted((a, b) => a.line - b.line) };
}

function describeProblem({ code, detail }: YamlProblem): string {
  const words = {
    invalid: detail,
    "duplicate-key": `The field ${detail} is there twice.`,
    "too-deep": "The text is nested too deeply.",
    "too-large": "The text is too large.",
  };
  return words[code];
}

/** The text of rules for tool calls is read as a file of its own, which has no name here. */
function plainWords(message: string): string {
  const words = message.replace(/^\/toolCalls is not a valid configuration: (?:at )?/, "");
  return words
    .replace(/^Invalid input: expected (\w+), received (\w+)$/, "This is a $2; it must be a $1.")
    .replace(/^Too (?:small|big): expected number to be (\S+)$/, "The number must be $1.");
}

function describeUnknown(key: string): string {
  const near = suggest(key, knownFields);
  return near === undefined ? "There is no such field." : `There is no such field. Did you mean ${near}?`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "" : `${path.map(String).join(".")}: `;
}

/** Where a path begins, or the nearest part of it that is there. */
function offsetOf(node: YamlNode | undefined, path: readonly PropertyKey[]): number {
  let at = node;
  let offset = node?.span.start ?? 0;
  for (const part of path) {
    const entry = at?.kind === "map" ? findEntry(at, String(part)) : undefined;
    const item = at?.kind === "list" ? at.items[Number(part)] : undefined;
    at = entry?.value ?? item;
    offset = entry?.key.span.start ?? item?.span.start ?? offset;
  }
  return offset;
}
