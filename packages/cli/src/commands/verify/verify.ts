import { createNodeFileSystem } from "@skillwright/core/node";
import { combinePolicies, type InstallRules } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";
import {
  findLockedProblem,
  type LockedProblem,
  type LockedSkill,
  openTrustRoot,
  type Place,
  type VerifiedSkill,
  verifyInstalled,
} from "@skillwright/packaging";
import { createPathNames } from "../../catalog/open-catalog.ts";
import type { Command } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { createInstallPorts } from "../../packages/install-ports.ts";
import { chooseLocked, findPlace, readLock, scopeFlags, scopeNotes } from "../../packages/open-place.ts";
import { waitingNotes } from "../../packages/waiting-notes.ts";
import { openPolicies, policyFlags } from "../../session/open-policies.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { countOf } from "../../terminal/text-width.ts";
import { wrapMessage } from "../../terminal/wrap-message.ts";

/** Compares the installed skills with the lock. */
export const verifyCommand: Command = {
  name: "verify",
  usage: "[NAME…] [options]",
  flags: {
    ...scopeFlags,
    ...policyFlags,
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `Hashes every file of the named skills, or of all, and compares it with skillwright.lock: the stored copies, copies in agents'
folders, and where links lead. A skill is ok, modified, missing or extra (files were added); unsigned if a policy requires signatures
and this machine has no valid one of a trusted signer; revoked if a policy blocks its source or content. Works offline.
Exit code 1 unless all are ok.
${scopeNotes}`,
  examples: ["skillwright verify", "skillwright verify pdf", "skillwright verify --scope user --json"],
  async run(invocation, io) {
    const fs = createNodeFileSystem();
    const place = findPlace(fs, invocation, io);
    const read = await readLock(fs, place, io);
    const { install } = combinePolicies(await openPolicies(invocation, io));
    const lock = { ...read.lock, skills: chooseLocked(read, invocation.positionals) };
    const problems = await findProblems(lock.skills, install, io);
    const skills = verifyInstalled(lock, fs, { place, problems });
    const isJson = invocation.flag("json");
    await io.out(isJson ? `${safeJson({ version: 1, skills }, 2)}\n` : toText(skills, io));
    if (!isJson)
      await io.err(
        waitingNotes(
          skills.flatMap(({ conflicts = [] }) => conflicts),
          io,
        ),
      );
    if (!isJson && skills.some(isRestorable))
      await io.err(wrapMessage(restoreHint(skills.filter(isRestorable), place), io));
    return skills.every(isOk) ? exitCode.ok : exitCode.findings;
  },
};

async function findProblems(
  skills: readonly LockedSkill[],
  rules: readonly InstallRules[],
  io: Io,
): Promise<ReadonlyMap<string, LockedProblem>> {
  const { fs, cache } = createInstallPorts(io.place);
  const kept = { rules, signatures: cache.signatures, trustRoot: openTrustRoot(rules, fs) };
  const problems = new Map<string, LockedProblem>();
  for (const locked of skills) {
    const problem = await findLockedProblem(locked, kept);
    if (problem) problems.set(locked.name, problem);
  }
  return problems;
}

function isOk({ status }: VerifiedSkill): boolean {
  return status === "ok";
}

function isRestorable({ status }: VerifiedSkill): boolean {
  return status === "modified" || status === "missing" || status === "extra";
}

function restoreHint(skills: readonly VerifiedSkill[], { scope }: Place): string {
  const [only] = skills;
  const isPlain = skills.length === 1 && only !== undefined && /^\w[\w.-]*$/.test(only.name);
  const command = `skillwright add --skill ${isPlain ? only.name : "NAME"} --force${scope === "user" ? " --scope user" : ""}`;
  return `To discard the changes and restore what was installed, run \`${command}\`.\n`;
}

function toText(skills: readonly VerifiedSkill[], io: Io): string {
  const style = createStyle(io.terminal.color);
  const names = createPathNames(new Map(), io);
  const rows = skills.map((skill) => {
    const { name, status, files, reason } = skill;
    const mark = isOk(skill) ? style.green("✓") : style.red("✗");
    const list = files.map((file) => `    ${file.status.padEnd(8)}  ${printable(names.short(file.path))}\n`);
    const why = reason === undefined ? "" : `    ${printable(reason)}\n`;
    return `${mark} ${style.bold(printable(name))} ${style.dim(status)}\n${why}${list.join("")}`;
  });
  const wrong = skills.filter((skill) => !isOk(skill)).length;
  const summary =
    wrong === 0
      ? `${countOf(skills.length, "skill")} verified.`
      : `${countOf(wrong, "problem")} in ${countOf(skills.length, "skill")}.`;
  return `${rows.join("")}${summary}\n`;
}
