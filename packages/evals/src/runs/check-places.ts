import { dirname } from "node:path";
import { refuseLinks, type Workspace } from "../trials/refuse-links.ts";
import type { EvalPlan } from "./eval-plan.ts";

/** Fails when a folder that runs go to is a link: before anything is spent, and before anything is written. */
export function checkPlaces(
  place: Workspace,
  { iterationFolder, runs }: Pick<EvalPlan, "iterationFolder" | "runs">,
): void {
  // A link in the place of a run itself makes room for the run.
  for (const folder of new Set([iterationFolder, ...runs.map((run) => dirname(run.folder))]))
    refuseLinks(place, folder);
}
