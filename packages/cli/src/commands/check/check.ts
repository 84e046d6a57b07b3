import type { Category } from "@skillwright/core";
import { profiles } from "@skillwright/core/check";
import type { Command, Flags } from "../../command.ts";
import { modelFlags } from "../../models/read-model-request.ts";
import { reporterNames } from "../../reporters/reporter.ts";
import { wrapText } from "../../terminal/text-width.ts";
import { runCheck } from "./run-check.ts";

const flags: Flags = {
  profile: { type: "string", short: "p", value: "NAME", help: "Client profile (default standard)." },
  format: { type: "string", value: "NAME", help: `Output format: ${reporterNames.join(", ")}.` },
  json: { type: "boolean", help: "Short for --format json." },
  fix: { type: "boolean", help: "Apply the safe fixes." },
  unsafe: { type: "boolean", help: "With --fix: also apply fixes that may change meaning." },
  "dry-run": { type: "boolean", help: "With --fix: say what would be fixed and write nothing." },
  diff: { type: "boolean", help: "With --fix: print the changes as a diff and write nothing." },
  "fail-on": {
    type: "string",
    value: "LEVEL",
    help: "Exit with 1 on findings of this severity or above: error (default), warning or info; or review.",
  },
  quiet: { type: "boolean", help: "Print only the findings that make the command fail." },
  summary: { type: "boolean", help: "Print how many findings each rule has instead of the findings." },
  config: { type: "string", value: "FILE", help: "Use this configuration file instead of the nearest one." },
};

const notes = `PATH is a skill, its SKILL.md, or a folder that contains skills at any depth; \`-\` reads one
file from standard input.
A scan gives each skill a verdict: block, review, partial (something could not be read) or pass. The
command exits with 1 on block, and with --fail-on review on everything but pass.
Profiles: ${wrapText(profiles.map((profile) => profile.name).join(", "), 80).join("\n  ")}.`;

function checkLike(name: string, categories: readonly Category[], more: Flags = {}): Command {
  return {
    name,
    usage: "[PATH...] [options]",
    flags: { ...flags, ...more },
    notes,
    examples: [`skillwright ${name} ./my-skill`, `skillwright ${name} skills/ --profile claude-code --json`],
    run: (invocation, io) => runCheck({ command: name, categories, invocation }, io),
  };
}

const scanFlags: Flags = {
  "no-cache": { type: "boolean", help: "Scan skills again that have not changed since an earlier scan." },
  baseline: { type: "string", value: "FILE", help: "Security findings in this baseline do not count." },
  "write-baseline": {
    type: "boolean",
    help: "Write the security findings to the baseline (default skillwright.baseline.json); exit with 0.",
  },
};

export const checkCommand: Command = checkLike("check", ["spec", "quality", "security"], scanFlags);
export const validateCommand: Command = checkLike("validate", ["spec"]);
export const lintCommand: Command = checkLike("lint", ["quality"]);
export const scanCommand: Command = checkLike("scan", ["security"], {
  ...scanFlags,
  infer: {
    type: "boolean",
    help: "Write the security manifest that fits what each skill does; with --dry-run, print it.",
  },
  ...modelFlags,
  model: {
    type: "string",
    value: "NAME",
    help: "Also ask this model for passages that could harm; it gets the skill's text.",
  },
});
