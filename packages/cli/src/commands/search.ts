import type { SearchHit } from "@skillwright/core/catalog";
import { formatNumber, printable } from "@skillwright/core/text";
import { type Command, type Invocation, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { oneLine } from "../terminal/fit-text.ts";
import { createStyle } from "../terminal/style.ts";
import { catalogFlags, catalogNotes } from "./catalog-flags.ts";
import { finishCatalog } from "./finish-catalog.ts";
import { type OpenedCatalog, openSkills } from "./open-catalog.ts";
import { searchBatch } from "./search-batch.ts";
import { hitsText, type SearchRequest, toScore } from "./search-hits.ts";

const defaultLimit = 10;
const maxLimit = 1000;

/** The skills that fit a request, best first. */
export const searchCommand: Command = {
  name: "search",
  summary: "Find the skills that fit a request.",
  usage: "QUERY... [options]",
  flags: {
    limit: {
      type: "string",
      short: "n",
      value: "N",
      help: `At most so many skills (default ${defaultLimit}).`,
    },
    threshold: { type: "string", value: "X", help: "Leave out what fits less well, from 0 to 1." },
    json: { type: "boolean", help: "Machine-readable output." },
    batch: {
      type: "string",
      value: "FILE",
      help: "Answer every request of a file of JSON lines; `-` reads them.",
    },
    jsonl: { type: "boolean", help: "With --batch: JSON lines, the only form its answers have." },
    ...catalogFlags,
  },
  notes: `${catalogNotes}
QUERY is what you want to do, in your own words; /NAME or $NAME asks for a skill by its name.
Skills that need a program which is missing here are found too; \`skillwright explain\` says what they need.
A batch has lines {"id","query"} and is answered with lines {"id","results":[{"path","score"}]}.
Exit code 0 also when nothing fits; 1 when a line of a batch is no request.`,
  examples: [
    "skillwright search extract tables from a PDF",
    "skillwright search --batch requests.jsonl --root ./skills --limit 5 --jsonl",
  ],
  async run(invocation, io) {
    const request = readRequest(invocation);
    const file = invocation.option("batch");
    const query = readQuery(invocation, file);
    const opened = await openSkills(invocation, io, { anyMachine: true });
    if (file !== undefined) {
      const code = await searchBatch(opened, { ...request, file }, io);
      await finishCatalog(opened, invocation, io);
      return code;
    }
    const hits = await opened.catalog.search(query, request);
    if (invocation.flag("json")) await io.out(toJson(query, hits, opened));
    else if (hits.length === 0) await io.err(explainNothing(query, opened));
    else {
      const look = { style: createStyle(io.terminal.colour), columns: io.terminal.columns };
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
    throw new UsageError(`--limit is a whole number from 1 to ${maxLimit}; found '${printable(limit)}'.`);
  if (threshold === undefined) return { limit: Number(limit) };
  if (!/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(threshold) || Number(threshold) > 1)
    throw new UsageError(`--threshold is a number from 0 to 1; found '${printable(threshold)}'.`);
  return { limit: Number(limit), threshold: Number(threshold) };
}

function readQuery(invocation: Invocation, file: string | undefined): string {
  const query = invocation.positionals.join(" ").trim();
  if (file === undefined) {
    if (query === "") throw new UsageError("search takes a QUERY: what you want to do, in your own words.");
    if (invocation.flag("jsonl")) throw new UsageError("--jsonl goes with --batch; --json is for one QUERY.");
    return query;
  }
  if (query !== "") throw new UsageError("--batch reads its requests from a file; leave out QUERY.");
  if (invocation.flag("json")) throw new UsageError("--batch answers in JSON lines; say --jsonl.");
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
  return `${JSON.stringify({ version: 1, query, results }, null, 2)}\n`;
}

function explainNothing(query: string, { catalog }: OpenedCatalog): string {
  const offered = catalog.list().skills.filter(({ enabled }) => enabled).length;
  if (offered === 0) return "There are no skills to search; `skillwright list` says where was looked.\n";
  const { near } = catalog.explain(query);
  const hint = near === undefined ? "" : ` Did you mean ${oneLine(near)}?`;
  return `None of ${formatNumber(offered)} skills fits.${hint} Try other words, or see them all with \`skillwright list\`.\n`;
}
