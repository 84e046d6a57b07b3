import { resolve } from "node:path";
import type { Finding } from "@skillwright/core";
import { fingerprintOf } from "@skillwright/core/check";
import type { Suppression } from "@skillwright/core/config";
import type { LoadedSkill } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { relativePath } from "@skillwright/core/path";
import type { Unread } from "@skillwright/core/scan";
import { printable } from "@skillwright/core/text";
import { cliLimits } from "../../limits.ts";
import type { SuppressedFinding } from "../../reporters/reporter.ts";

/** What a finding must equal to be accepted. A baseline's entries have neither reason nor expiry. */
export type Accepted = Pick<Suppression, "rule" | "path" | "fingerprint"> &
  Partial<Pick<Suppression, "reason" | "expires">>;

/** What could not be read, with its content at the time it was accepted. */
export type AcceptedUnread = { readonly path: string; readonly reason: string; readonly fingerprint: string };

/** Accepted findings from one file; their paths are relative to its folder. */
export type AcceptedList = {
  readonly folder: string;
  readonly entries: readonly Accepted[];
  /** What could not be read and was accepted so; bound to the bytes of its file. */
  readonly unread?: readonly AcceptedUnread[];
  /** For entries without a reason of their own. */
  readonly reason: string;
};

export type Suppressor = {
  /** The accepted findings of a skill. */
  suppress(findings: readonly Finding[], skill: LoadedSkill): readonly SuppressedFinding[];
  /** What a skill has that could not be read and was accepted. */
  acceptUnread(unread: readonly Unread[], skill: LoadedSkill): readonly Unread[];
  /** Suppressions that would have counted but have expired, one sentence each. */
  readonly expired: ReadonlySet<string>;
};

type Here = { readonly cwd: string; readonly today: number };

export function createSuppressor(lists: readonly AcceptedList[], { cwd, today }: Here): Suppressor {
  const day = new Date(today).toISOString().slice(0, 10);
  const expired = new Set<string>();
  const rules = new Set(lists.flatMap(({ entries }) => entries.map(({ rule }) => rule)));
  const accept = (finding: Finding, skill: LoadedSkill): SuppressedFinding | undefined => {
    if (!rules.has(finding.rule)) return undefined;
    const fingerprint = fingerprintOf(finding, skill);
    for (const { folder, entries, reason: given } of lists) {
      const path = pathFrom(folder, finding.file, cwd);
      const found = entries.filter((one) => one.fingerprint === fingerprint && one.path === path);
      for (const { rule, reason = given, expires } of found) {
        if (rule !== finding.rule) continue;
        if (expires === undefined || expires >= day)
          return { finding, reason, ...(expires === undefined ? {} : { expires }) };
        expired.add(
          `The suppression of ${rule} in ${printable(path)} expired on ${expires}; the finding counts again.`,
        );
      }
    }
    return undefined;
  };
  return {
    suppress: (findings, skill) => findings.flatMap((finding) => accept(finding, skill) ?? []),
    acceptUnread: (unread, skill) =>
      unread.filter((one) => {
        const fingerprint = lists.some((list) => list.unread) ? unreadFingerprint(one, skill) : undefined;
        const file = `${skill.directory}/${one.path}`;
        return lists.some(({ folder, unread: entries = [] }) =>
          entries.some(
            (entry) =>
              entry.fingerprint === fingerprint &&
              entry.reason === one.reason &&
              entry.path === pathFrom(folder, file, cwd),
          ),
        );
      }),
    expired,
  };
}

/** Bound to the bytes of the file that it is in; undefined where that is not one file. */
export function unreadFingerprint({ path }: Unread, { files }: LoadedSkill): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const file = files.bytes(path.slice(0, end), cliLimits.unreadBytes);
    if (file === undefined) continue;
    return file.bytes.length < file.size ? undefined : nodeSha256(file.bytes);
  }
  return undefined;
}

/** A file relative to a folder, with `/`; absolute if it is elsewhere. */
export function pathFrom(folder: string, file: string, cwd: string): string {
  const absolute = resolve(cwd, file).replaceAll("\\", "/");
  return relativePath(folder.replaceAll("\\", "/"), absolute) ?? absolute;
}
