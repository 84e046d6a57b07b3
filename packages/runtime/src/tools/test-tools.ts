import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { combinePolicies, createPathResolver, decide } from "@skillwright/core/policy";
import type { JsonObject } from "@skillwright/core/text";
import { onTestFinished } from "vitest";
import { admit } from "../admission/admit.ts";
import { createRecorder } from "../admission/recorder.ts";
import { createToolCall, type ScriptStart, type ToolCall } from "../admission/tool-call.ts";
import { systemClock } from "../clock.ts";
import { type AgentToolDependencies, createAgentTools } from "./create-tools.ts";

/** A real folder, removed after the test; `files` are paths in it, with their text. */
export function createTestFolder(files: Readonly<Record<string, string>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-tools-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** A call as the guard admits it under an open policy, and the scripts a tool announced through it. */
export async function createTestCall(
  workspace: string,
): Promise<ToolCall & { readonly starts: readonly ScriptStart[] }> {
  const starts: ScriptStart[] = [];
  const call = { id: "call-1", tool: "test", input: {} };
  const resolvePath = createPathResolver(createNodeFileSystem(), workspace);
  const request = { ...call, workspace, resolvePath };
  const { layers } = combinePolicies([]);
  const verdict = await admit(call, {
    decide: () => ({ decision: decide(request, layers), request, layers, skills: [] }),
    approver: { digest: () => "", ask: async () => ({ because: "There is no one to ask." }) },
  });
  if (!verdict.ok) throw new Error("an open policy refused a call");
  const parts = { session: "test", clock: systemClock, emit: () => {}, required: false, secrets: [] };
  return {
    ...createToolCall(verdict.admission, undefined, createRecorder(parts)),
    scriptStarting: async (start) => void starts.push(start),
    starts,
  };
}

export type TestWorkspace = {
  readonly workspace: string;
  /** Runs one of the built-in agent's tools as the guard does. */
  run(name: string, input: unknown, call?: Partial<ToolCall>): Promise<JsonObject>;
  /** Runs it and returns its result, which must be a success. */
  result(name: string, input: unknown, call?: Partial<ToolCall>): Promise<unknown>;
  /** Runs it and returns its error, which must exist. */
  error(name: string, input: unknown, call?: Partial<ToolCall>): Promise<unknown>;
};

/** The built-in agent's tools over a real folder. */
export function createTestWorkspace(
  files: Readonly<Record<string, string>> = {},
  options: Partial<AgentToolDependencies> = {},
): TestWorkspace {
  const workspace = options.workspace ?? createTestFolder(files);
  const tools = createAgentTools({
    workspace,
    session: { active: () => [] },
    clock: systemClock,
    ...options,
  });
  const run: TestWorkspace["run"] = async (name, input, call) => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return tool.run(input, { ...(await createTestCall(workspace)), ...call });
  };
  return {
    workspace,
    run,
    result: async (name, input, call) => {
      const answer = await run(name, input, call);
      if (answer.success !== true) throw new Error(String(answer.error));
      return answer.result;
    },
    error: async (name, input, call) => {
      const answer = await run(name, input, call);
      if (answer.success !== false) throw new Error(JSON.stringify(answer.result));
      return answer.error;
    },
  };
}
