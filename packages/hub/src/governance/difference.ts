import { compareReviews } from "@skillwright/core/check";
import type { ApprovalReview, ChangedFile, ReviewedRequest } from "@skillwright/core/registry";
import { decodeUtf8 } from "@skillwright/core/text";
import type { FileTree } from "@skillwright/packaging";
import type { HubDatabase } from "../database/database.ts";
import type { VersionRow } from "../database/tables.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { changedFiles } from "../registry/changed-files.ts";
import { type Requested, readRequested } from "./requested.ts";

type Difference = Pick<
  ApprovalReview,
  "comparedWith" | "requestedBefore" | "verdictBefore" | "change" | "files"
>;

/** What a version has that the last approved one has not: permissions, findings and the texts of its files. */
export async function differenceOf(
  { database, registry }: Pick<Hub, "database" | "registry">,
  version: VersionRow,
): Promise<Difference> {
  const before = await lastApproved(database, version);
  const after = readRequested(version);
  const base = before && readRequested(before);
  const known = base ?? { requested: nothing, findings: [] };
  const change = compareReviews(
    { ...known.requested, findings: known.findings },
    { ...after.requested, findings: after.findings },
  );
  const newOnes = (key: "scripts" | "hosts"): readonly string[] =>
    after.requested[key].filter((one) => !known.requested[key].includes(one));
  return {
    ...(before && { comparedWith: before.version, requestedBefore: toRequest(known.requested) }),
    ...(base?.scan && { verdictBefore: base.scan.verdict }),
    change: { ...change, moreScripts: newOnes("scripts"), moreHosts: newOnes("hosts") },
    files: compareTrees(
      before && (await registry.trees.load(before.archive_digest)),
      await registry.trees.load(version.archive_digest),
      new Set([...after.requested.scripts, ...known.requested.scripts]),
    ),
  };
}

/** What a version asks for, as reviewers see it. */
export function toRequest({ tools, scripts, hookCommands, hosts }: Requested): ReviewedRequest {
  return { ...(tools && { tools }), scripts, hooks: hookCommands, hosts };
}

/** Without an earlier version, everything that is asked for is new. */
const nothing = { tools: [], scripts: [], hooks: [], hookCommands: [], hosts: [] };

async function lastApproved(database: HubDatabase, version: VersionRow): Promise<VersionRow | undefined> {
  return database.read
    .selectFrom("versions")
    .selectAll()
    .where("tenant", "=", version.tenant)
    .where("name", "=", version.name)
    .where("state", "in", ["approved", "deprecated"])
    .where("version", "!=", version.version)
    .where("published_at", "<=", version.published_at)
    .orderBy("published_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

function compareTrees(
  before: FileTree | undefined,
  after: FileTree,
  scripts: ReadonlySet<string>,
): readonly ChangedFile[] {
  let room: number = hubLimits.differenceBytes;
  const text = (bytes: Uint8Array | undefined): string | undefined => {
    if (bytes === undefined || bytes.length > Math.min(room, hubLimits.differenceFileBytes)) return undefined;
    room -= bytes.length;
    return decodeUtf8(bytes);
  };
  return changedFiles(before, after).map(({ path, change, ...bytes }) => {
    const [beforeText, afterText] = [text(bytes.before), text(bytes.after)];
    return {
      ...{ path, change, isScript: scripts.has(path) },
      ...(beforeText !== undefined && { before: beforeText }),
      ...(afterText !== undefined && { after: afterText }),
    };
  });
}
