import type { CatalogSkill, ShadowedSkill } from "@skillwright/core/catalog";
import type { DiscoveryFinding } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import { digestOf, finishCatalog, isUrgent, toFindingRow } from "../../catalog/findings.ts";
import { catalogFlags, catalogNotes, type OpenedCatalog, openSkills } from "../../catalog/open-catalog.ts";

import { toSkillLine, toSkillRow } from "../../catalog/reason-words.ts";
import { type Command, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { createProgress } from "../../terminal/progress.ts";
import { createStyle } from "../../terminal/style.ts";
import { countOf } from "../../terminal/text-width.ts";
import { type SkillBranch, skillTable, skillTree } from "./skill-table.ts";

export const listCommand: Command = {
  name: "list",
  usage: "[options]",
  flags: {
    all: { type: "boolean", short: "a", help: "Include unavailable and shadowed skills, with the reason." },
    tree: { type: "boolean", help: "Group by scope and folder." },
    json: { type: "boolean", help: "Machine-readable output with content digests; implies --all." },
    ...catalogFlags,
  },
  notes: catalogNotes,
  examples: ["skillwright list", "skillwright list --all --tree", "skillwright list --root ./skills --json"],
  async run(invocation, io) {
    const [extra] = invocation.positionals;
    if (extra !== undefined) throw new UsageError(`list takes no arguments; did you mean --root ${extra}?`);
    const opened = await openSkills(invocation, io);
    if (invocation.flag("json")) await writeJson(opened, io);
    else await writeText(opened, io, { all: invocation.flag("all"), tree: invocation.flag("tree") });
    if (!invocation.flag("json") && !invocation.flag("verbose")) await countFindings(opened, io);
    await finishCatalog(opened, invocation, io);
    return exitCode.ok;
  },
};

/** Buffer size between writes, to save system calls. */
const writeChunk = 64 * 1024;

/** Writes one skill per line. A skill that cannot be read completely has no digest, and a finding says why. */
async function writeJson({ catalog, names }: OpenedCatalog, io: Io): Promise<void> {
  const { skills, shadowed, findings } = catalog.list();
  const unread: DiscoveryFinding[] = [];
  const progress = createProgress(io, "Reading skills:");
  let buffer = '{"version":1,"skills":[';
  const writeRows = async (rows: readonly (CatalogSkill | ShadowedSkill)[]): Promise<void> => {
    let separator = "\n";
    for (const [index, skill] of rows.entries()) {
      await progress.tick(index);
      const digest = digestOf(catalog, skill);
      if (typeof digest !== "string") unread.push(digest);
      buffer +=
        separator + JSON.stringify(toSkillRow(skill, names, typeof digest === "string" ? digest : null));
      separator = ",\n";
      if (buffer.length < writeChunk) continue;
      await io.out(buffer);
      buffer = "";
    }
  };
  await writeRows(skills);
  buffer += '\n],"shadowed":[';
  await writeRows(shadowed);
  await progress.done();
  const rows = [...findings, ...unread].map((finding) => JSON.stringify(toFindingRow(finding, names.exact)));
  await io.out(`${buffer}\n],"findings":[\n${rows.join(",\n")}\n]}\n`);
}

type ListLook = { readonly all: boolean; readonly tree: boolean };

async function writeText(opened: OpenedCatalog, io: Io, { all, tree }: ListLook): Promise<void> {
  const { skills, shadowed } = opened.catalog.list();
  const shown = all ? [...skills, ...shadowed].sort(byId) : skills.filter(({ enabled }) => enabled);
  const look = { style: createStyle(io.terminal.color), columns: io.terminal.columns };
  const winners = new Map(all ? skills.map((skill) => [skill.id, skill]) : []);
  const toLine = (skill: CatalogSkill | ShadowedSkill): ReturnType<typeof toSkillLine> =>
    toSkillLine(skill, "winner" in skill ? winners.get(skill.winner) : undefined);
  if (shown.length > 0)
    await io.out(
      tree ? skillTree(toBranches(shown, opened, toLine), look) : skillTable(shown.map(toLine), look),
    );
  const disabled = skills.filter(({ enabled }) => !enabled).length;
  if (skills.length === 0) await io.err(explainNothing(opened));
  else if (!all && disabled > 0)
    await io.err(`note: ${count(disabled, "skill")} not available here; run with --all to see why.\n`);
}

function byId(a: CatalogSkill, b: CatalogSkill): number {
  return a.id < b.id ? -1 : 1;
}

/** Folders in order of precedence, each with its skills. */
function toBranches(
  skills: readonly (CatalogSkill | ShadowedSkill)[],
  { roots, names }: OpenedCatalog,
  toLine: (skill: CatalogSkill | ShadowedSkill) => SkillBranch["skills"][number],
): readonly SkillBranch[] {
  const byRoot = Map.groupBy(skills, ({ root }) => root.path);
  return roots.flatMap(({ path, scope, client, package: from }) => {
    const found = byRoot.get(path) ?? [];
    const owner = from ?? client;
    const folder = printable(`${names.short(path)}${owner === undefined ? "" : ` (${owner})`}`);
    return found.length === 0 ? [] : [{ scope, folder, skills: found.map(toLine) }];
  });
}

function explainNothing({ roots, names }: OpenedCatalog): string {
  const places =
    roots.length === 0
      ? "None of the usual skill folders exists, such as .claude/skills or ~/.agents/skills."
      : `Searched ${roots.map(({ path }) => printable(names.short(path))).join(", ")}.`;
  return `No skills found. ${places}\nCreate one with \`skillwright new NAME --dir .claude/skills\`, or search another folder with --root DIR.\n`;
}

/** Points to `doctor` if there are problems. */
async function countFindings({ catalog }: OpenedCatalog, io: Io): Promise<void> {
  const untold = catalog.list().findings.filter((one) => !isUrgent(one) && one.severity !== "info").length;
  if (untold === 0) return;
  await io.err(`note: ${countOf(untold, "problem")} found; run \`skillwright doctor\` for details.\n`);
}

function count(number: number, noun: string): string {
  return `${countOf(number, noun)} ${number === 1 ? "is" : "are"}`;
}
