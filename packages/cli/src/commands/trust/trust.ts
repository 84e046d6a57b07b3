import { SkillError } from "@skillwright/core";
import { type ProjectSkill, readTrust, recordTrust, writeTrust } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { toNote } from "../../catalog/findings.ts";
import { trustFile } from "../../catalog/open-catalog.ts";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { refuseVerdicts, verdictFlags } from "../../packages/accept-verdict.ts";
import { openPolicies, policyFlags } from "../../session/open-policies.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { countOf } from "../../terminal/text-width.ts";
import { wrapMessage } from "../../terminal/wrap-message.ts";
import { type CatalogReview, createCatalogReviewer, reviewText } from "./review.ts";
import { diffTrusted, keepSnapshot } from "./trust-diff.ts";
import { forgetProject, listTrusted } from "./trusted-list.ts";
import { findProjects, type ProjectsAround, type TrustedProject } from "./trusted-project.ts";

/** Trusts a project's skills in their current state. */
export const trustCommand: Command = {
  name: "trust",
  usage: "[PATH] [options]",
  flags: {
    list: { type: "boolean", help: "List trusted projects and whether they have changed." },
    remove: { type: "boolean", help: "Stop trusting the project." },
    diff: { type: "boolean", help: "Show what changed since you last trusted the project." },
    own: { type: "boolean", help: "Trust later changes too, as in a project of your own." },
    ...verdictFlags,
    ...policyFlags,
    yes: { type: "boolean", short: "y", help: "Do not ask." },
    json: { type: "boolean", help: "Machine-readable output; changes nothing without --yes." },
  },
  notes: `PATH is a folder in the project (default: the current one). Trust applies to the skills as they are now:
if one changes or is added, none of them loads until you trust the project again. In your own project, pass
--own once: what you write there stays trusted.
Each skill is scanned. A project with a skill whose verdict is block is not trusted unless you pass --accept-verdict
block; a policy's maxVerdict always applies.
Exit code 3 if the project is not trusted in the end.`,
  examples: ["skillwright trust", "skillwright trust ~/code/site --yes", "skillwright trust --list"],
  async run(invocation, io) {
    const [path = ".", extra] = invocation.positionals;
    if (extra !== undefined) throw new UsageError("trust takes one PATH.");
    const [first, second] = ["list", "remove", "diff", "own"].filter((name) => invocation.flag(name));
    if (second !== undefined) throw new UsageError(`--${first} and --${second} cannot be combined.`);
    if (invocation.flag("list")) return listTrusted(invocation, io);
    if (invocation.flag("remove")) return forgetProject(path, invocation, io);
    if (invocation.flag("diff"))
      return diffTrusted(realFolder(createNodeFileSystem(), path, io), invocation, io);
    return trustProjects(realFolder(createNodeFileSystem(), path, io), invocation, io);
  },
};

/** Trust is bound to real paths. */
function realFolder(fs: FileSystem, path: string, io: Io): string {
  const absolute = absolutePath(path, io.cwd, io.place.home);
  if (fs.stat(absolute)?.kind === "directory") return fs.realPath(absolute) ?? absolute;
  throw new SkillError("file-missing", { path });
}

async function trustProjects(folder: string, invocation: Invocation, io: Io): Promise<number> {
  const around = await findProjects(folder, invocation, io);
  const projects = around.projects.filter(({ skills }) => skills.length > 0);
  const outcome = await askForTrust(projects, { around, folder, invocation, io });
  if (outcome === "trusted") {
    const own = invocation.flag("own");
    record(around, projects, { io, own });
    const outlook = own
      ? "Changes to its skills stay trusted, and so do new ones."
      : "You will be asked again if a skill changes or is added.";
    if (!invocation.flag("json")) await io.err(`Trusted. ${outlook}\n`);
  }
  if (invocation.flag("json")) await io.out(toJson(projects, around, outcome));
  return outcome === "refused" ? exitCode.refused : exitCode.ok;
}

type Outcome = "nothing" | "known" | "trusted" | "refused";
type Request = {
  readonly around: ProjectsAround;
  readonly folder: string;
  readonly invocation: Invocation;
  readonly io: Io;
};

