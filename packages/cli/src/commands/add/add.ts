import { createNodeFileSystem } from "@skillwright/core/node";
import {
  addDependencies,
  addWant,
  askOnce,
  expectInstallName,
  type FoundSkill,
  fetchOffer,
  type Lock,
  lockSkill,
  type Offer,
  type Plan,
  parseSource,
  prepareInstall,
  type RootSkill,
  setOmitted,
  wantOf,
} from "@skillwright/packaging";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { verdictFlags } from "../../packages/accept-verdict.ts";
import { carryOut, type Operation } from "../../packages/carry-out.ts";
import { askForAgents, chooseAgents } from "../../packages/choose-agents.ts";
import { dependencyNotes, dependencySetting } from "../../packages/dependencies.ts";
import { discardedBy, forceFlag } from "../../packages/force.ts";
import { openPackages, type Packages, requireMergedLock } from "../../packages/open-packages.ts";
import { scopeFlags, scopeNotes } from "../../packages/open-place.ts";
import { findCapabilities, keepCapabilities } from "../../registries/capabilities.ts";
import { policyFlags } from "../../session/open-policies.ts";
import { interruptedExitCode } from "../../session/user-session.ts";
import { countOf } from "../../terminal/text-width.ts";
import { addWanted, type Gathered } from "./add-wanted.ts";
import { importFile, importPath } from "./import-file.ts";
import { listOffered } from "./list-offered.ts";
import { mayAsk, pickSkills } from "./pick-skills.ts";
import { preferenceOf } from "./preference.ts";

