import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { type ToolPattern, tokenizeTools } from "@skillwright/core/parse";
import {
  combinePolicies,
  createPathResolver,
  type Policy,
  type PolicyLayer,
  skillLayer,
  type ToolMode,
  type ToolRequest,
} from "@skillwright/core/policy";
import { type Invocation, UsageError } from "../command.ts";
import { absolutePath } from "../input/absolute-path.ts";
import type { Io } from "../io.ts";

/** Everything that calls are held against, from the flags. */
export type OpenedPolicy = {
  readonly fs: FileSystem;
  /** The layers, with a skill's lists in place of those of the flags when given. */
  layers(
    requestedTools?: readonly ToolPattern[],
    disallowedTools?: readonly ToolPattern[],
  ): readonly PolicyLayer[];
  request(tool: string, input: unknown): ToolRequest;
};

const modes: readonly ToolMode[] = ["restrict", "grant", "both", "advisory"];

export async function openPolicy(invocation: Invocation, io: Io): Promise<OpenedPolicy> {
  const fs = createNodeFileSystem();
  const policies = await readPolicies(invocation.options("policy"), fs, io);
  const { layers, emptyList, ...combined } = combinePolicies(policies);
  const mode = readMode(invocation) ?? combined.mode;
  const requested = readList(invocation.option("allowed-tools"));
  const disallowed = readList(invocation.option("disallowed-tools"));
  const name = invocation.option("skill");
  const workspace = fs.realPath(io.cwd) ?? io.cwd;
  const home = fs.realPath(io.place.home);
  return {
    fs,
    layers: (requestedTools = requested, disallowedTools = disallowed) => {
      const layer = skillLayer({ name: name ?? "", requestedTools, disallowedTools, mode, emptyList });
      const skill = name === undefined ? { ...layer, name: "skill" } : layer;
      return [...layers, skill];
    },
    request: (tool, input) => ({
      tool,
      input,
      workspace,
      resolvePath: createPathResolver(fs, workspace),
      ...(home === undefined ? {} : { home }),
    }),
  };
}

/** The reader is loaded only when there is something to read: it takes longer than the rest of the command. */
async function readPolicies(files: readonly string[], fs: FileSystem, io: Io): Promise<readonly Policy[]> {
  if (files.length === 0) return [];
  const { readPolicy } = await import("@skillwright/core/config");
  return files.map((file) => readPolicy(fs, absolutePath(file, io.cwd, io.place.home)));
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
