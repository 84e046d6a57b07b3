import { formatError, SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { LayerKind } from "@skillwright/core/policy";
import type { Io } from "../../io.ts";
import { findPolicy } from "../../session/open-policies.ts";

/** A machine or user policy, or why it cannot be read. */
export type PolicyRow = {
  readonly owner: "machine" | "user";
  /** Null when there is none. */
  readonly path: string | null;
  /** Why `exec` and `run` stop here. */
  readonly problem?: string;
};

/** The policies that `exec` and `run` find without being told. */
export async function examinePolicies(
  { place }: Io,
  nameOf: (path: string) => string,
): Promise<readonly PolicyRow[]> {
  const fs = createNodeFileSystem();
  const { readPolicy } = await import("@skillwright/core/config");
  const examine = (owner: PolicyRow["owner"], folder: string, kind: LayerKind): PolicyRow => {
    try {
      const [found] = findPolicy(fs, folder, kind);
      if (found === undefined) return { owner, path: null };
      readPolicy(fs, ...found);
      return { owner, path: nameOf(found[0]) };
    } catch (error) {
      if (!(error instanceof SkillError)) throw error;
      return { owner, path: nameOf(pathOf(error, folder)), problem: formatError(error) };
    }
  };
  return [examine("machine", place.systemFolder, "organisation"), examine("user", place.dataFolder, "user")];
}

function pathOf({ details }: SkillError, folder: string): string {
  return typeof details.path === "string" ? details.path : folder;
}
