import { spansContaining } from "../../../markdown/prose.ts";
import { type CheckedSkill, defineRule, type Rule } from "../../rule.ts";

/** skillscraft: large skills have 200 lines or more. */
const defaults = { minLines: 200 };

export const rule: Rule = defineRule({
  id: "progressive-disclosure",
  category: "quality",
  severity: "warning",
  summary: "A long skill keeps details in separate files.",
  messages: {
    oneFile:
      "The instructions have {lines} lines in one file; above {min} lines, move details that are not always needed into references/ and say when to read each file.",
  },
  options: defaults,
  check(skill, { report, options }) {
    const { minLines = defaults.minLines } = options;
    const { parsed, outline } = skill;
    if (outline.lineCount < minLines || mentionsFiles(skill) || hasFiles(skill)) return;
    const start = outline.headings[0]?.span.start ?? parsed.bodySpan.start;
    const end = outline.headings[0]?.span.end ?? parsed.bodySpan.start;
    report({ message: "oneFile", args: { lines: outline.lineCount, min: minLines }, span: { start, end } });
  },
});

const folderMention = /\b(?:references?|scripts|assets|docs|examples|templates|resources)\/\w/;

function mentionsFiles({ parsed, outline, references }: CheckedSkill): boolean {
  if (references.some(({ escapes }) => !escapes)) return true;
  return spansContaining(parsed.text, outline.codeSpans, "/").some(({ start, end }) =>
    folderMention.test(parsed.text.slice(start, end)),
  );
}

/** Files about the skill rather than part of it. */
const aboutSkill = /^(?:SKILL|README|CHANGELOG|LICENSE|LICENCE|NOTICE|CONTRIBUTING)(?:\.\w+)?$/i;

function hasFiles({ files }: CheckedSkill): boolean {
  return files.all().some(({ path }) => !aboutSkill.test(path) && !path.startsWith("."));
}
