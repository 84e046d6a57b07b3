import { loadSkill, skillFromText } from "../discover/load-skill.ts";
import type { Finding } from "../finding.ts";
import { createMemoryFileSystem, type MemoryFiles } from "../fs/memory.ts";
import { collectEvidence } from "../scan/collect-evidence.ts";
import { type CheckSettings, createChecker } from "./check-skill.ts";

import { fixSkill } from "./fix-skill.ts";
import type { RuleOptions } from "./rule.ts";

/** For tests of rules: the findings of one rule in a text or in the skills of a memory file system. */
export function findingsOf(
  rule: string,
  skill: string | MemoryFiles,
  options: RuleOptions = {},
): readonly Finding[] {
  const check = createChecker(onlyRule(rule, options));
  const loaded = typeof skill === "string" ? [skillFromText(skill)] : loadAll(skill);
  return loaded.flatMap((one) => check(one)).filter((finding) => finding.rule === rule);
}

/** For tests of rules: the text after the rule's fixes, unsafe ones included. */
export function fixedBy(rule: string, text: string): string {
  return fixSkill(skillFromText(text), { ...onlyRule(rule, {}), unsafe: true }).text;
}

function onlyRule(rule: string, options: RuleOptions): CheckSettings {
  return {
    collectEvidence,
    profile: {
      name: "test",
      summary: "",
      severities: {},
      otherwise: { error: "off", warning: "off", info: "off" },
    },
    rules: { [rule]: { severity: "error", options } },
  };
}

function loadAll(files: MemoryFiles): ReturnType<typeof loadSkill>[] {
  const fs = createMemoryFileSystem(files);
  const folders = Object.keys(files).filter((path) => /(?:^|\/)skill\.md$/i.test(path));
  return folders
    .map((path) => loadSkill(fs, path.slice(0, path.lastIndexOf("/"))))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
