import { SkillError, type SkillManifest } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { type ToolPattern, tokenizeTools } from "@skillwright/core/parse";
import {
  combinePolicies,
  createPathResolver,
  type PolicyLayer,
  skillLayer,
  type ToolMode,
  type ToolRequest,
} from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../../command.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { openPolicies } from "../../session/open-policies.ts";

/** The policies in effect and the flags, as layers that calls are decided under. */
export type OpenedPolicy = {
  readonly fs: FileSystem;
  /** The layers, with these lists of a skill instead of those in the flags, if given. */
  layers(
    requestedTools?: readonly ToolPattern[],
    disallowedTools?: readonly ToolPattern[],
  ): readonly PolicyLayer[];
  request(tool: string, input: unknown): ToolRequest;
};

const modes: readonly ToolMode[] = ["restrict", "grant", "both", "advisory"];

export async function openPolicy(invocation: Invocation, io: Io): Promise<OpenedPolicy> {
  const fs = createNodeFileSystem();
  const policies = await openPolicies(invocation, io);
  const { layers, emptyList, ...combined } = combinePolicies(policies);
  const mode = readMode(invocation) ?? combined.mode;
  const skill = await readSkill(fs, invocation, io);
  const requested = readList(invocation.option("allowed-tools")) ?? skill?.requestedTools;
  const disallowed = readList(invocation.option("disallowed-tools")) ?? skill?.disallowedTools;
  const name = skill?.name ?? invocation.option("skill");
  const workspace = fs.realPath(io.cwd) ?? io.cwd;
  const home = fs.realPath(io.place.home);
  return {
    fs,
    layers: (requestedTools = requested, disallowedTools = disallowed) => {
      const layer = skillLayer({ name: name ?? "", requestedTools, disallowedTools, mode, emptyList });
      return [...layers, name === undefined ? { ...layer, name: "skill" } : layer];
    },
    request: (tool, input) => ({
      tool,
      input,
      workspace,
      resolvePath: createPathResolver(fs, workspace),
      ...compact({ home }),
    }),
  };
}

/** The skill in the folder that --skill names; undefined for a mere name. */
async function readSkill(fs: FileSystem, invocation: Invocation, io: Io): Promise<SkillManifest | undefined> {
  const text = invocation.option("skill");
  if (text === undefined || !text.includes("/")) return undefined;
  // Loaded only when needed: parsing takes longer than a decision.
  const { loadSkills } = await import("@skillwright/core/discover");
  const [skill] = loadSkills(fs, [absolutePath(text, io.cwd, io.place.home)]);
  if (skill?.parsed.manifest.name !== undefined) return skill.parsed.manifest;
  throw new SkillError("skill-invalid", { path: text, reason: "its SKILL.md is missing or has no name" });
}

function readMode(invocation: Invocation): ToolMode | undefined {
  const text = invocation.option("mode");
  const mode = modes.find((one) => one === text);
  if (text !== undefined && mode === undefined)
    throw new UsageError(`--mode is one of ${modes.join(", ")}; found '${text}'.`);
  return mode;
}

function readList(text: string | undefined): readonly ToolPattern[] | undefined {
  return text === undefined ? undefined : tokenizeTools(text);
}
