import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { type LayerKind, type Policy, readPlainPolicy } from "@skillwright/core/policy";
import { type Flags, type Invocation, UsageError } from "../command.ts";
import type { Io } from "../io.ts";
import { absolutePath } from "./absolute-path.ts";

export const policyFlags: Flags = {
  policy: { type: "string", value: "FILE", help: "Hold to this policy too, JSON or YAML; may repeat." },
};

/** Lines of help on whose policies count. */
export const policyNotes = `Policies that count: policy.json (or .yaml, .yml) of the machine and of the user's data folder, and those
after --policy. One that cannot be read stops the command.`;

/**
 * What the organisation, the flags and the user say about tool calls, the strongest first. A file that is there and cannot be
 * understood is an error: to go on without it would be to go on without what it forbids.
 */
export async function openPolicies(
  invocation: Invocation,
  io: Pick<Io, "cwd" | "place">,
): Promise<readonly Policy[]> {
  const fs = createNodeFileSystem();
  const { systemFolder, dataFolder, home } = io.place;
  const named = invocation.options("policy");
  if (named.includes("")) throw new UsageError("--policy wants a file.");
  const files: readonly PolicyFile[] = [
    ...findPolicy(fs, systemFolder, "organisation"),
    ...named.map((file): PolicyFile => [absolutePath(file, io.cwd, home), "organisation"]),
    ...findPolicy(fs, dataFolder, "user"),
  ];
  const plain = files.map(([path, kind]) => readPlainPolicy(fs, path, kind));
  const known = plain.filter((policy) => policy !== undefined);
  if (known.length === files.length) return known;
  // The reader of all else is loaded only when there is something for it to read: it takes longer than the rest.
  const { readPolicy } = await import("@skillwright/core/config");
  return files.map(([path, kind]) => readPolicy(fs, path, kind));
}

export type PolicyFile = readonly [path: string, kind: LayerKind];

/** The policy of a folder, if it has one. Listed, not looked up by name: a link that leads nowhere is a policy that is lost, not one that was never there. */
export function findPolicy(fs: FileSystem, folder: string, kind: LayerKind): readonly PolicyFile[] {
  if (fs.stat(folder) === undefined) return [];
  const names = fs.list(folder).flatMap(({ name }) => (/^policy\.(?:json|ya?ml)$/.test(name) ? [name] : []));
  const [name, other] = names;
  if (name === undefined) return [];
  const path = `${folder}/${name}`;
  if (other !== undefined)
    throw new SkillError("config-invalid", {
      path,
      reason: `there is a ${other} beside it. Keep one of them.`,
    });
  return [[path, kind]];
}
