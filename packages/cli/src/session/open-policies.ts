import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { LayerKind, Policy } from "@skillwright/core/policy";
import { type Flags, type Invocation, UsageError } from "../command.ts";
import { absolutePath } from "../input/absolute-path.ts";
import type { Io } from "../io.ts";

export const policyFlags: Flags = {
  policy: { type: "string", value: "FILE", help: "Also apply this policy (JSON or YAML); repeatable." },
};

/** Help text on which policies apply. */
export const policyNotes = `Policies in effect: policy.json (or .yaml, .yml) of the machine and of the user's data folder, those of
your organization's hub, and those given with --policy. An unreadable policy stops the command.`;

/**
 * Policies of the organization, the flags and the user, strongest first. An unreadable file is an error, because continuing
 * without it would allow what it forbids.
 */
export async function openPolicies(
  invocation: Invocation,
  io: Pick<Io, "cwd" | "place">,
): Promise<readonly Policy[]> {
  const fs = createNodeFileSystem();
  const { systemFolder, dataFolder, home } = io.place;
  const named = invocation.options("policy");
  if (named.includes("")) throw new UsageError("--policy requires a file.");
  const files: readonly PolicyFile[] = [
    ...findPolicy(fs, systemFolder, "organisation"),
    ...findHubPolicies(fs, `${systemFolder}/hub`),
    ...findHubPolicies(fs, `${dataFolder}/hub`),
    ...named.map((file): PolicyFile => [absolutePath(file, io.cwd, home), "organisation"]),
    ...findPolicy(fs, dataFolder, "user"),
  ];
  // Most machines have no policies, and then nothing that reads or decides them needs to load.
  if (files.length === 0) return [];
  const { readPlainPolicy } = await import("@skillwright/core/policy");
  const plain = files.map(([path, kind]) => withFile(readPlainPolicy(fs, path, kind), path));
  const known = plain.filter((policy) => policy !== undefined);
  if (known.length === files.length) return known;
  // Loading the full parser takes longer than everything else, so only do it when needed.
  const { readPolicy } = await import("@skillwright/core/config");
  return files.flatMap(([path, kind]) => withFile(readPolicy(fs, path, kind), path) ?? []);
}

/** The policy with its file, so that a decision can say where its rule is from. */
function withFile(policy: Policy | undefined, file: string): Policy | undefined {
  return policy?.layer === undefined ? policy : { ...policy, layer: { ...policy.layer, file } };
}

export type PolicyFile = readonly [path: string, kind: LayerKind];

/** The policies of a hub's last state, strongest first. */
function findHubPolicies(fs: FileSystem, folder: string): readonly PolicyFile[] {
  const path = `${folder}/current/policy`;
  if (fs.stat(path) === undefined) return [];
  const names = fs.list(path).map(({ name }) => name);
  return names
    .filter((name) => /^\d+\.(?:json|yaml)$/.test(name))
    .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map((name) => [`${path}/${name}`, "organisation"]);
}

/** The policy file in a folder, if any. Lists the folder, so that a dangling link is an error and not a missing policy. */
export function findPolicy(fs: FileSystem, folder: string, kind: LayerKind): readonly PolicyFile[] {
  if (fs.stat(folder) === undefined) return [];
  const names = fs.list(folder).flatMap(({ name }) => (/^policy\.(?:json|ya?ml)$/.test(name) ? [name] : []));
  const [name, other] = names;
  if (name === undefined) return [];
  const path = `${folder}/${name}`;
  if (other !== undefined)
    throw new SkillError("config-invalid", {
      path,
      reason: `${other} exists beside it. Keep one of them.`,
    });
  return [[path, kind]];
}
