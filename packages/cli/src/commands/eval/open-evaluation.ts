import { SkillError } from "@skillwright/core";
import { type FileSystem, hasSkillFile, type LoadedSkill } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { compact } from "@skillwright/core/text";
import { type EvalBaseline, type TrialHost, workspaceOf } from "@skillwright/evals";
import { createJsonlSink } from "@skillwright/runtime";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { installedOptions } from "../../session/installed-options.ts";
import { openPolicies } from "../../session/open-policies.ts";
import { openSandboxOrNone } from "../../session/open-sandbox.ts";
import { auditFile, secretValues } from "../../session/user-session.ts";
import { findTestedSkills, nameOf } from "../test/find-tested-skills.ts";
import { type EvalModels, openEvalModels } from "./eval-models.ts";
import { type EvalOptions, readEvalOptions } from "./eval-options.ts";

/** The context of an evaluation. */
export type Evaluation = {
  readonly invocation: Invocation;
  readonly io: Io;
  readonly options: EvalOptions;
  readonly models: EvalModels;
  readonly place: EvalPaths;
  readonly skill: LoadedSkill;
  readonly opened: OpenedHost;
};

/** Validates the whole invocation before anything is spent; undefined when the skill is not available. */
async function openEvaluation(invocation: Invocation, io: Io): Promise<Evaluation | undefined> {
  const options = await readEvalOptions(invocation);
  const skill = await findEvaluatedSkill(invocation, io);
  if (skill === undefined) return undefined;
  const models = await openEvalModels(invocation, options, io);
  if (options.maxCost !== undefined) requirePrices(models);
  const place = resolveEvalPaths(skill, options.workspace, { fs: createNodeFileSystem(), io });
  const evaluation = { invocation, io, options, models, place, skill };
  return { ...evaluation, opened: await openTrialHost(evaluation) };
}

/** `--max-cost` cannot be enforced without prices. */
function requirePrices({ agent, judge }: EvalModels): void {
  const unpriced = [agent, ...(judge ? [judge] : [])].find(({ model, price }) => !price(model.modelId));
  if (unpriced)
    throw new UsageError(`--max-cost cannot be enforced: the price of ${unpriced.label} is unknown.`);
}

/** Opens an evaluation, acts on it, and closes its audit log; refused when the skill is not available. */
export async function withEvaluation(
  invocation: Invocation,
  io: Io,
  act: (evaluation: Evaluation) => Promise<number>,
): Promise<number> {
  const evaluation = await openEvaluation(invocation, io);
  if (evaluation === undefined) return exitCode.refused;
  try {
    return await act(evaluation);
  } finally {
    await evaluation.opened.close();
  }
}

/** The environment of trials on this machine: the same policies, sandbox and audit log as for every agent. */
type OpenedHost = {
  readonly host: TrialHost;
  /** Describes the conditions that runs depend on; runs under other conditions are not reused. */
  readonly surroundings: string;
  close(): Promise<void>;
};

async function openTrialHost({
  invocation,
  io,
  options,
  models,
  place,
}: Omit<Evaluation, "opened">): Promise<OpenedHost> {
  const policy = await openPolicies(invocation, io);
  const sandbox = await openSandboxOrNone(options.sandbox, { quiet: options.quiet }, io);
  const audit = createJsonlSink({ path: auditFile(io) });
  const host: TrialHost = {
    fs: place.fs,
    model: models.agent.model,
    findModel: models.agent.find,
    policy,
    installed: installedOptions(policy, io.place),
    network: options.network,
    environment: io.environment,
    secrets: secretValues(io.environment),
    audit,
    ...compact({ sandbox }),
  };
  const surroundings = JSON.stringify([sandbox?.name ?? "no programs", options.network, policy]);
  return { host, surroundings, close: () => audit.close() };
}

/** The evaluated skill, and where its results are. */
type EvalPaths = {
  readonly fs: FileSystem;
  readonly skill: { readonly name: string; readonly directory: string };
  /** Absolute. */
  readonly workspace: string;
};

function resolveEvalPaths(
  skill: LoadedSkill,
  workspace: string | undefined,
  { fs, io }: { readonly fs: FileSystem; readonly io: Io },
): EvalPaths {
  const directory = fs.realPath(skill.directory) ?? skill.directory;
  const folder =
    workspace === undefined
      ? workspaceOf(directory)
      : realOf(absolutePath(workspace, io.cwd, io.place.home), fs);
  const found = fs.stat(folder);
  if (found !== undefined && found.kind !== "directory")
    throw new UsageError(`--workspace must be a folder; ${workspace ?? folder} is not.`);
  return { fs, skill: { name: nameOf(skill), directory }, workspace: folder };
}

/** Follow a link only when the user names it; one at the default path may come from a repository. */
function realOf(path: string, fs: FileSystem): string {
  return fs.realPath(path) ?? path;
}

/** Resolves `--baseline`. */
export async function resolveBaseline(
  { fs, skill, workspace }: EvalPaths,
  word: string,
  io: Io,
): Promise<EvalBaseline> {
  if (word === "none" || word === "without") return { kind: word };
  if (word !== "previous") return { kind: "old", directory: requireSkill(fs, word, io) };
  const { findPreviousVersion } = await import("@skillwright/evals");
  const directory = await findPreviousVersion(fs, skill.directory, workspace);
  if (directory !== undefined) return { kind: "old", directory };
  throw new UsageError(
    "no previous version found: every saved version of the skill equals the current one. Name a folder with --baseline DIR.",
  );
}

function requireSkill(fs: FileSystem, word: string, io: Io): string {
  const directory = absolutePath(word, io.cwd, io.place.home);
  if (!fs.stat(directory)) throw new SkillError("file-missing", { path: word });
  if (hasSkillFile(fs, directory)) return directory;
  throw new UsageError(
    `--baseline must be without, previous, none, or the folder of an older version; ${word} has no SKILL.md.`,
  );
}

/** The one skill that the arguments name; undefined when it is not available, which has been reported then. */
async function findEvaluatedSkill(invocation: Invocation, io: Io): Promise<LoadedSkill | undefined> {
  const [word, extra] = invocation.positionals;
  if (extra !== undefined) throw new UsageError(`eval takes one SKILL; found '${extra}' after '${word}'.`);
  const skills = await findTestedSkills(invocation, io, { command: "eval" });
  if (skills === undefined) return undefined;
  const [skill, ...others] = skills;
  if (skill === undefined) throw new UsageError("no skill found here; name one.");
  if (others.length === 0) return skill;
  const names = skills.slice(0, 8).map(nameOf).join(", ");
  throw new UsageError(`eval takes one SKILL, but there are ${skills.length} here: ${names}. Name one.`);
}
