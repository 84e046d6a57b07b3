import { dirname, join, resolve } from "node:path";
import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { agentsThatSee } from "../../catalog/agents-that-see.ts";
import type { Command, Invocation } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { trustCreated } from "../trust/trust-created.ts";
import { askPlan } from "./ask-plan.ts";
import { type PlannedFile, planSkill, templateNames } from "./templates.ts";

/** Creates a skill that passes `check` from the start. */
export const newCommand: Command = {
  name: "new",
  usage: "[NAME] [options]",
  flags: {
    template: {
      type: "string",
      short: "t",
      value: "NAME",
      help: `${templateNames.join(", ")} (default: the first).`,
    },
    description: {
      type: "string",
      short: "d",
      value: "TEXT",
      help: "What the skill does and when to use it.",
    },
    license: { type: "string", value: "ID", help: "License, such as MIT or Apache-2.0." },
    dir: { type: "string", value: "FOLDER", help: "Parent folder (default: the current one)." },
    yes: { type: "boolean", short: "y", help: "Do not ask; use defaults for missing flags." },
    "dry-run": { type: "boolean", help: "Show what would be created; create nothing." },
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: "Asks for missing values in a terminal. Never overwrites anything.",
  examples: [
    "skillwright new invoice-check --yes",
    'skillwright new invoice-check --template with-scripts --description "Checks invoices. Use when …"',
  ],
  async run(invocation, io) {
    const fs = createNodeFileSystem();
    const pathOf = (name: string): string => join(invocation.option("dir") ?? ".", name);
    const plan = await askPlan(invocation, io, (name) => refuseExisting(fs, io.cwd, pathOf(name)));
    const path = pathOf(plan.name);
    const files = planSkill(plan);
    if (!invocation.flag("dry-run")) {
      const directory = resolve(io.cwd, path);
      apply(fs, directory, files);
      await trustQuietly(fs.realPath(directory) ?? directory, invocation, io);
    }
    await io.out(report({ path, files, invocation }, io));
    return exitCode.ok;
  },
};

/** A broken configuration must not fail a command that has done its work; the user can run `trust` later. */
async function trustQuietly(directory: string, invocation: Invocation, io: Io): Promise<void> {
  try {
    await trustCreated({ folder: directory, directories: [directory], own: true }, invocation, io);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
  }
}

/** Only an empty folder may already exist. */
function refuseExisting(fs: FileSystem, cwd: string, path: string): void {
  const place = resolve(cwd, path);
  const found = fs.stat(place);
  if (!found || (found.kind === "directory" && fs.list(place).length === 0)) return;
  throw new SkillError("file-exists", { path });
}

function apply(fs: FileSystem, root: string, files: readonly PlannedFile[]): void {
  for (const { path, content, executable } of files) {
    fs.write(join(root, path), new TextEncoder().encode(content), { executable });
  }
}

type Created = {
  readonly path: string;
  readonly files: readonly PlannedFile[];
  readonly invocation: Invocation;
};

function report({ path, files, invocation }: Created, io: Io): string {
  const style = createStyle(io.terminal.color);
  const paths = files.map((file) => file.path);
  if (invocation.flag("json")) return `${safeJson({ version: 1, path, files: paths }, 2)}\n`;
  const shown = printable(path);
  const list = paths.map((file) => `  ${file}\n`).join("");
  if (invocation.flag("dry-run")) return `Would create ${style.bold(shown)}\n${list}`;
  const quoted = /^[\w./-]+$/.test(path) ? path : `'${shown.replaceAll("'", "'\\''")}'`;
  const hasTests = paths.some((file) => file.startsWith("tests/"));
  const steps = [
    `Edit ${shown}/SKILL.md.`,
    `Run \`skillwright check ${quoted}\`.`,
    ...(hasTests ? [`Run its tests: \`skillwright test ${quoted}\`.`] : []),
    `Add requests to ${shown}/evals/evals.json, then run \`skillwright eval ${quoted}\`.`,
    whereAgentsLook(resolve(io.cwd, path), io),
  ];
  return [
    `${style.green("✓")} Created ${style.bold(shown)}\n${list}`,
    "Next:",
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    "",
  ].join("\n");
}

/** Which agents find the new skill, or where to put it so that they do. */
function whereAgentsLook(skill: string, io: Io): string {
  const path = dirname(skill);
  const agents = (["project", "personal"] as const).flatMap((scope) => agentsThatSee({ path, scope }, io));
  const [first, second, ...more] = new Set(agents);
  if (first === undefined)
    return "Move it to a folder where agents look, such as .claude/skills or ~/.agents/skills.";
  const names = [
    first,
    ...(second === undefined ? [] : [second]),
    ...(more.length === 0 ? [] : [`${more.length} more`]),
  ];
  return `Agents that look there: ${names.join(", ")}. \`skillwright list\` shows it.`;
}
