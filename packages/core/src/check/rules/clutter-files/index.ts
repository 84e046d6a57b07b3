import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "clutter-files",
  category: "quality",
  severity: "info",
  summary: "The skill's directory contains no documents about the skill itself.",
  messages: {
    clutter:
      "{file} is not mentioned in SKILL.md, and agents do not read it; a skill contains only what an agent needs. Move the file out of the skill, or its relevant parts into SKILL.md.",
  },
  check({ parsed, files }, { report }) {
    for (const { path } of files.all()) {
      if (path.includes("/") || !clutter.test(path) || parsed.text.includes(path)) continue;
      // At the root of a repository, these files are for its visitors.
      if (files.exists(".git") || files.exists(".github")) return;
      report({ message: "clutter", args: { file: path }, file: path, span: { start: 0, end: 0 } });
    }
  },
});

const clutter =
  /^(?:README|CHANGELOG|CHANGES|HISTORY|INSTALL|INSTALLATION|INSTALLATION[_-]GUIDE|CONTRIBUTING|CODE_OF_CONDUCT|QUICK[_-]?START|QUICK[_-]REFERENCE|RELEASE[_-]NOTES)(?:\.(?:md|txt|rst))?$/i;
