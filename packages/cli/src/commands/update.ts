import {
  addWant,
  askOnce,
  type GotWanted,
  getWanted,
  type HeldRelease,
  type Plan,
  prepareInstall,
  type SkillWant,
  wantVersion,
} from "@skillwright/packaging";
import type { Command } from "../command.ts";
import type { Io } from "../io.ts";
import { carryOut } from "../packages/carry-out.ts";
import { lockedWants } from "../packages/locked-wants.ts";
import { openPackages, type Packages } from "../packages/open-packages.ts";
import { scopeFlags, scopeNotes } from "../packages/open-place.ts";
import { shortRelease } from "../packages/short-release.ts";
import { policyFlags } from "../session/open-policies.ts";
import { drawWhile } from "../terminal/progress.ts";
import { countOf } from "../terminal/text-width.ts";

/** Brings installed skills to their newest release, and keeps the user's edits. */
export const updateCommand: Command = {
  name: "update",
  usage: "[NAME…] [options]",
  flags: {
    latest: { type: "boolean", help: "Go beyond the wanted range of versions, and change it." },
    ...scopeFlags,
    offline: { type: "boolean", help: "Use only what is on this machine." },
    ...policyFlags,
    yes: { type: "boolean", short: "y", help: "Do not ask." },
    "dry-run": { type: "boolean", help: "Show the plan; change nothing." },
    json: { type: "boolean", help: "Machine-readable output; changes nothing without --yes." },
  },
  notes: `Updates the named skills, or all, to the newest release that skillwright.json allows; a skill that it does not list, to the newest
one of its source. Files that you did not touch are replaced, edits are merged, and your own files stay. Where an edit and the
update change the same lines, your file stays and the new one is written beside it as FILE.new.
Shows first what changes, what a skill asks for in addition (MORE), and which security findings are new.
A release that policies find too young is passed over for an older one, or waits; it is refused if you name the skill.
Exit code 3 if a policy refuses, or if you do not confirm.
${scopeNotes}`,
  examples: ["skillwright update --dry-run", "skillwright update pdf", "skillwright update --latest --yes"],
  async run(invocation, io) {
    const names = invocation.positionals;
    const latest = invocation.flag("latest");
    const packages = await openPackages(invocation, io);
    try {
      const { place, ports, setting } = packages;
      const wants = lockedWants(packages, names);
      const getting = getWanted(wants, {
        ...setting,
        ...{ home: io.place.home, cache: ports.cache, frozen: false, latest },
        sourceOf: askOnce(setting.sourceOf),
        renew: names.length === 0 ? "all" : new Set(names),
      });
      const got = await drawWhile(getting, () => `Fetching ${countOf(wants.length, "skill")}…`, io);
      const plan = whereInstalled(prepareInstall({ place, wanted: got.wanted }, setting, ports));
      const operation = {
        ...{ packages, plan },
        wantsText: latest ? rewriteWants(packages, { wants, got }, io) : textOf(packages),
        notes: notesOf(got),
        question: "Update these skills?",
        done: "Updated",
        idle: `Nothing to do: ${countOf(got.wanted.length, "skill")} up to date.`,
      };
      return await carryOut(operation, invocation, io);
    } finally {
      await packages.close();
    }
  },
};

/** Agents that do not have a skill do not get it by an update. */
function whereInstalled(plan: Plan): Plan {
  return {
    ...plan,
    items: plan.items.map((item) => ({
      ...item,
      targets: item.targets.filter(
        ({ kind, change }) => kind === "store" || (change !== "add" && change !== "blocked"),
      ),
    })),
    warnings: plan.warnings.filter(({ code }) => code !== "target-blocked"),
  };
}

function textOf({ wantsBytes }: Packages): string | undefined {
  return wantsBytes && new TextDecoder().decode(wantsBytes);
}

type Renewed = { readonly wants: readonly SkillWant[]; readonly got: GotWanted };

/** The text of `skillwright.json` with ranges that have the new versions. */
function rewriteWants(packages: Packages, { wants, got }: Renewed, io: Io): string | undefined {
  const { root, wantsPath } = packages.place;
  const versions = new Map(got.wanted.map(({ locked }) => [locked.name, locked.version]));
  let text = textOf(packages);
  for (const want of wants) {
    const version = versions.get(want.name);
    if (version === undefined) continue;
    const next = wantVersion(want, version, { root, home: io.place.home });
    if (next !== want) text = addWant({ path: wantsPath, text }, next);
  }
  return text;
}

function notesOf({ skipped, held }: GotWanted): readonly string[] {
  return [
    ...skipped.map((name) => `${name} is optional and cannot be fetched; it was left out.`),
    ...held.map(
      ({ name, release, reason }: HeldRelease) =>
        `${name} ${shortRelease(release)} is not installed yet: ${reason}.`,
    ),
  ];
}
