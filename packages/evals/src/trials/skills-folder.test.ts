import { expect, test } from "vitest";
import { showsSkill } from "./skills-folder.ts";

const skill = "/tmp/skillwright-skills-a1B2/0/birds";

test.each([
  ["read", { path: `${skill}/SKILL.md` }],
  ["Read", { file_path: `${skill}/references/a.md` }],
  ["grep", { pattern: "x", path: skill }],
  ["glob", { pattern: `${skill}/**` }],
  ["bash", { command: `cat ${skill}/SKILL.md` }],
  ["Shell", { command: `/bin/cat "${skill}/SKILL.md" | head -50` }],
  ["bash", { command: `cd ${skill} && cat SKILL.md` }],
  ["bash", { command: `cd ${skill}; ls -la; sed -n 1,40p references/a.md` }],
  ["bash", { command: `for f in ${skill}/references/*; do cat $f; done` }],
  ["bash", { command: `S=${skill}\nhead -20 $S/SKILL.md` }],
  ["bash", { command: `cat ../../skillwright-skills-a1B2/0/birds/SKILL.md` }],
  ["bash", { command: `echo $(cat ${skill}/SKILL.md)` }],
])("%s %j shows the skill", (tool, input) => {
  expect(showsSkill(tool, input)).toBe(true);
});

test.each([
  ["read", { path: "/tmp/skillwright-trial-x/work/data.csv" }],
  ["write", { path: "notes.md", content: `see ${skill}/SKILL.md` }],
  ["bash", { command: `python3 ${skill}/scripts/sum.py data.csv | head -5` }],
  ["bash", { command: `cd ${skill} && python3 scripts/sum.py | tail -1` }],
  ["bash", { command: `${skill}/scripts/sum.sh data.csv && cat /tmp/skillwright-trial-x/work/data.csv` }],
  ["bash", { command: "cat data.csv" }],
  ["bash", { command: 5 }],
  ["bash", `cat ${skill}/SKILL.md`],
  ["skills_run_script", { name: "birds", script: `${skill}/scripts/sum.sh` }],
  ["frobnicate", { path: skill }],
])("%s %j does not", (tool, input) => {
  expect(showsSkill(tool, input)).toBe(false);
});
