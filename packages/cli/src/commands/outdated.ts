import { formatError } from "@skillwright/core";
import { printable } from "@skillwright/core/text";
import {
  askOnce,
  findAvailable,
  findOutdated,
  type OutdatedSkill,
  type SkillWant,
  verifyInstalled,
} from "@skillwright/packaging";
import type { Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { lockedWants } from "../packages/locked-wants.ts";
import { openPackages, type Packages } from "../packages/open-packages.ts";
import { scopeFlags, scopeNotes } from "../packages/open-place.ts";
import { shortRelease } from "../packages/short-release.ts";
import { waitingNotes } from "../packages/waiting-notes.ts";
import { policyFlags } from "../session/open-policies.ts";
import { drawWhile } from "../terminal/progress.ts";
import { fitText, safeJson } from "../terminal/safe-text.ts";
import { createStyle } from "../terminal/style.ts";
import { countOf, textWidth } from "../terminal/text-width.ts";
import { wrapMessage } from "../terminal/wrap-message.ts";

/** Lists installed skills for which there are newer releases. */
export const outdatedCommand: Command = {
  name: "outdated",
  usage: "[NAME…] [options]",
  flags: {
    ...scopeFlags,
    offline: { type: "boolean", help: "Use only what is on this machine." },
    ...policyFlags,
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `Asks the sources of the named skills, or of all. WANTED is what \`skillwright update\` would install; LATEST may be beyond the range
in skillwright.json, or too young for a policy. Changes nothing.
Exit code 1 if a skill is outdated, else 4 if a source did not answer.
${scopeNotes}`,
  examples: ["skillwright outdated", "skillwright outdated pdf", "skillwright outdated --scope user --json"],
  async run(invocation, io) {
    const packages = await openPackages(invocation, io);
    try {
      const { setting, ports } = packages;
      const listed = await lockedWants(packages, invocation.positionals, io);
      const wants = [...listed.wants, ...listed.needed];
      let answered = 0;
      const asking = findAvailable(
        wants,
        {
          ...setting,
          ...{ home: io.place.home, cache: ports.cache, frozen: false },
          sourceOf: askOnce(setting.sourceOf),
        },
        () => {
          answered++;
        },
      );
      const describe = (): string => `Asking sources: ${answered} of ${countOf(wants.length, "skill")}`;
      const { available, failed } = await drawWhile(asking, describe, io);
      const skills = findOutdated(setting.lock, available);
      await io.out(invocation.flag("json") ? toJson(skills) : toText(skills, available.size, io));
      await io.err(wrapMessage(failureNotes(failed), io) + waitingNotes(findWaiting(packages, wants), io));
      if (skills.length > 0) return exitCode.findings;
      return failed.length > 0 ? exitCode.environment : exitCode.ok;
    } finally {
      await packages.close();
    }
  },
};

/** Updates that stopped at the user's edits: they are installed, but not finished. */
function findWaiting({ setting, ports, place }: Packages, wants: readonly SkillWant[]): readonly string[] {
  const asked = new Set(wants.map(({ name }) => name));
  const lock = { ...setting.lock, skills: setting.lock.skills.filter(({ name }) => asked.has(name)) };
  return verifyInstalled(lock, ports.fs, { place }).flatMap(({ conflicts = [] }) => conflicts);
}

function toJson(skills: readonly OutdatedSkill[]): string {
  const rows = skills.map(({ name, source, current, wanted = current, latest = current }) => {
    return { name, source, current, wanted, latest };
  });
  return `${safeJson({ version: 1, skills: rows }, 2)}\n`;
}

function toText(skills: readonly OutdatedSkill[], asked: number, io: Io): string {
  if (skills.length === 0) return asked === 0 ? "" : `${countOf(asked, "skill")} up to date.\n`;
  const style = createStyle(io.terminal.color);
  const short = (resolved: string): string => fitText(shortRelease({ resolved }).replace(/^sha256:/, ""), 16);
  const rows = skills.map(({ name, source, current, wanted = current, latest = current }) => [
    ...[fitText(name, nameColumns(io)), short(current), short(wanted), short(latest)],
    source,
  ]);
  const table = [["NAME", "CURRENT", "WANTED", "LATEST", "SOURCE"], ...rows];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...table.map((row) => textWidth(row[at] ?? ""))));
  const room = io.terminal.columns - widths.reduce((sum, width) => sum + width + 2, 0);
  const lines = table.map((row, index) => {
    const cells = widths.map((width, at) => `${row[at]}${" ".repeat(width - textWidth(row[at] ?? ""))}`);
    const line = [...cells, fitText(row[4] ?? "", Math.max(shortestSource, room))].join("  ");
    return `${index === 0 ? style.dim(line) : line}\n`;
  });
  const isWithin = skills.some(({ wanted }) => wanted !== undefined);
  const advice = `Run \`skillwright update${isWithin ? "" : " --latest"}\`.`;
  const count = `${skills.length} of ${countOf(asked, "skill")} outdated. ${advice}\n`;
  return lines.join("") + count;
}

const shortestSource = 10;

/** The table fits 80 columns even if every release takes all of its room. */
function nameColumns({ terminal }: Io): number {
  return Math.max(8, Math.min(64, terminal.columns - 3 * (16 + 2) - 2 - shortestSource));
}

type Failures = Awaited<ReturnType<typeof findAvailable>>["failed"];

/** One note per reason: several skills may be of one source. */
function failureNotes(failed: Failures): string {
  const names = new Map<string, string[]>();
  for (const { name, error } of failed) {
    const reason = formatError(error);
    names.set(reason, [...(names.get(reason) ?? []), printable(name)]);
  }
  return [...names].map(([reason, list]) => `Note: not checked: ${list.join(", ")}. ${reason}\n`).join("");
}
