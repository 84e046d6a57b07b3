import { printable } from "@skillwright/core/text";
import {
  addWant,
  chooseSkills,
  type FoundSkill,
  fetchOffer,
  lockSkill,
  type Offer,
  parseSource,
  prepareInstall,
  type WantedSkill,
  wantOf,
} from "@skillwright/packaging";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";
import { carryOut } from "../../packages/carry-out.ts";
import { chooseAgents } from "../../packages/choose-agents.ts";
import { openPackages, type Packages, requireMergedLock } from "../../packages/open-packages.ts";
import { scopeFlags, scopeNotes } from "../../packages/open-place.ts";
import { policyFlags } from "../../session/open-policies.ts";
import { oneLine } from "../../terminal/safe-text.ts";
import { countOf } from "../../terminal/text-width.ts";
import { addWanted, type Gathered } from "./add-wanted.ts";

/** Installs skills from sources, or what the project wants. */
export const addCommand: Command = {
  name: "add",
  usage: "[SOURCE…] [options]",
  flags: {
    skill: {
      type: "string",
      short: "s",
      value: "NAME",
      help: "Install this skill of the source; repeatable.",
    },
    all: { type: "boolean", help: "Install every skill of the source." },
    agent: {
      type: "string",
      short: "a",
      value: "ID",
      help: "Agent that gets the skills; repeatable (default: the agents found here).",
    },
    ...scopeFlags,
    as: { type: "string", value: "ALIAS", help: "Install one skill under another name." },
    frozen: { type: "boolean", help: "Install exactly the lock; fail if it and the wants differ." },
    offline: { type: "boolean", help: "Use only what is on this machine." },
    ...policyFlags,
    yes: { type: "boolean", short: "y", help: "Do not ask." },
    "dry-run": { type: "boolean", help: "Show the plan; change nothing." },
    json: { type: "boolean", help: "Machine-readable output; changes nothing without --yes." },
  },
  notes: `SOURCE is OWNER/REPO[/PATH][@REF], a git URL, ./FOLDER, an archive, https://SITE, npm:PACKAGE@RANGE, hub:NAME@RANGE or
oci:REGISTRY/NAME:TAG; SKILL@SOURCE names one skill of it. Without SOURCE, installs what skillwright.json and skillwright.lock say.
Files that you edited stay or are merged. Installed skills are trusted as you confirmed them.
Exit code 3 if a policy refuses, or if you do not confirm.
${scopeNotes}`,
  examples: [
    "skillwright add anthropics/skills --skill pdf",
    "skillwright add ./my-skills --all --agent claude-code --yes",
    "skillwright add --frozen --yes",
  ],
  async run(invocation, io) {
    const sources = invocation.positionals;
    if (sources.length > 0 && invocation.flag("frozen"))
      throw new UsageError("--frozen installs what the lock says; leave out SOURCE.");
    if (invocation.flag("all") && invocation.options("skill").length > 0)
      throw new UsageError("--all and --skill cannot be combined.");
    const packages = await openPackages(invocation, io);
    try {
      const gathered =
        sources.length > 0
          ? await addSources(packages, invocation, io)
          : await addWanted(packages, invocation, io);
      const { place, ports, setting, wants } = packages;
      const agents = chooseAgents(ports.fs, place, {
        named: invocation.options("agent"),
        wanted: wants?.agents,
      });
      const plan = prepareInstall({ place, wanted: gathered.wanted, agents }, setting, ports);
      const operation = { ...gathered, packages, plan, question: "Install these skills?", done: "Installed" };
      return await carryOut(operation, invocation, io);
    } finally {
      await packages.close();
    }
  },
};

async function addSources(packages: Packages, invocation: Invocation, io: Io): Promise<Gathered> {
  const { place, setting } = packages;
  requireMergedLock(packages);
  const picked: (Picked & { readonly offer: Offer })[] = [];
  const notes: string[] = [];
  for (const text of invocation.positionals) {
    const spec = parseSource(text, { cwd: io.cwd, home: io.place.home });
    const offer = await fetchOffer(spec, setting);
    notes.push(...notesOf(offer));
    for (const skill of await pick(offer, invocation, io)) picked.push({ offer, skill });
  }
  const alias = invocation.option("as");
  if (alias !== undefined && picked.length !== 1)
    throw new UsageError(`--as is for one skill; found ${picked.length}.`);
  const wanted: WantedSkill[] = [];
  let wantsText = packages.wantsBytes && new TextDecoder().decode(packages.wantsBytes);
  for (const { offer, skill } of picked) {
    const locked = await lockSkill(offer, skill, { setting, alias });
    wanted.push(locked);
    wantsText = addWant({ path: place.wantsPath, text: wantsText }, wantOf(offer, locked, place.root));
  }
  return { wanted, wantsText, notes };
}

type Picked = { readonly skill: FoundSkill };

function notesOf({ found, fetched, release }: Offer): readonly string[] {
  return [
    ...(release.deprecated === undefined ? [] : [`Its publisher advises against it: ${release.deprecated}`]),
    ...(fetched.warnings ?? []),
    ...found.findings.slice(0, 20).map(({ code, path }) => `${path}: ${code}.`),
    ...found.skills.flatMap(({ name, leftOut }) =>
      leftOut.length === 0
        ? []
        : [
            `${name} leaves out ${countOf(leftOut.length, "part")} of the repository that it does not refer to.`,
          ],
    ),
  ];
}

/** The skills that the flags name, or that the user picks from a list. */
async function pick(offer: Offer, invocation: Invocation, io: Io): Promise<readonly FoundSkill[]> {
  const choice = { names: invocation.options("skill"), all: invocation.flag("all") };
  const chosen = chooseSkills(offer, choice);
  if (chosen !== undefined) return chosen;
  const { skills } = offer.found;
  const list = skills.map(({ name, description }, index) => {
    const line = `${String(index + 1).padStart(4)}  ${oneLine(name)}  ${oneLine(description)}`;
    return `${line.slice(0, Math.max(40, io.terminal.columns))}\n`;
  });
  const question = "Which skills? Numbers or names, separated by spaces, or all: ";
  const answer = invocation.flag("json") ? undefined : await io.ask(list.join("") + question);
  const words = answer?.split(/[\s,]+/).filter((word) => word !== "") ?? [];
  if (words.length === 0) {
    const names = skills.slice(0, 20).map(({ name }) => printable(name));
    const more = skills.length > names.length ? ", …" : "";
    throw new UsageError(
      `the source has ${countOf(skills.length, "skill")}: ${names.join(", ")}${more}. Pass --skill NAME or --all.`,
    );
  }
  const names = words.map((word) => (/^\d+$/.test(word) ? (skills[Number(word) - 1]?.name ?? word) : word));
  return chooseSkills(offer, words.includes("all") ? { names: [], all: true } : { names, all: false }) ?? [];
}
