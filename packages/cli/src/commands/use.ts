import { joinArguments, renderActivation } from "@skillwright/core/activate";
import type { LoadedEntry } from "@skillwright/core/catalog";
import { createNodeFileSystem, nodeSha256, nodeVerify } from "@skillwright/core/node";
import { formatDecision } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import { finishCatalog } from "../catalog/findings.ts";
import { loadAvailable } from "../catalog/load-available.ts";
import { catalogFlags, catalogNotes, type OpenedCatalog } from "../catalog/open-catalog.ts";
import { openNamedSkill } from "../catalog/open-named-skill.ts";
import { type Command, type Invocation, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { installedOptions } from "../session/installed-options.ts";
import { openUserLease } from "../session/open-lease.ts";
import { openPolicies } from "../session/open-policies.ts";
import { safeJson } from "../terminal/safe-text.ts";

export const useCommand: Command = {
  name: "use",
  usage: "SKILL [ARGS...] [options]",
  flags: { json: { type: "boolean", help: "Machine-readable output." }, ...catalogFlags },
  notes: `${catalogNotes}
SKILL is a name or the path of a skill's folder.
ARGS are inserted into the skill's instructions: a single one as the whole line, several as its words. Put \`--\`
before ARGS that look like options.
Exit code 3 if the skill exists but is not available here.`,
  examples: [
    "skillwright use pdf",
    "skillwright use code-review pr-123 --json",
    "skillwright use ./skills/pdf-text",
    "skillwright use deploy -- --dry-run",
  ],
  async run(invocation, io) {
    const [name, ...words] = invocation.positionals;
    if (name === undefined) throw new UsageError("use requires a SKILL: its name or its folder.");
    const { opened, reference } = await openNamedSkill(name, invocation, { io });
    const entry = await loadAvailable(opened, reference, { command: "use", io });
    if (entry === undefined) return exitCode.refused;
    const { name: own, digest, directory = entry.skill.directory, skill } = entry;
    const version = skill.traits.metadata?.version ?? skill.traits.version;
    const denied = openUserLease(opened.fs, io, nodeVerify).check({ name: own, digest, directory, version });
    const refusal = denied?.text ?? (await checkInstalled(entry, invocation, io));
    if (refusal !== undefined) {
      await io.err(`skillwright use: ${refusal}\n`);
      return exitCode.refused;
    }
    const json = invocation.flag("json");
    await io.out(json ? toJson(entry, words, opened) : `${activate(entry, words).text}\n`);
    await finishCatalog(opened, invocation, io);
    return exitCode.ok;
  },
};

/** Why policies do not let the skill be loaded as it is now. */
async function checkInstalled(
  { skill, digest }: LoadedEntry,
  invocation: Invocation,
  io: Io,
): Promise<string | undefined> {
  const policies = await openPolicies(invocation, io);
  const rules = policies.flatMap(({ install }) => install ?? []);
  if (rules.length === 0) return undefined;
  const { createInstalledCheck } = await import("@skillwright/core/installed");
  const check = createInstalledCheck(rules, {
    ...{ fs: createNodeFileSystem(), sha256: nodeSha256 },
    ...installedOptions(policies, io.place),
  });
  const decision = await check?.({ ...skill, digest });
  return decision && formatDecision(decision);
}

function activate(entry: LoadedEntry, words: readonly string[]): ReturnType<typeof renderActivation> {
  const { name, body, truncated, directory, files, argumentNames } = entry;
  return renderActivation({
    name,
    body,
    truncated,
    files,
    ...compact({ directory, argumentNames }),
    ...(words.length === 0 ? {} : { arguments: toLine(words) }),
  });
}

/** One word is the whole line, as after `/name`; several stay separate words. */
function toLine(words: readonly string[]): string {
  const [first = "", ...others] = words;
  return others.length === 0 ? first : joinArguments(words);
}

function toJson(entry: LoadedEntry, words: readonly string[], { names }: OpenedCatalog): string {
  const { skill, digest, directory = skill.directory, files } = entry;
  const { text, arguments: given = "", bytes, truncated, filesLeftOut, notes } = activate(entry, words);
  const answer = {
    version: 1,
    id: skill.id,
    name: skill.name,
    path: names.exact(directory),
    digest,
    arguments: given,
    content: text,
    bytes,
    truncated,
    files,
    filesLeftOut,
    notes,
  };
  return `${safeJson(answer, 2)}\n`;
}
