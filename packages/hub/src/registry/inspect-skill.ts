import {
  createReviewer,
  type ReviewedScan,
  type ReviewFinding,
  type SkillReview,
} from "@skillwright/core/check";
import { createScanner } from "@skillwright/core/scan";
import { createTreeFileSystem, type FileTree } from "@skillwright/packaging";
import { hostsOf } from "../governance/hosts-of.ts";
import { Refusal } from "../http/refusal.ts";
import { hubLimits } from "../limits.ts";

/** What a version asks for: part of what an approval is bound to. */
export type RequestedPermissions = Omit<SkillReview, "findings" | "scan"> & {
  /** Hosts that its scripts and hooks name. */
  readonly hosts: readonly string[];
};

export type InspectedSkill = {
  readonly requested: RequestedPermissions;
  readonly findings: readonly ReviewFinding[];
  readonly scan: ReviewedScan;
};

/** Reads what a skill asks for and what the security rules find in it. Paths of findings are inside the skill. */
export function inspectSkill(tree: FileTree, name: string): InspectedSkill {
  const folder = `/${name.slice(name.lastIndexOf("/") + 1)}`;
  if (!tree.entries.some(({ path }) => path === "SKILL.md"))
    throw new Refusal("INVALID_PACKAGE", "The archive has no SKILL.md.");
  const { findings, scan, ...requested } = createReviewer(createScanner())(
    createTreeFileSystem(tree, folder),
    folder,
  );
  const inside = (file: string): string => file.slice(folder.length + 1);
  const hosts = hostsOf(tree, requested);
  return {
    requested: { ...requested, hosts },
    findings: findings.map((one) => ({ ...one, file: inside(one.file) })),
    // One is enough for the verdict, and every reader of the version gets the list.
    scan: { ...scan, unread: scan.unread.slice(0, hubLimits.unreadFiles) },
  };
}
