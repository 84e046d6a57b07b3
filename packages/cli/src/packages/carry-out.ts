import { SkillError } from "@skillwright/core";
import { baseName } from "@skillwright/core/path";
import { printable } from "@skillwright/core/text";
import {
  applyPlan,
  dependentsIn,
  formatLock,
  type Plan,
  type PlanItem,
  type WantedSkill,
  waitingInPlan,
} from "@skillwright/packaging";
import { createPathNames } from "../catalog/open-catalog.ts";
import type { Invocation } from "../command.ts";
import { trustCreated } from "../commands/trust/trust-created.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { createProgress, type Progress } from "../terminal/progress.ts";
import { oneLine } from "../terminal/safe-text.ts";
import { createStyle } from "../terminal/style.ts";
import { countOf } from "../terminal/text-width.ts";
import { wrapMessage } from "../terminal/wrap-message.ts";
import { refuseVerdicts } from "./accept-verdict.ts";
import type { Packages } from "./open-packages.ts";
import { type ReviewedItem, reviewPlan } from "./review-plan.ts";
import { isRepair, planJson, planText, warningText } from "./show-plan.ts";
import { findUnmetRequirements } from "./unmet-requirements.ts";
import { waitingNotes, waitingText } from "./waiting-notes.ts";

export type Operation = {
  readonly packages: Packages;
  readonly plan: Plan;
  /** The text of `skillwright.json` afterwards; undefined if there is none. */
  readonly wantsText: string | undefined;
  /** What the user should know besides the plan's own warnings, one sentence each. */
  readonly notes: readonly string[];
  /** What comes, with what its packages need of this machine. */
  readonly wanted?: readonly WantedSkill[];
  /** What the user is asked to do: `Install`, `Remove`. */
  readonly verb: string;
  /** Past participle: `Installed`, `Removed`. */
  readonly done: string;
  /** Show only skills that change, and say this if there are none. */
  readonly idle?: string;
};

/** Shows a plan, asks, and does it. What the user confirms is trusted. */
export async function carryOut(operation: Operation, invocation: Invocation, io: Io): Promise<number> {
  const { plan, notes, idle } = operation;
  const { short } = createPathNames(new Map(), io);
  const isJson = invocation.flag("json");
  const reviewed = await review(
    operation,
    isJson ? undefined : createProgress(io, `Reviewing ${countOf(plan.items.length, "skill")}:`),
  );
  const items = await withNeeds(operation, reviewed, io);
  const shown = idle === undefined ? items : items.filter((item) => isWork(item) || isNewRelease(item));
  const warnings = [...plan.warnings.map((one) => warningText(one, short)), ...notes];
  if (!isJson) await io.out(planText(shown, io, short));
  if (!isJson) await io.err(wrapMessage(warnings.map((text) => `Note: ${printable(text)}\n`).join(""), io));
  const scanned = items.flatMap(({ name, review }) => (review ? [{ name, scan: review.scan }] : []));
  const refusals = refuseVerdicts(scanned, operation.packages.setting.rules, invocation);
  if (refusals.length > 0) {
    if (isJson) await io.out(planJson({ items, warnings: [...warnings, ...refusals], applied: false }));
    else await io.err(wrapMessage(refusals.map((text) => `${text}\n`).join(""), io));
    return exitCode.refused;
  }
  const isDry = invocation.flag("dry-run");
  const changes = fileChanges(operation);
  const isNeeded = changes.length > 0 || plan.items.some(isWork);
  const isConfirmed = !isDry && isNeeded && (await confirm(operation, invocation, io));
  if (isConfirmed)
    await apply(operation, changes, isJson ? undefined : createProgress(io, "Writing folders:"));
  if (isConfirmed) await trust(operation, io);
  const waiting = plan.items.flatMap((item) => waitingInPlan(item, { isApplied: isConfirmed }));
  if (isJson) warnings.push(...waiting.map((path) => waitingText(path, short)));
  if (isJson) await io.out(planJson({ items, warnings, applied: isConfirmed }));
  else if (!isNeeded) await io.err(`${idle ?? "Nothing to do: everything is there."}\n`);
  else if (isDry) await io.err("Dry run: nothing was changed.\n");
  else if (isConfirmed) await io.err(doneText(operation, changes, io));
  if (!isJson) await io.err(waitingNotes(waiting, io));
  return isDry || !isNeeded || isConfirmed ? exitCode.ok : exitCode.refused;
}

async function review(
  { plan, packages: { ports } }: Operation,
  progress: Progress | undefined,
): Promise<readonly ReviewedItem[]> {
  const items = reviewPlan(plan, ports, (count) => void progress?.tick(count));
  await progress?.done();
  return items;
}

