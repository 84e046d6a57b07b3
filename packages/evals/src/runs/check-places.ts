import { dirname } from "node:path";
import { refuseLinks, type Workspace } from "../trials/refuse-links.ts";
import type { EvalPlan } from "./eval-plan.ts";

/** Throws when a folder for runs is a link, before anything is spent or written. */
export function refuseLinkedFolders(
  place: Workspace,
  { iterationFolder, runs }: Pick<EvalPlan, "iterationFolder" | "runs">,
): void {
  // A link at the run's own path is replaced by the run.
  for (const folder of new Set([iterationFolder, ...runs.map((run) => dirname(run.folder))]))
    refuseLinks(place, folder);
}
