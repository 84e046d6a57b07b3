import { SkillError } from "@skillwright/core";
import { printable } from "@skillwright/core/text";
import { applyPlan, formatLock, type Plan } from "@skillwright/packaging";
import { createPathNames } from "../catalog/open-catalog.ts";
import type { Invocation } from "../command.ts";
import { trustCreated } from "../commands/trust/trust-created.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { createStyle } from "../terminal/style.ts";
import type { Packages } from "./open-packages.ts";
import { planJson, planText, reviewPlan, warningText } from "./show-plan.ts";

export type Operation = {
  readonly packages: Packages;
  readonly plan: Plan;
  /** The text of `skillwright.json` afterwards; undefined if there is none. */
  readonly wantsText: string | undefined;
  /** What the user should know besides the plan's own warnings, one sentence each. */
  readonly notes: readonly string[];
  readonly question: string;
  /** Past participle: `Installed`, `Removed`. */
  readonly done: string;
};

/** Shows a plan, asks, and does it. What the user confirms is trusted. */
export async function carryOut(operation: Operation, invocation: Invocation, io: Io): Promise<number> {
  const { plan, notes, packages } = operation;
  const { short } = createPathNames(new Map(), io);
  const items = reviewPlan(plan);
  const warnings = [...plan.warnings.map((one) => warningText(one, short)), ...notes];
  const isJson = invocation.flag("json");
  if (!isJson) await io.out(planText(items, io, short));
  if (!isJson) await io.err(warnings.map((text) => `Note: ${printable(text)}\n`).join(""));
  const isDry = invocation.flag("dry-run");
  const changes = fileChanges(operation);
  const isNeeded = changes.length > 0 || hasWork(plan);
  const isConfirmed = !isDry && isNeeded && (await confirm(operation, invocation, io));
  if (isConfirmed) applyPlan(plan, { place: packages.place, files: changes }, packages.ports);
  if (isConfirmed) await trust(operation, io);
  if (isJson) await io.out(planJson({ items, warnings, applied: isConfirmed }));
  else if (isDry) await io.err("Dry run: nothing was changed.\n");
  else if (!isNeeded) await io.err("Nothing to do: everything is there.\n");
  else if (isConfirmed) await io.err(doneText(operation, io));
  return isDry || !isNeeded || isConfirmed ? exitCode.ok : exitCode.refused;
}

function hasWork({ items }: Plan): boolean {
  return items.some(
    ({ action, targets }) =>
      action !== "keep" || targets.some(({ change }) => change !== "keep" && change !== "blocked"),
  );
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

async function confirm({ question }: Operation, invocation: Invocation, io: Io): Promise<boolean> {
  if (invocation.flag("yes")) return true;
  const answer = invocation.flag("json") ? undefined : await io.ask(`${question} [y/N] `);
  if (answer === undefined)
    await io.err("Nothing was changed: no terminal to confirm on. Review the plan, then pass --yes.\n");
  else if (!/^(?:y|yes)$/i.test(answer.trim())) await io.err("Nothing was changed.\n");
  return answer !== undefined && /^(?:y|yes)$/i.test(answer.trim());
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
  await io.err(
    "Note: other skills of this project are not trusted, so none load. Run `skillwright trust`.\n",
  );
}

function doneText({ plan, done }: Operation, io: Io): string {
  const style = createStyle(io.terminal.color);
  const names = plan.items.filter(({ action }) => action !== "keep").map(({ name }) => printable(name));
  const shown =
    names.length === 0 ? "" : ` ${names.slice(0, 20).join(", ")}${names.length > 20 ? " and more" : ""}`;
  return `${style.green("✓")} ${done}${shown}.\n`;
}
