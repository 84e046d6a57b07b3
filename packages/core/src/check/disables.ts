import type { Observation } from "../finding.ts";
import { limits } from "../limits.ts";
import { createLineIndex } from "../text/line-index.ts";
import type { Span } from "../text/span.ts";
import type { CheckedSkill } from "./rule.ts";
import { findRule } from "./rules.ts";

export type Directives = {
  /** Whether the author disabled the rule at this place, with a reason. */
  silence(rule: string, observation: Pick<Observation, "span" | "file">): boolean;
  /** Directives without a reason, which have no effect. */
  readonly problems: readonly Observation[];
};

type Lines = { readonly from: number; readonly to: number };

const noDirectives: Directives = { silence: () => false, problems: [] };
const directivePattern = /(?:<!--|#)[ \t]*skillwright-disable(-next-line|-line)?[ \t]+((?:(?!-->)[^\n])*)/g;

/**
 * Reads the comments that disable rules:
 * `<!-- skillwright-disable-next-line RULE -- reason -->` in the body, `# skillwright-disable-line RULE -- reason` in
 * the frontmatter; without `-line` it applies to the whole file. Comments in code are examples, not directives.
 */
export function readDirectives(skill: CheckedSkill): Directives {
  const { text, frontmatterSpan } = skill.parsed;
  if (!text.includes("skillwright-disable")) return noDirectives;
  const { outline } = skill;
  const regions = frontmatterSpan ? [frontmatterSpan, ...outline.comments] : outline.comments;
  const matches = regions.flatMap((region) => matchesIn(text, region));
  if (matches.length === 0) return noDirectives;
  const lines = createLineIndex(text);
  const silenced = new Map<string, Lines[]>();
  const problems: Observation[] = [];
  for (const { whole, start, scope, content } of matches) {
    const { named, reason } = splitDirective(content);
    if (named === undefined) continue;
    const span = { start, end: start + whole.trimEnd().length };
    if (reason === "") {
      problems.push({ rule: "disable-reason", message: "noReason", args: { rules: named.join(", ") }, span });
      continue;
    }
    const unknown = named.find((rule) => !findRule(rule));
    if (unknown !== undefined)
      problems.push({ rule: "disable-reason", message: "unknownRule", args: { rule: unknown }, span });
    const held = scopeLines(scope, lines.positionAt(start).line);
    for (const rule of named) {
      const known = silenced.get(rule);
      if (known) known.push(held);
      else silenced.set(rule, [held]);
    }
  }
  const silence: Directives["silence"] = (rule, { span = { start: 0, end: 0 }, file }) => {
    const held = file === undefined ? silenced.get(rule) : undefined;
    if (!held) return false;
    const { line } = lines.positionAt(span.start);
    return held.some(({ from, to }) => line >= from && line <= to);
  };
  return { silence, problems: problems.slice(0, limits.findingsPerRule) };
}

type DirectiveText = {
  readonly whole: string;
  readonly start: number;
  readonly scope: string | undefined;
  readonly content: string;
};

function matchesIn(text: string, { start, end }: Span): readonly DirectiveText[] {
  const region = text.slice(start, end);
  if (!region.includes("skillwright-disable")) return [];
  return Array.from(region.matchAll(directivePattern), ({ 0: whole, 1: scope, 2: content = "", index }) => ({
    whole,
    start: start + index,
    scope,
    content,
  }));
}

const rulesPattern = /^[\w.-]+(?:[ \t]*,[ \t]*[\w.-]+)*$/;

/** Parses `RULE, RULE -- reason`; without rule names, the comment is not a directive. */
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
