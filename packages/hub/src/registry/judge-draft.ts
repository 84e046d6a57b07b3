import { formatError, SkillError } from "@skillwright/core";
import type { Draft } from "@skillwright/core/registry";
import { createTree, digestTree, type FileTree, readPublication } from "@skillwright/packaging";
import type { DraftRow } from "../database/tables.ts";
import { effectivePolicy } from "../governance/active-policy.ts";
import { judgeVersion } from "../governance/judge-version.ts";
import { Refusal } from "../http/refusal.ts";
import type { Call } from "../http/route.ts";
import { findVersion } from "./find-version.ts";
import { inspectSkill } from "./inspect-skill.ts";
import { expectNames } from "./publish-version.ts";

type Author = Pick<Call<object, unknown>, "hub" | "tenant" | "principal">;

/** The files of a draft: its SKILL.md, and the others of the version that it starts from, if its author may read that. */
export async function treeOfDraft(
  { hub, tenant, principal }: Author,
  { name, base, text }: DraftRow,
): Promise<FileTree> {
  const own = { path: "SKILL.md", bytes: Buffer.from(text), executable: false };
  if (base === null) return createTree([own], name);
  const { version } = await findVersion(hub, { name, version: base, tenant, principal });
  const { entries } = await hub.registry.trees.load(version.archive_digest);
  return createTree([own, ...entries.filter(({ path }) => path !== own.path)], name);
}

/** What would happen if the draft were published now: why it cannot be, or what the rules find and the policies say. */
export async function judgeDraft(
  author: Author,
  row: DraftRow,
): Promise<Pick<Draft, "problem" | "findings" | "scan" | "verdict">> {
  try {
    const tree = await treeOfDraft(author, row);
    const folder = expectNames(row);
    const { name } = readPublication(tree, row.name);
    if (name !== folder) return { problem: `SKILL.md names the skill ${name}, not ${folder}.`, findings: [] };
    const { requested, findings, scan } = inspectSkill(tree, row.name);
    const { rules } = await effectivePolicy(author.hub.database.read, row.tenant);
    const judged = { name: row.name, digest: digestTree(tree), publisher: row.author };
    return { findings, scan, verdict: judgeVersion({ ...judged, requested, findings, scan }, rules) };
  } catch (error) {
    if (error instanceof SkillError) return { problem: formatError(error), findings: [] };
    if (error instanceof Refusal) return { problem: error.message, findings: [] };
    throw error;
  }
}
