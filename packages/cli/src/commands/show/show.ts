import { limits } from "@skillwright/core";
import {
  findSkills,
  type LoadedSkill,
  loadSkill,
  loadSkills,
  skillFromBytes,
} from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { renderMarkdown } from "../../terminal/markdown/render-markdown.ts";
import { readable, safeJson } from "../../terminal/safe-text.ts";
import { createTheme } from "../../terminal/style.ts";
import { readTritSource, type TritSource, tritSourceFlag } from "../trit-source.ts";
import { describeSkill, explainUnreadable, type ShownSkill } from "./describe-skill.ts";
import { skillBox, skillFacts } from "./skill-box.ts";

/** Longer lines are hard to read. */
const maxWidth = 100;
const minWidth = 24;

export const showCommand: Command = {
  name: "show",
  usage: "[PATH] [options]",
  flags: {
    width: {
      type: "string",
      short: "w",
      value: "N",
      help: `Columns to use (default: the terminal's, at most ${maxWidth}).`,
    },
    "trit-source": tritSourceFlag,
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: "PATH is a skill, its SKILL.md, `-` for standard input, or a folder of skills to list.",
  examples: ["skillwright show ./my-skill", "skillwright show skills/ --width 72"],
  async run(invocation, io) {
    const request = {
      source: readTritSource(invocation),
      width: readWidth(invocation, io),
      json: invocation.flag("json"),
    };
    const target = await open(invocation.positionals, io);
    return target.kind === "one" ? showOne(target.skill, request, io) : showList(target.skills, request, io);
  },
};

type Request = { readonly source: TritSource; readonly width: number; readonly json: boolean };
type Target =
  | { readonly kind: "one"; readonly skill: LoadedSkill }
  | { readonly kind: "list"; readonly skills: Iterable<LoadedSkill> };

function readWidth(invocation: Invocation, { terminal }: Io): number {
  const value = invocation.option("width");
  if (value === undefined) return Math.max(minWidth, Math.min(maxWidth, terminal.columns));
  const width = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (width >= minWidth) return width;
  throw new UsageError(`--width must be at least ${minWidth}; found '${value}'.`);
}

async function open([path = ".", extra]: readonly string[], io: Io): Promise<Target> {
  if (extra !== undefined)
    throw new UsageError("show takes one PATH; give a folder to list the skills in it.");
  if (path === "-")
    return { kind: "one", skill: skillFromBytes(await io.readInput(limits.skillFileBytes), "<stdin>") };
  const fs = createNodeFileSystem();
  const [first] = findSkills(fs, path, io.place).take(1);
  const isFolder = fs.stat(path)?.kind === "directory" && first?.directory !== path.replace(/(?<=.)\/$/, "");
  if (first === undefined || isFolder) return { kind: "list", skills: loadSkills(fs, [path], io.place) };
  return { kind: "one", skill: loadSkill(fs, first.directory) };
}

async function showOne(skill: LoadedSkill, { source, width, json }: Request, io: Io): Promise<number> {
  const shown = await describe(skill, source, io);
  if (!shown) return exitCode.findings;
  if (json) {
    await io.out(`${safeJson({ version: 1, ...toRow(shown) }, 2)}\n`);
    return exitCode.ok;
  }
  const theme = createTheme(shown.trit, io.terminal);
  const inside = { theme, columns: width - 2 * margin.length };
  const body = await renderMarkdown(readable(shown.body), inside);
  const facts = skillFacts(shown, inside);
  const lines = [...facts, "", ...body, ""].map((line) => (line === "" ? "" : margin + line));
  await io.out(`${[...skillBox(shown, { ...io.terminal, width }), ...lines].join("\n")}\n`);
  return exitCode.ok;
}

const margin = "  ";

async function showList(
  skills: Iterable<LoadedSkill>,
  { source, width, json }: Request,
  io: Io,
): Promise<number> {
  const rows: object[] = [];
  let code: number = exitCode.ok;
  for (const skill of skills) {
    const shown = await describe(skill, source, io);
    if (!shown) code = exitCode.findings;
    else if (json) rows.push(toRow(shown));
    else await io.out(`${skillBox(shown, { ...io.terminal, width }).join("\n")}\n`);
  }
  if (json) await io.out(`${safeJson({ version: 1, skills: rows }, 2)}\n`);
  return code;
}

/** Describes a skill; if unreadable, prints why and returns undefined. */
async function describe(skill: LoadedSkill, source: TritSource, io: Io): Promise<ShownSkill | undefined> {
  const shown = describeSkill(skill, source);
  if (!shown) await io.err(explainUnreadable(skill));
  if (shown?.note !== undefined) await io.err(`note: ${printable(shown.path)}: ${printable(shown.note)}.\n`);
  return shown;
}

function toRow({ path, name, description, trit, lines, tokens, manifest }: ShownSkill): object {
  return {
    path,
    name,
    description,
    trit: trit.balanced,
    role: trit.role,
    color: trit.colors.primary,
    lines,
    tokens,
    manifest,
  };
}