/** Shows the skills and asks whether to trust them. */
async function askForTrust(projects: readonly TrustedProject[], request: Request): Promise<Outcome> {
  const { around, folder, invocation, io } = request;
  const say = invocation.flag("json") ? async (): Promise<void> => {} : io.err;
  const ignored = around.opened.catalog
    .list()
    .findings.filter(({ code }) => code === "project-config-ignored");
  await say(ignored.map((finding) => toNote(finding, around.opened)).join(""));
  if (projects.length === 0) {
    await say(`No project skills found in ${printable(folder)}; nothing to trust.\n`);
    return "nothing";
  }
  const isOwn = ({ path }: TrustedProject): boolean => around.opened.trust.get(path)?.own ?? false;
  const isKnown = projects.every((one) => one.state === "trusted" && (!invocation.flag("own") || isOwn(one)));
  if (isKnown) {
    await say("Already trusted: no skill is new or has changed.\n");
    return "known";
  }
  if (!invocation.flag("json")) await io.out(projects.map((one) => showProject(one, request)).join("\n"));
  const problems = projects.flatMap(({ unread, broken }) => [...unread, ...broken]);
  await say(problems.map((finding) => toNote(finding, around.opened)).join(""));
  if (projects.some(({ contents }) => contents === undefined)) {
    await say("Not trusted: some skills cannot be read completely.\n");
    return "refused";
  }
  const refusals = await refusedVerdicts(projects, request);
  if (refusals.length > 0) {
    await io.err(wrapMessage(refusals.map((text) => `${text}\n`).join(""), io));
    return "refused";
  }
  if (!(await isConfirmed(invocation, io))) return "refused";
  if (await isUnchanged(projects, request)) return "trusted";
  await say("Not trusted: the skills changed in the meantime. Review them again.\n");
  return "refused";
}

async function refusedVerdicts(
  projects: readonly TrustedProject[],
  { around, invocation, io }: Request,
): Promise<readonly string[]> {
  const policies = await openPolicies(invocation, io);
  const review = createCatalogReviewer(around.opened.fs);
  const skills = projects.flatMap(({ skills: found }) =>
    found.map((skill) => ({ name: skill.name, scan: review(skill).scan })),
  );
  const rules = policies.flatMap(({ install }) => install ?? []);
  return refuseVerdicts(skills, rules, invocation);
}

async function isConfirmed(invocation: Invocation, io: Io): Promise<boolean> {
  if (invocation.flag("yes")) return true;
  if (invocation.flag("json")) return false;
  const question = invocation.flag("own")
    ? "Trust these skills, and all later changes to the skills of this project?"
    : "Trust these skills as they are now?";
  const answer = await io.ask(`${question} [y/N] `);
  if (answer === undefined)
    await io.err("Not trusted: no terminal to confirm on. Review the skills, then pass --yes.\n");
  else if (!isYes(answer)) await io.err("Not trusted; nothing changed.\n");
  return answer !== undefined && isYes(answer);
}

function isYes(answer: string): boolean {
  return /^(?:y|yes)$/i.test(answer.trim());
}

/** The skills must not have changed while the user was reviewing them. */
async function isUnchanged(
  projects: readonly TrustedProject[],
  { folder, invocation, io }: Request,
): Promise<boolean> {
  const now = await findProjects(folder, invocation, io);
  const contents = new Map(now.projects.map((project) => [project.path, project.contents]));
  return projects.every((project) => isSame(project.contents, contents.get(project.path)));
}

function isSame(a: readonly ProjectSkill[] | undefined, b: readonly ProjectSkill[] | undefined): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

function record(
  { opened: { fs } }: ProjectsAround,
  projects: readonly TrustedProject[],
  { io, own }: { readonly io: Io; readonly own: boolean },
): void {
  const at = new Date(io.today()).toISOString();
  const file = trustFile(io);
  // Read again: the user may have trusted other projects during the review.
  const { records } = readTrust(fs, file);
  const changes = projects.map(({ path, contents: skills = [] }) => {
    const request = { fs, sha256: nodeSha256, project: path, skills, at, ...(own && { own }) };
    return [path, recordTrust(request, records)] as const;
  });
  writeTrust(fs, file, new Map(changes));
  for (const { path, skills } of projects) keepSnapshot(fs, { project: path, skills, io });
}

function showProject(project: TrustedProject, { around, io }: Request): string {
  const { opened } = around;
  const style = createStyle(io.terminal.color);
  const look = { style, columns: io.terminal.columns, nameOf: opened.names.short };
  const review = createCatalogReviewer(opened.fs);
  const changed = project.state === "changed" ? ", changed since it was trusted" : "";
  const head = `${printable(project.path)}: ${countOf(project.skills.length, "skill")}${changed}`;
  return `${style.underline(head)}\n\n${project.skills.map((skill) => `${reviewText(review(skill), look)}\n`).join("")}`;
}

function toJson(projects: readonly TrustedProject[], { opened }: ProjectsAround, outcome: Outcome): string {
  const review = createCatalogReviewer(opened.fs);
  const rows = projects.map(({ path, contents, state, skills }) => ({
    path,
    trusted: outcome === "trusted" || state === "trusted",
    // Contents come in the order of the skills.
    skills: skills.map((skill, index) => toReviewRow(review(skill), contents?.[index]?.digest)),
  }));
  return `${safeJson({ version: 1, projects: rows }, 2)}\n`;
}

function toReviewRow(review: CatalogReview, digest: string | undefined): object {
  const { skill, tools = null, scripts, hooks, findings, scan } = review;
  const { verdict, reasons } = scan;
  const { id, name, directory: path } = skill;
  const row = { id, name, path, digest: digest ?? null, verdict, reasons, tools };
  return { ...row, scripts: scripts.length, hooks, findings };
}
