import {
  addDependencies,
  addWant,
  askOnce,
  getWanted,
  type Plan,
  prepareInstall,
  type SkillWant,
  type WantedSkill,
  wantVersion,
} from "@skillwright/packaging";
import type { Command } from "../command.ts";
import type { Io } from "../io.ts";
import { verdictFlags } from "../packages/accept-verdict.ts";
import { carryOut } from "../packages/carry-out.ts";
import { chooseAgents } from "../packages/choose-agents.ts";
import { dependencyNotes, dependencySetting, gotNotes } from "../packages/dependencies.ts";
import { discardedBy, forceFlag } from "../packages/force.ts";
import { lockedWants } from "../packages/locked-wants.ts";
import { openPackages, type Packages } from "../packages/open-packages.ts";
import { scopeFlags, scopeNotes } from "../packages/open-place.ts";
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
    ...forceFlag,
    ...verdictFlags,
    ...policyFlags,
    yes: { type: "boolean", short: "y", help: "Do not ask." },
    "dry-run": { type: "boolean", help: "Show the plan; change nothing." },
    json: { type: "boolean", help: "Machine-readable output; changes nothing without --yes." },
  },
  notes: `Updates the named skills, or all, to the newest release that skillwright.json allows; a skill that it does not list, to the newest
one of its source. Files that you did not touch are replaced, edits are merged, and your own files stay. Where an edit and the
update change the same lines, your file stays and the new one is written beside it as FILE.new: merge it by hand, then delete it.
With --force, your edits and files in these skills are discarded.
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
      const { wants, needed, notes } = await lockedWants(packages, names, io);
      const chosen = [...wants, ...needed].map(({ name }) => name);
      const dependencies = {
        ...dependencySetting(packages, wants, io),
        ...{ sourceOf: askOnce(setting.sourceOf), latest },
        renew: names.length === 0 ? ("all" as const) : new Set(chosen),
      };
      const getting = getWanted(wants, dependencies).then(async (got) => ({
        ...{ got, resolved: await addDependencies(got.roots, dependencies) },
      }));
      const { got, resolved } = await drawWhile(
        getting,
        () => `Fetching ${countOf(chosen.length, "skill")}…`,
        io,
      );
      const { wanted } = resolved;
      const agents = chooseAgents(ports.fs, place, { named: [], wanted: packages.wants?.agents });
      const discarded = discardedBy(invocation, chosen);
      const plan = whereInstalled(prepareInstall({ place, wanted, discarded }, setting, ports), agents);
      const operation = {
        ...{ packages, plan, wanted },
        wantsText: latest ? rewriteWants(packages, { wants, wanted }, io) : textOf(packages),
        notes: [...notes, ...gotNotes(got), ...dependencyNotes(resolved.notes)],
        verb: "Update",
        done: "Updated",
        idle: `Nothing to do: ${countOf(wanted.length, "skill")} up to date.`,
      };
      return await carryOut(operation, invocation, io);
    } finally {
      await packages.close();
    }
  },
};

/** Agents that do not have a skill do not get it by an update. What is newly needed goes where `add` would put it. */
function whereInstalled(plan: Plan, agents: readonly string[]): Plan {
  return {
    ...plan,
    items: plan.items.map((item) => ({
      ...item,
      targets: item.targets.filter((target) => {
        if (target.kind === "store" || (target.change !== "add" && target.change !== "blocked")) return true;
        return item.previous === undefined && target.agents.some((id) => agents.includes(id));
      }),
    })),
    warnings: plan.warnings.filter(({ code }) => code !== "target-blocked"),
  };
}

function textOf({ wantsBytes }: Packages): string | undefined {
  return wantsBytes && new TextDecoder().decode(wantsBytes);
}

type Renewed = { readonly wants: readonly SkillWant[]; readonly wanted: readonly WantedSkill[] };

/** The text of `skillwright.json` with ranges that have the new versions. */
function rewriteWants(packages: Packages, { wants, wanted }: Renewed, io: Io): string | undefined {
  const { root, wantsPath } = packages.place;
  const versions = new Map(wanted.map(({ locked }) => [locked.name, locked.version]));
  let text = textOf(packages);
  for (const want of wants) {
    const version = versions.get(want.name);
    if (version === undefined) continue;
    const next = wantVersion(want, version, { root, home: io.place.home });
    if (next !== want) text = addWant({ path: wantsPath, text }, next);
  }
  return text;
}
