import { type Balance, balanceOfElements, type Trit, tritOfElement } from "@skillwright/core/check";
import { loadSkills } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { type Command, type Invocation, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { readSkillInput } from "../input/read-files.ts";
import type { Io } from "../io.ts";
import { safeJson } from "../terminal/safe-text.ts";
import { createStyle, type Style } from "../terminal/style.ts";
import { chooseTrit, readTritSource, type TritSource, tritSourceFlag } from "./trit-source.ts";

/** Shows the trits of a set of skills by role, and what the set needs to sum to zero. */
export const balanceCommand: Command = {
  name: "balance",
  usage: "[PATH...] [options]",
  flags: {
    trit: { type: "string", value: "0|1|2", help: "List only skills of this trit; all skills still count." },
    "trit-source": tritSourceFlag,
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `PATH is a skill, its SKILL.md, or a folder that contains skills.
A skill's name gives it a trit: 0 Coordinator, 1 Generator (+1) or 2 Verifier (-1).
A set is balanced if the trits add up to 0 modulo 3. Exit code 0 if balanced, 1 if not.`,
  examples: ["skillwright balance skills/", "skillwright balance ./pdf ./xlsx ./hello --json"],
  async run(invocation, io) {
    const source = readTritSource(invocation);
    const only = readFilter(invocation);
    const paths = invocation.positionals.length > 0 ? invocation.positionals : ["."];
    const skills = await collect(paths, source, io);
    if (skills.length === 0)
      await io.err("No skill with a readable name was found, so there is nothing to balance.\n");
    if (skills.length === 0 && !invocation.flag("json")) return exitCode.findings;
    const balance = balanceOfElements(skills.map(({ trit }) => trit.element));
    const listed = only ? skills.filter(({ trit }) => trit.element === only.element) : skills;
    await io.out(
      invocation.flag("json")
        ? toJson(listed, balance)
        : toText({ listed, balance, only }, createStyle(io.terminal.color, io.terminal.background)),
    );
    return balance.balanced && skills.length > 0 ? exitCode.ok : exitCode.findings;
  },
};

type Member = { readonly path: string; readonly name: string; readonly trit: Trit };

function readFilter(invocation: Invocation): Trit | undefined {
  const value = invocation.option("trit");
  if (value === undefined) return undefined;
  const element = elements.find((one) => String(one) === value);
  if (element !== undefined) return tritOfElement(element);
  throw new UsageError(`--trit must be 0, 1 or 2; found '${value}'.`);
}

async function collect(paths: readonly string[], source: TritSource, io: Io): Promise<readonly Member[]> {
  const members: Member[] = [];
  const skills = paths.includes("-")
    ? [await readSkillInput(paths, io)]
    : loadSkills(createNodeFileSystem(), paths, io.place);
  for (const { directory, parsed } of skills) {
    const { name, metadata } = parsed.manifest;
    if (!name) {
      await io.err(
        `note: skipped ${printable(directory)}: it has no readable name. Run \`skillwright check\` on it.\n`,
      );
      continue;
    }
    const { trit, note } = chooseTrit(name, metadata, source);
    if (note !== undefined) await io.err(`note: ${printable(directory)}: ${printable(note)}.\n`);
    members.push({ path: directory, name, trit });
  }
  return members;
}

function toJson(skills: readonly Member[], { balanced, sum, needed }: Balance): string {
  const rows = skills.map(({ path, name, trit }) => {
    return {
      path,
      name,
      trit: trit.balanced,
      element: trit.element,
      role: trit.role,
      color: trit.colors.primary,
    };
  });
  const lacking = tritOfElement(needed);
  const needs = balanced ? null : { element: needed, trit: lacking.balanced, role: lacking.role };
  return `${safeJson({ version: 1, skills: rows, balanced, sum, needs }, 2)}\n`;
}

const elements: readonly Trit["element"][] = [0, 1, 2];

type Summary = {
  readonly listed: readonly Member[];
  readonly balance: Balance;
  readonly only: Trit | undefined;
};

function toText({ listed, balance, only }: Summary, style: Style): string {
  const groups = (only ? [only] : elements.map(tritOfElement)).map((trit) => {
    const names = listed
      .filter((member) => member.trit.element === trit.element)
      .map(({ name }) => printable(name));
    const head = style.bold(style.hex(trit.colors.primary, `■ ${trit.role} (${trit.balanced})`));
    return [head, ...names.map((name) => style.hex(trit.colors.primary, `  ● ${name}`)), "\n"].join("\n");
  });
  return `${groups.join("")}${verdict(balance, style)}\n`;
}

function verdict({ balanced, needed }: Balance, style: Style): string {
  if (balanced) return style.hex("#10B981", "✓ ∑ trits ≡ 0 (mod 3) — balanced");
  const lacking = tritOfElement(needed);
  return style.hex("#EF4444", `✗ needs ${lacking.role}(${lacking.balanced}) to balance`);
}
