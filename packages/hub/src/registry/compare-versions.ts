import { compareReviews } from "@skillwright/core/check";
import { type VersionDifference, versionDifferenceSchema } from "@skillwright/core/registry";
import { alignLines, decodeUtf8, type LineBlock } from "@skillwright/core/text";
import type { FileTree } from "@skillwright/packaging";
import { z } from "zod";
import { readRequested } from "../governance/requested.ts";
import { jsonAnswer } from "../http/json-answer.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { changedFiles } from "./changed-files.ts";
import { type FoundVersion, findVersion } from "./find-version.ts";
import { versionOf } from "./version-details.ts";

/** What changed between two versions: for reviewers, before they approve. */
export const compareVersionsRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/skills/{name}/versions/{version}/difference",
  summary: "What a version changes: files, instructions, scripts, requested permissions and findings.",
  needs: "nothing",
  query: z.object({ from: z.string().max(100).describe("The earlier version.") }),
  answer: versionDifferenceSchema,
  sample: { params: { name: "pdf", version: "1.1.0" }, query: { from: "1.0.0" } },
  handle: async (call) => {
    const { hub, principal, tenant, query, params, request } = call;
    const after = await versionOf(call);
    const { name = "" } = params;
    const before = await findVersion(hub, { name, tenant, principal, version: query.from });
    const answer = await compareVersions(hub, before, after);
    return jsonAnswer(answer, request, { isPublic: after.skill.visibility === "public" });
  },
});

/** Compares two versions that the caller may read. */
async function compareVersions(
  { registry }: Pick<Hub, "registry">,
  before: Pick<FoundVersion, "version">,
  after: Pick<FoundVersion, "version">,
): Promise<VersionDifference> {
  const [old, now] = [readRequested(before.version), readRequested(after.version)];
  const files = compareTrees(
    await registry.trees.load(before.version.archive_digest),
    await registry.trees.load(after.version.archive_digest),
  );
  const changed = new Set(files.filter(({ change }) => change !== "removed").map(({ path }) => path));
  return {
    ...{ from: before.version.version, to: after.version.version, files },
    changedScripts: now.requested.scripts.filter((path) => changed.has(path)),
    ...compareReviews(
      { ...old.requested, findings: old.findings },
      { ...now.requested, findings: now.findings },
    ),
    ...(now.scan && { verdict: now.scan.verdict }),
    ...(old.scan && { verdictBefore: old.scan.verdict }),
  };
}

function compareTrees(before: FileTree, after: FileTree): VersionDifference["files"] {
  let room: number = hubLimits.comparedBytes;
  const work: AlignmentWork = { left: hubLimits.comparedWork };
  return changedFiles(before, after).map(({ path, change, ...bytes }) => {
    room -= (bytes.before?.length ?? 0) + (bytes.after?.length ?? 0);
    const lines = room < 0 ? undefined : alignTexts(bytes.before, bytes.after, work);
    return { path, change, ...(lines && { lines }) };
  });
}

const empty = new Uint8Array();

/** What may still be spent on one comparison, which blocks all other requests. */
type AlignmentWork = { left: number };

/** Finding the changes of a file takes the square of their number. What is too much is one change from the first to the last. */
function alignTexts(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  work: AlignmentWork,
): readonly LineBlock[] | undefined {
  const [one, other] = [decodeUtf8(before ?? empty), decodeUtf8(after ?? empty)];
  if (one === undefined || other === undefined || one.includes("\0") || other.includes("\0"))
    return undefined;
  const maxEdits = Math.min(hubLimits.comparedEdits, Math.floor(Math.sqrt(work.left)));
  const blocks = alignLines(toLines(one), toLines(other), maxEdits);
  work.left -= Math.min(maxEdits, editsOf(blocks)) ** 2;
  return blocks;
}

function editsOf(blocks: readonly LineBlock[]): number {
  return blocks.reduce(
    (sum, block) => sum + (block.kind === "same" ? 0 : block.removed.length + block.added.length),
    0,
  );
}

function toLines(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