/** Who needs each skill, and what each needs of this machine. */
async function withNeeds(
  { plan, packages, wanted = [] }: Operation,
  items: readonly ReviewedItem[],
  io: Io,
): Promise<readonly ReviewedItem[]> {
  const { place, setting } = packages;
  const [before, after] = [dependentsIn(setting.lock), dependentsIn(plan.lock)];
  const unmet = await findUnmetRequirements(items, { place, wanted }, io);
  return items.map((item) => ({
    ...item,
    neededBy: (item.action === "remove" ? before : after).get(item.name) ?? [],
    unmet: unmet.get(item.name) ?? [],
  }));
}

/** Writing blocks, so progress is drawn between folders. */
async function apply(
  { plan, packages: { place, ports } }: Operation,
  files: FileUpdates,
  progress: Progress | undefined,
): Promise<void> {
  let folders = 0;
  const writeTree: typeof ports.disk.writeTree = (path, tree) => {
    folders++;
    void progress?.tick(folders);
    ports.disk.writeTree(path, tree);
  };
  try {
    applyPlan(plan, { place, files }, { ...ports, disk: { ...ports.disk, writeTree } });
  } finally {
    await progress?.done();
  }
}

function isWork({ action, targets }: PlanItem): boolean {
  return action !== "keep" || targets.some(({ change }) => change !== "keep" && change !== "blocked");
}

/** Another release may have the same content. */
function isNewRelease({ locked, previous }: PlanItem): boolean {
  return locked?.resolved !== previous?.resolved;
}

type FileUpdates = Parameters<typeof applyPlan>[1]["files"];

/** The lock and the wants, where they change. */
function fileChanges({ packages, plan, wantsText }: Operation): FileUpdates {
  const { place, lockBytes, wantsBytes } = packages;
  const lockText = formatLock(plan.lock);
  return [
    { path: place.lockPath, before: lockBytes, after: encode(lockText) },
    {
      path: place.wantsPath,
      before: wantsBytes,
      after: wantsText === undefined ? undefined : encode(wantsText),
    },
  ].filter(({ before, after }) => !isSame(before, after));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return Buffer.from(one).equals(other);
}

async function confirm(operation: Operation, invocation: Invocation, io: Io): Promise<boolean> {
  if (invocation.flag("yes")) return true;
  const question = `${operation.verb} ${changedSkills(operation)}?`;
  const answer = invocation.flag("json") ? undefined : await io.ask(`\n${question} [y/N] `);
  if (answer !== undefined && /^(?:y|yes)$/i.test(answer.trim())) return true;
  const isAnswered = answer !== undefined || (!io.terminal.piped && !invocation.flag("json"));
  if (isAnswered) await io.err("Nothing was changed.\n");
  else
    await io.err(
      wrapMessage("Nothing was changed: no terminal to confirm on. Review the plan, then pass --yes.\n", io),
    );
  return false;
}

/** `pdf`, `3 skills`. */
function changedSkills({ plan }: Operation): string {
  const changed = plan.items.filter((item) => isWork(item) || isNewRelease(item));
  const [only] = changed;
  if (only === undefined) return "the files of the project";
  return changed.length === 1 ? oneLine(only.name) : countOf(changed.length, "skill");
}

/** The flags of packaging commands mean something else to the catalog. */
const noFlags: Invocation = {
  positionals: [],
  flag: () => false,
  option: () => undefined,
  options: () => [],
};

/** A broken configuration must not fail a command that has done its work; the user can run `trust` later. */
async function trust({ packages, plan }: Operation, io: Io): Promise<void> {
  const { place, ports } = packages;
  if (place.scope !== "project") return;
  const directories = plan.items.flatMap(({ action, targets }) =>
    action === "remove" ? [] : targets.flatMap(({ path }) => [path, ports.fs.realPath(path) ?? path]),
  );
  if (directories.length === 0) return;
  try {
    if (await trustCreated({ folder: place.root, directories, own: false }, noFlags, io)) return;
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
  }
  const note = "Note: other skills of this project are not trusted, so none load. Run `skillwright trust`.\n";
  await io.err(wrapMessage(note, io));
}

function doneText({ plan, done }: Operation, changes: FileUpdates, io: Io): string {
  const style = createStyle(io.terminal.color);
  const changed = plan.items.filter((item) => isWork(item) || isNewRelease(item));
  const names =
    changed.length > 0
      ? changed.map(({ name }) => printable(name))
      : changes.map(({ path }) => printable(baseName(path)));
  const shown = `${names.slice(0, 20).join(", ")}${names.length > 20 ? " and more" : ""}`;
  const verbOfSkills = changed.every(isRepair) ? "Repaired" : done;
  const verb = changed.length === 0 ? "Changed" : verbOfSkills;
  return wrapMessage(`${style.green("✓")} ${verb} ${shown}.\n`, io);
}
