import type { Severity } from "@skillwright/core";
import { printable } from "@skillwright/core/text";
import { createStyle } from "../terminal/style.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { formatSummary, formatVerdicts, plural } from "./text.ts";

type RuleCount = { readonly severity: Severity; findings: number; skills: number; fixable: number };

/** For people: one line per rule with its findings, skills and fixes, the most frequent first. */
export function createSummaryReporter({ command, color }: ReporterOptions): Reporter {
  const style = createStyle(color);
  const paint = { error: style.red, warning: style.yellow, info: style.blue };
  const counts = new Map<string, RuleCount>();
  return {
    begin: () => "",
    skill: ({ findings }) => {
      const seen = new Set<string>();
      for (const { rule, severity, fix } of findings) {
        const count = counts.get(rule) ?? { severity, findings: 0, skills: 0, fixable: 0 };
        counts.set(rule, count);
        count.findings++;
        if (!seen.has(rule)) count.skills++;
        if (fix?.safe) count.fixable++;
        seen.add(rule);
      }
      return "";
    },
    end: (summary) => {
      const rows = [...counts].sort(
        ([a, one], [b, other]) => other.findings - one.findings || (a < b ? -1 : 1),
      );
      const width = Math.max(0, ...rows.map(([rule]) => rule.length));
      const digits = Math.max(0, ...rows.map(([, { findings }]) => String(findings).length));
      const lines = rows.map(([rule, { severity, findings, skills, fixable }]) => {
        const fixes = fixable > 0 ? `, ${fixable} fixable with --fix` : "";
        const name = printable(rule).padEnd(width);
        const level = paint[severity](severity.padEnd(7));
        return `  ${String(findings).padStart(digits)}  ${level}  ${name}  in ${plural(skills, "skill")}${fixes}\n`;
      });
      const total = command === "scan" ? formatVerdicts(summary, style) : formatSummary(summary, 0, style);
      return `${lines.join("")}${lines.length > 0 ? "\n" : ""}${total}\n`;
    },
  };
}
