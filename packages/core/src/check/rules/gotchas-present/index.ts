import { defineRule, type Rule } from "../../rule.ts";

/** skillscraft: skills over 50 lines. */
const defaults = { minLines: 50 };

export const rule: Rule = defineRule({
  id: "gotchas-present",
  category: "quality",
  severity: "info",
  summary: "A longer skill has a section on what goes wrong.",
  messages: {
    missing:
      "The instructions have {lines} lines and no section on what can go wrong; if there are pitfalls an agent would not expect, add a '## Gotchas' section.",
  },
  options: defaults,
  check({ parsed, outline }, { report, options }) {
    const { minLines = defaults.minLines } = options;
    if (outline.lineCount <= minLines) return;
    const headings = outline.headings.map(({ text }) => text).join("\n");
    if (warns.test(headings) || !isLatin(headings)) return;
    if (inlineSigns.some((sign) => parsed.text.includes(sign))) return;
    const span = outline.headings[0]?.span ?? { start: parsed.bodySpan.start, end: parsed.bodySpan.start };
    report({ message: "missing", args: { lines: outline.lineCount }, span });
  },
});

const warns =
  /\b(?:gotcha|caveat|pitfall|limit|troubleshoot|known issue|quirk|trap|anti[- ]?pattern|edge[ -]case|mistake|fail|go(?:es)? wrong|watch out|warning|avoid|common (?:error|issue|problem)|error (?:handling|recovery)|errors?\b|faq\b|do(?:n['’]t| not)\b|never|not to do|red flag|guardrail|constraint|safety|important|beware|hard rules|restriction|rationali[sz]ation)/i;

/** Some authors use bold text instead of a heading: "**Gotcha:** …". */
const inlineSigns: readonly string[] = ["Gotcha", "Pitfall", "Caveat"];

function isLatin(text: string): boolean {
  return !/[^\t\n -~]/.test(text) || !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text);
}