/** Installs skills from sources, or what the project wants. */
export const addCommand: Command = {
  name: "add",
  usage: "[SOURCE…] [options]",
  flags: {
    skill: {
      type: "string",
      short: "s",
      value: "NAME",
      help: "Install only this skill; repeatable.",
    },
    all: { type: "boolean", help: "Install every skill of the source." },
    list: { type: "boolean", short: "l", help: "Show the skills of the source; install nothing." },
    agent: {
      type: "string",
      short: "a",
      value: "ID",
      help: "Agent that gets the skills; repeatable (default: the agents found here).",
    },
    ...scopeFlags,
    as: { type: "string", value: "ALIAS", help: "Install one skill under another name." },
    set: {
      type: "string",
      value: "NAME",
      help: "Also install this set of skillwright.json; repeatable. Without SOURCE.",
    },
    omit: {
      type: "string",
      value: "NAME",
      help: "Leave out this skill although others need it; repeatable.",
    },
    minimal: { type: "boolean", help: "Take the lowest versions that fit, to test ranges." },
    latest: { type: "boolean", help: "Take the newest versions that fit, whatever the lock has." },
    frozen: { type: "boolean", help: "Install exactly the lock; fail if it and the wants differ." },
    offline: { type: "boolean", help: "Use only what is on this machine." },
    ...forceFlag,
    ...verdictFlags,
    ...policyFlags,
    yes: { type: "boolean", short: "y", help: "Do not ask." },
    "dry-run": { type: "boolean", help: "Show the plan; change nothing." },
    json: { type: "boolean", help: "Machine-readable output; changes nothing without --yes." },
  },
  notes: `SOURCE is OWNER/REPO[/PATH][@REF], a git URL, ./FOLDER, an archive, https://SITE, npm:PACKAGE@RANGE, hub:NAME@RANGE or
oci:REGISTRY/NAME:TAG; SKILL@SOURCE names one skill of it. On a terminal, you select skills and agents from lists. Without SOURCE, installs what skillwright.json and skillwright.lock say.
SOURCE can also be the file of another installer (skills-lock.json, .skill-lock.json, skills.json, apm.lock.yaml, package.agent.json, aam.yaml
and their locks): installs what it lists, and takes over folders that have the same content.
A token in the path of a site (https://HOST/t/TOKEN) is stored as by \`skillwright login\`; the project's files have /t/*** instead.
What a skill needs is installed with it: from what is wanted or installed already, from its own source, or from the registry of that source.
Another source is refused unless skillwright.json names it. If no versions fit together, the error explains why.
--omit NAME installs without a needed skill, for example one that cannot be fetched. skillwright.json keeps the name under omit, so that update and other machines leave it out too; \`skillwright add\` of that skill takes it back.
Files that you edited stay or are merged, and folders that Skillwright did not install stay; with --force, they are replaced, and \`undo\` brings them back.
Each skill is scanned first. One with the verdict block is refused unless you pass --accept-verdict block; a policy's maxVerdict always applies.
No flag overrides a policy. Installed skills are trusted as you confirmed them.
Exit code 3 if a policy refuses, or if you do not confirm.
${scopeNotes}`,
  examples: [
    "skillwright add anthropics/skills --list",
    "skillwright add anthropics/skills --skill pdf",
    "skillwright add ./my-skills --all --agent claude-code --yes",
    "skillwright add --frozen --yes",
    "skillwright add --skill pdf --force",
    "skillwright add skills-lock.json",
  ],
  async run(invocation, io) {
    const sources = invocation.positionals;
    if (sources.length > 0 && invocation.flag("frozen"))
      throw new UsageError("--frozen installs what the lock says; leave out SOURCE.");
    if (invocation.flag("all") && invocation.options("skill").length > 0)
      throw new UsageError("--all and --skill cannot be combined.");
    if (invocation.flag("list") && sources.length === 0) throw new UsageError("--list requires a SOURCE.");
    if (sources.length > 0 && invocation.options("set").length > 0)
      throw new UsageError("--set is for what skillwright.json wants; leave out SOURCE.");
    if (sources.length === 0 && invocation.options("omit").length > 0)
      throw new UsageError("--omit requires a SOURCE; skillwright.json lists what is left out under omit.");
    preferenceOf(invocation);
    for (const text of sources) refuseUnclear(text, io);
    const addresses = sources.filter((text) => importPath(text, io) === undefined);
    const tokens = findCapabilities(addresses, io);
    const opened = await openPackages(invocation, io);
    const packages = {
      ...opened,
      setting: { ...opened.setting, sourceOf: askOnce(opened.setting.sourceOf) },
    };
    try {
      if (invocation.flag("list")) return await listOffered(packages, invocation, io);
      const gathered = await gather(packages, invocation, io);
      const agents = gathered && (await agentsFor(packages, invocation, io));
      if (gathered === undefined || agents === undefined) {
        await io.err("Nothing was changed.\n");
        return interruptedExitCode(io) ?? exitCode.refused;
      }
      const { place, ports, setting } = packages;
      const discarded = discardedBy(invocation, gathered.names);
      const plan = prepareInstall({ place, wanted: gathered.wanted, agents, discarded }, setting, ports);
      const operation = { ...gathered, packages, plan, ...wordsFor(plan) };
      const code = await carryOut(operation, invocation, io);
      if (code === exitCode.ok && !invocation.flag("dry-run")) keepCapabilities(tokens, io);
      return code;
    } finally {
      await packages.close();
    }
  },
};

/** `skills/pdf` is a repository on GitHub, but may be meant as the folder that is here. A stranger may own the repository. */
function refuseUnclear(text: string, io: Io): void {
  if (text === "") throw new UsageError("SOURCE is empty.");
  const isShorthand = /^(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/[\w.-]+)*\/?$/.test(text);
  if (!isShorthand || importPath(text, io) !== undefined) return;
  if (createNodeFileSystem().stat(absolutePath(text, io.cwd, io.place.home)) === undefined) return;
  const other = text.includes("/") ? `, or github:${text} for the repository` : "";
  throw new UsageError(`${text} is here. Write ./${text} to install from it${other}.`);
}

/** Undefined if the user cancels, or interrupts while something is fetched. */
async function gather(packages: Packages, invocation: Invocation, io: Io): Promise<Gathered | undefined> {
  try {
    return invocation.positionals.length > 0
      ? await addSources(packages, invocation, io)
      : await addWanted(packages, invocation, io);
  } catch (error) {
    if (interruptedExitCode(io) === undefined) throw error;
    return undefined;
  }
}

