import type { CatalogSkill, ShadowedSkill } from "@skillwright/core/catalog";
import type { DiscoveryFinding } from "@skillwright/core/discover";
import { formatNumber, printable } from "@skillwright/core/text";
import { agentsThatFind } from "../../catalog/agents-that-see.ts";
import { digestOf, finishCatalog, isUrgent, toFindingRow } from "../../catalog/findings.ts";
import { type HubView, openHubView } from "../../catalog/hub-view.ts";
import { catalogFlags, catalogNotes, type OpenedCatalog, openSkills } from "../../catalog/open-catalog.ts";

import { toSkillLine, toSkillRow } from "../../catalog/reason-words.ts";
import type { Command } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { createProgress } from "../../terminal/progress.ts";
import { oneLine, safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { countOf } from "../../terminal/text-width.ts";
import { type SkillBranch, type SkillLine, skillTable, skillTree } from "./skill-table.ts";

export const listCommand: Command = {
  name: "list",
  usage: "[WORD...] [options]",
  flags: {
    all: { type: "boolean", short: "a", help: "Include unavailable and shadowed skills, with the reason." },
    tree: { type: "boolean", help: "Group by scope and folder." },
    json: { type: "boolean", help: "Machine-readable output with content digests; implies --all." },
    ...catalogFlags,
  },
  notes: `WORDs filter the list: a skill is listed if its name, description or tags contain all of them.
In a pipe, each skill is one line with the agents that see it and its whole description.
${catalogNotes}`,
  examples: [
    "skillwright list",
    "skillwright list pdf",
    "skillwright list --all --tree",
    "skillwright list --root ./skills --json",
  ],
  async run(invocation, io) {
    const { positionals: words } = invocation;
    const skills = await openSkills(invocation, io);
    const view = await openHubView(skills, io);
    const opened = { ...skills, catalog: view.catalog, markOf: view.markOf };
    if (invocation.flag("json")) await writeJson(opened, words, io);
    else await writeText(opened, io, { words, all: invocation.flag("all"), tree: invocation.flag("tree") });
    if (!invocation.flag("json") && !invocation.flag("verbose")) await countFindings(opened, io);
    await finishCatalog(opened, invocation, io);
    return exitCode.ok;
  },
};

type Marked = OpenedCatalog & Pick<HubView, "markOf">;

/** Buffer size between writes, to save system calls. */
const writeChunk = 64 * 1024;

/** Writes one skill per line. A skill that cannot be read completely has no digest, and a finding says why. */
async function writeJson(
  { catalog, names, markOf }: Marked,
  words: readonly string[],
  io: Io,
): Promise<void> {
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
        separator +
        safeJson({
          ...toSkillRow(skill, names, {
            digest: typeof digest === "string" ? digest : null,
            hub: markOf(skill),
          }),
          agents: agentsThatFind(skill, io),
        });
      separator = ",\n";
      if (buffer.length < writeChunk) continue;
      await io.out(buffer);
      buffer = "";
    }
  };
  await writeRows(skills.filter((skill) => hasWords(skill, words)));
  buffer += '\n],"shadowed":[';
  await writeRows(shadowed.filter((skill) => hasWords(skill, words)));
  await progress.done();
  const rows = [...findings, ...unread].map((finding) => safeJson(toFindingRow(finding, names.exact)));
  await io.out(`${buffer}\n],"findings":[\n${rows.join(",\n")}\n]}\n`);
}

type ListLook = { readonly words: readonly string[]; readonly all: boolean; readonly tree: boolean };

async function writeText(opened: Marked, io: Io, { words, all, tree }: ListLook): Promise<void> {
  const { skills, shadowed } = opened.catalog.list();
  const candidates = all ? [...skills, ...shadowed].sort(byId) : skills.filter(({ enabled }) => enabled);
  const shown = candidates.filter((skill) => hasWords(skill, words));
  const { color, columns, screen } = io.terminal;
  const look = { style: createStyle(color), columns: screen ? columns : Number.POSITIVE_INFINITY };
  const winners = new Map(all ? skills.map((skill) => [skill.id, skill]) : []);
  const toLine = (skill: CatalogSkill | ShadowedSkill): SkillLine => {
    const line = toSkillLine(skill, {
      winner: "winner" in skill ? winners.get(skill.winner) : undefined,
      mark: opened.markOf(skill),
    });
    return screen ? line : { ...line, agents: agentsText(agentsThatFind(skill, io)) };
  };
  if (shown.length > 0)
    await io.out(
      tree ? skillTree(toBranches(shown, opened, toLine), look) : skillTable(shown.map(toLine), look),
    );
  if (skills.length === 0) await io.err(explainNothing(opened));
  else await io.err(totals({ shown: shown.length, candidates: candidates.length, words }));
  const disabled = skills.filter(({ enabled }) => !enabled).length;
  if (!all && disabled > 0)
    await io.err(`note: ${count(disabled, "skill")} not available here; run with --all to see why.\n`);
  const withheld = skills.filter((skill) => skill.disabled.includes("withheld"));
  for (const { id } of all ? [] : withheld.slice(0, namedSkills))
    await io.err(
      `note: your organization does not permit ${oneLine(id)}; run \`skillwright explain ${oneLine(id)}\`.\n`,
    );
}

/** Whether a skill's name, description or tags contain all words. */
function hasWords({ id, description, traits }: CatalogSkill, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = [id, description, ...(traits.tags ?? [])].join("\n").toLowerCase();
  return words.every((word) => text.includes(word.toLowerCase()));
}

/** `claude-code, cursor +12`. */
function agentsText(agents: readonly string[]): string {
  const more = agents.length - namedAgents;
  return `${agents.slice(0, namedAgents).join(",") || "-"}${more > 0 ? `,+${more}` : ""}`;
}

const namedAgents = 3;
const namedSkills = 5;

type Totals = { readonly shown: number; readonly candidates: number; readonly words: readonly string[] };

function totals({ shown, candidates, words }: Totals): string {
  if (words.length === 0) return `${countOf(shown, "skill")}\n`;
  const [first = ""] = words;
  const hint =
    shown === 0 && /[./]/.test(first) ? ` To search a folder, use --root ${printable(first)}.` : "";
  return `${countOf(shown, "skill")} of ${formatNumber(candidates)} with '${printable(words.join(" "))}'.${hint}\n`;
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
