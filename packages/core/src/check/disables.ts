import type { Observation } from "../finding.ts";
import { limits } from "../limits.ts";
import { createLineIndex } from "../text/line-index.ts";

type Lines = { readonly from: number; readonly to: number };

const directivePattern = /(?:<!--|#)[ \t]*skillwright-disable(-next-line|-line)?[ \t]+((?:(?!-->)[^\n])*)/g;

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
  const silenced = new Map<string, Lines[]>();
  const extra: Observation[] = [];
  for (const match of text.matchAll(directivePattern)) {
    const [whole, scope, content = ""] = match;
    const span = { start: match.index, end: match.index + whole.trimEnd().length };
    const { named, reason } = splitDirective(content);
    if (named === undefined) continue;
    if (reason === "") {
      if (extra.length >= limits.findingsPerRule) continue;
      extra.push({ rule: "disable-reason", message: "noReason", args: { rules: named.join(", ") }, span });
      continue;
    }
    const held = scopeLines(scope, lines.positionAt(match.index).line);
    for (const rule of named) {
      const known = silenced.get(rule);
      if (known) known.push(held);
      else silenced.set(rule, [held]);
    }
  }
  const isSilenced = ({ rule, span = { start: 0, end: 0 }, file }: Observation): boolean => {
    if (file !== undefined || rules.get(rule)?.rule.category === "security") return false;
    const { line } = lines.positionAt(span.start);
    return silenced.get(rule)?.some(({ from, to }) => line >= from && line <= to) ?? false;
  };
  return [...observations.filter((observation) => !isSilenced(observation)), ...extra];
}

const rulesPattern = /^[\w.-]+(?:[ \t]*,[ \t]*[\w.-]+)*$/;

/** `RULE, RULE -- reason`; what names no rules is a remark and no directive. */
function splitDirective(content: string): { readonly named?: readonly string[]; readonly reason: string } {
  const [ids = "", ...reason] = content.split(/(?<=[ \t])--/);
  if (!rulesPattern.test(ids.trim())) return { reason: "" };
  return { named: ids.split(",").map((id) => id.trim()), reason: reason.join("--").trim() };
}

function scopeLines(scope: string | undefined, line: number): Lines {
  if (scope === "-next-line") return { from: line + 1, to: line + 1 };
  if (scope === "-line") return { from: line, to: line };
  return { from: 0, to: Number.POSITIVE_INFINITY };
}
