import type { Observation } from "../finding.ts";
import { createLineIndex } from "../text/line-index.ts";

type Directive = { readonly rules: readonly string[]; readonly from: number; readonly to: number };

const directivePattern =
  /(?:<!--|#)[ \t]*skillwright-disable(-next-line|-line)?[ \t]+([\w.-]+(?:[ \t]*,[ \t]*[\w.-]+)*)[ \t]*(?:--[ \t]*([^\n]*?))?[ \t]*(?:-->|\r?$)/gm;

/**
 * Drops what the author silenced with a comment and a reason:
 * `<!-- skillwright-disable-next-line RULE -- reason -->`, or `# skillwright-disable-line RULE -- reason` in YAML;
 * without `-line` it holds for the whole file. A comment without a reason silences nothing and is reported.
 * Security findings cannot be silenced from inside the skill they are about.
 */
export function applyDisables(
  text: string,
  observations: readonly Observation[],
  rules: ReadonlyMap<string, { readonly rule: { readonly category: string } }>,
): readonly Observation[] {
  if (!text.includes("skillwright-disable")) return observations;
  const lines = createLineIndex(text);
  const directives: Directive[] = [];
  const extra: Observation[] = [];
  for (const match of text.matchAll(directivePattern)) {
    const [whole, scope, ids = "", reason = ""] = match;
    const span = { start: match.index, end: match.index + whole.trimEnd().length };
    const named = ids.split(",").map((id) => id.trim());
    if (reason === "") {
      extra.push({ rule: "disable-reason", message: "noReason", args: { rules: named.join(", ") }, span });
      continue;
    }
    directives.push({ rules: named, ...scopeLines(scope, lines.positionAt(match.index).line) });
  }
  const isSilenced = ({ rule, span = { start: 0, end: 0 }, file }: Observation): boolean => {
    if (file !== undefined || rules.get(rule)?.rule.category === "security") return false;
    const { line } = lines.positionAt(span.start);
    return directives.some((one) => one.rules.includes(rule) && line >= one.from && line <= one.to);
  };
  return [...observations.filter((observation) => !isSilenced(observation)), ...extra];
}

function scopeLines(scope: string | undefined, line: number): { from: number; to: number } {
  if (scope === "-next-line") return { from: line + 1, to: line + 1 };
  if (scope === "-line") return { from: line, to: line };
  return { from: 0, to: Number.POSITIVE_INFINITY };
}