function wordsFor({ items }: Plan): Pick<Operation, "verb" | "done"> {
  const changed = items.filter(({ action }) => action !== "keep");
  const isUpdate = changed.length > 0 && changed.every(({ action }) => action === "update");
  return isUpdate ? { verb: "Update", done: "Updated" } : { verb: "Install", done: "Installed" };
}

/** Undefined if the user cancels. What is only restored asks nothing. */
async function agentsFor(
  { ports, place, wants }: Packages,
  invocation: Invocation,
  io: Io,
): Promise<readonly string[] | undefined> {
  const named = invocation.options("agent");
  const isOpen = named.length === 0 && wants?.agents === undefined && invocation.positionals.length > 0;
  if (isOpen && mayAsk(invocation, io)) return askForAgents(ports.fs, place, io);
  return chooseAgents(ports.fs, place, { named, wanted: wants?.agents });
}

/** Undefined if the user cancels. */
async function addSources(packages: Packages, invocation: Invocation, io: Io): Promise<Gathered | undefined> {
  const { place, setting } = packages;
  requireMergedLock(packages);
  const picked: { readonly offer: Offer; readonly skill: FoundSkill }[] = [];
  const imported: RootSkill[] = [];
  const notes: string[] = [];
  for (const text of invocation.positionals) {
    const file = importPath(text, io);
    if (file !== undefined) {
      const found = await importFile(file, packages, { invocation, io });
      imported.push(...found.roots);
      notes.push(...found.notes);
      continue;
    }
    const spec = parseSource(text, { cwd: io.cwd, home: io.place.home });
    const offer = await fetchOffer(spec, setting);
    notes.push(...notesOf(offer));
    const skills = await pickSkills(offer, invocation, io);
    if (skills === undefined) return undefined;
    for (const skill of skills) picked.push({ offer, skill });
  }
  const alias = invocation.option("as");
  if (alias !== undefined) expectInstallName(alias);
  if (alias !== undefined && (picked.length !== 1 || imported.length > 0))
    throw new UsageError(`--as is for one skill; found ${picked.length + imported.length}.`);
  if (alias !== undefined)
    notes.push(...picked.flatMap(({ skill }) => aliasNotes(alias, skill, setting.lock)));
  const roots: RootSkill[] = [...imported];
  let wantsText = packages.wantsBytes && new TextDecoder().decode(packages.wantsBytes);
  for (const { offer, skill } of picked) {
    const chosen = await lockSkill(offer, skill, { setting, alias });
    const want = wantOf(offer, chosen, place.root);
    roots.push({ want, spec: offer.spec, chosen, isLocked: false });
  }
  for (const { want } of roots) wantsText = addWant({ path: place.wantsPath, text: wantsText }, want);
  const omitted = omittedBy(packages, invocation, roots);
  if (wantsText !== undefined)
    wantsText = setOmitted({ path: place.wantsPath, text: wantsText }, [...omitted]);
  const resolved = await addDependencies(roots, {
    ...dependencySetting(
      packages,
      roots.map(({ want }) => want),
      io,
    ),
    ...{ omitted, prefer: preferenceOf(invocation) },
  });
  return {
    ...{ wanted: resolved.wanted, wantsText },
    names: roots.map(({ want }) => want.name),
    notes: [...notes, ...dependencyNotes(resolved.notes)],
  };
}

/** An alias is the name of the folder; what is signed and locked stays as it is, with its own name. */
function aliasNotes(alias: string, { name }: FoundSkill, { skills }: Lock): readonly string[] {
  if (alias === name) return [];
  const isShared = skills.some((other) => other.name !== alias && (other.skill ?? other.name) === name);
  const more = isShared ? ", as another installed skill is: many of them show only one of the two" : "";
  return [`For agents, ${alias} is still called ${name}, the name in its SKILL.md${more}.`];
}

/** What was left out before or is now. A skill that is added itself no longer is. */
function omittedBy(
  { wants }: Packages,
  invocation: Invocation,
  roots: readonly RootSkill[],
): ReadonlySet<string> {
  const names = new Set([...(wants?.omit ?? []), ...invocation.options("omit")]);
  for (const { want } of roots) names.delete(want.name);
  return names;
}

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
