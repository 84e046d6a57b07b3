import type { SearchHit } from "@skillwright/core/catalog";
import { formatNumber, printable } from "@skillwright/core/text";
import { finishCatalog } from "../../catalog/findings.ts";
import { openHubView } from "../../catalog/hub-view.ts";
import {
  catalogFlags,
  catalogNotes,
  type OpenedCatalog,
  openSkills,
  type PathNames,
} from "../../catalog/open-catalog.ts";

import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { fitText, oneLine, safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import type { TableLook } from "../list/skill-table.ts";
import { searchBatch, toScore } from "./search-batch.ts";

const defaultLimit = 10;
const maxLimit = 1000;

export const searchCommand: Command = {
  name: "search",
  usage: "QUERY... [options]",
  flags: {
    limit: {
      type: "string",
      short: "n",
      value: "N",
      help: `Maximum number of results (default ${defaultLimit}).`,
    },
    threshold: { type: "string", value: "X", help: "Minimum score, from 0 to 1." },
    json: { type: "boolean", help: "Machine-readable output." },
    batch: {
      type: "string",
      value: "FILE",
      help: "Answer every request in a JSON Lines file; `-` reads standard input.",
    },
    jsonl: { type: "boolean", help: "With --batch: JSON Lines output, its only format." },
    ...catalogFlags,
  },
  notes: `${catalogNotes}
QUERY is what you want to do, in your own words; /NAME or $NAME finds a skill by name.
Results include skills that need a missing program; \`skillwright explain\` shows what they need.
A batch has lines {"id","query"}; the output has lines {"id","results":[{"path","score"}]}.
Exit code 0 even if nothing matches; 1 if a line of a batch is invalid.`,
  examples: [
    "skillwright search extract tables from a PDF",
    "skillwright search --batch requests.jsonl --root ./skills --limit 5 --jsonl",
  ],
  async run(invocation, io) {
    const request = readRequest(invocation);
    const file = invocation.option("batch");
    const query = readQuery(invocation, file);
    const skills = await openSkills(invocation, io, { anyMachine: true });
    const opened = { ...skills, catalog: (await openHubView(skills, io)).catalog };
    if (file !== undefined) {
      const code = await searchBatch(opened, { ...request, file }, io);
      await finishCatalog(opened, invocation, io);
      return code;
    }
    const hits = await opened.catalog.search(query, request);
    if (invocation.flag("json")) await io.out(toJson(query, hits, opened));
    else if (hits.length === 0) await io.err(explainNothing(query, opened));
    else {
      const look = { style: createStyle(io.terminal.color), columns: io.terminal.columns };
      await io.out(hitsText(hits, opened.names, look));
    }
    await finishCatalog(opened, invocation, io);
    return exitCode.ok;
  },
};

function readRequest(invocation: Invocation): SearchRequest {
  const limit = invocation.option("limit") ?? String(defaultLimit);
  const threshold = invocation.option("threshold");
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > maxLimit)
    throw new UsageError(
      `--limit must be a whole number from 1 to ${maxLimit}; found '${printable(limit)}'.`,
    );
  if (threshold === undefined) return { limit: Number(limit) };
  if (!/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(threshold) || Number(threshold) > 1)
    throw new UsageError(`--threshold must be a number from 0 to 1; found '${printable(threshold)}'.`);
  return { limit: Number(limit), threshold: Number(threshold) };
}

function readQuery(invocation: Invocation, file: string | undefined): string {
  const query = invocation.positionals.join(" ").trim();
  if (file === undefined) {
    if (query === "")
      throw new UsageError("search requires a QUERY: what you want to do, in your own words.");
    if (invocation.flag("jsonl")) throw new UsageError("--jsonl requires --batch; use --json for one QUERY.");
    return query;
  }
  if (query !== "")
    throw new UsageError("--batch reads requests from a file and cannot be combined with QUERY.");
  if (invocation.flag("json"))
    throw new UsageError("--batch prints JSON Lines; use --jsonl instead of --json.");
  return query;
}

function toJson(query: string, hits: readonly SearchHit[], { names }: OpenedCatalog): string {
  const results = hits.map(({ skill, score }) => ({
    id: skill.id,
    path: names.exact(skill.directory),
    score: toScore(score),
    name: skill.name,
    description: skill.description,
  }));
  return `${safeJson({ version: 1, query, results }, 2)}\n`;
}

function explainNothing(query: string, { catalog }: OpenedCatalog): string {
  const offered = catalog.list().skills.filter(({ enabled }) => enabled).length;
  if (offered === 0)
    return "There are no skills to search; `skillwright list` shows which folders were searched.\n";
  const { near } = catalog.explain(query);
  const hint = near === undefined ? "" : ` Did you mean ${oneLine(near)}?`;
  return `None of ${formatNumber(offered)} skills matches.${hint} Try other words, or list all with \`skillwright list\`.\n`;
}

/** Maximum number of results and minimum score. */
export type SearchRequest = { readonly limit: number; readonly threshold?: number };

/** Results for people: rank, name, score, description and path. */
function hitsText(hits: readonly SearchHit[], names: PathNames, { style, columns }: TableLook): string {
  const rankWidth = String(hits.length).length;
  const indent = " ".repeat(rankWidth + 2);
  const room = columns - indent.length;
  return hits
    .map(({ skill, score }, index) => {
      const rank = `${index + 1}.`.padStart(rankWidth + 1);
      const percent = `${Math.round(score * 100)} %`;
      return [
        `${style.dim(rank)} ${style.bold(oneLine(skill.id))}  ${bar(score, style)} ${percent}`,
        `${indent}${fitText(skill.description, room)}`,
        `${indent}${style.dim(oneLine(names.short(skill.directory)))}`,
        "",
      ].join("\n");
    })
    .join("");
}

const barWidth = 8;

function bar(score: number, style: TableLook["style"]): string {
  const filled = Math.round(Math.min(1, Math.max(0, score)) * barWidth);
  return `${style.green("█".repeat(filled))}${style.dim("░".repeat(barWidth - filled))}`;
}
