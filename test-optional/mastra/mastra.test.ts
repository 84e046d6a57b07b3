import { Agent, type AgentConfig } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import {
  expectApproval,
  hooks,
  type PendingApproval,
  prepareStep,
  requireToolApproval,
  skillTools,
  wrapTools,
} from "@skillwright/runtime/mastra";
import { z } from "zod";
import {
  type AdapterUnderTest,
  describeAdapter,
  type HostTool,
  type Replay,
  type Script,
} from "../../packages/runtime/src/adapters/contract.ts";
import type { Session } from "../../packages/runtime/src/session/session.ts";
import { createScriptedModel } from "./scripted-model.ts";

type Method = "generate" | "stream";
type Guarding = Pick<AgentConfig, "tools" | "hooks">;
type Guard = (session: Session, tools: readonly HostTool[]) => Promise<Guarding>;

describeAdapter("Mastra, tools wrapped, generate", createAdapter("generate", withWrappedTools));
describeAdapter("Mastra, tools wrapped, stream", createAdapter("stream", withWrappedTools));
describeAdapter("Mastra, hooks, generate", createAdapter("generate", withHooks));
describeAdapter("Mastra, hooks, stream", createAdapter("stream", withHooks));

async function withWrappedTools(session: Session, tools: readonly HostTool[]): Promise<Guarding> {
  return { tools: { ...(await skillTools(session)), ...wrapTools(session, toMastra(tools)) } };
}

async function withHooks(session: Session, tools: readonly HostTool[]): Promise<Guarding> {
  return { tools: { ...(await skillTools(session)), ...toMastra(tools) }, hooks: await hooks(session) };
}

function toMastra(tools: readonly HostTool[]) {
  return Object.fromEntries(
    tools.map(({ name, run }) => [
      name,
      createTool({
        id: name,
        description: name,
        inputSchema: z.looseObject({}),
        execute: (input) => run(input),
      }),
    ]),
  );
}

function createAdapter(method: Method, guard: Guard): AdapterUnderTest {
  return {
    run: async ({ session, tools, turns, show }: Script) => {
      const scripted = createScriptedModel(turns);
      const { agent } = createAgent(scripted.model, await guard(session, tools));
      const options = {
        maxSteps: 10,
        ...(show === "everything" ? {} : { prepareStep: prepareStep(session) }),
      };
      if (method === "generate") await agent.generate("Go.", options);
      else await (await agent.stream("Go.", options)).consumeStream();
      return { results: scripted.results(), shown: scripted.shown };
    },
    replay: async ({ session, tools, call, meanwhile, times }: Replay) => {
      const scripted = createScriptedModel([[call]]);
      const { agent, storage } = createAgent(scripted.model, await guard(session, tools));
      const { runId, pending } = await suspend(agent, session, method);
      const restore = await keepRuns(storage);
      expectApproval(session, pending);
      await meanwhile();
      const answers: string[] = [];
      for (let time = 0; time < times; time++) {
        // Mastra forgets a run that it has taken up; whoever can write to its store can bring it back.
        await restore();
        if (method === "generate") await agent.approveToolCallGenerate({ runId, toolCallId: call.id });
        else await (await agent.approveToolCall({ runId, toolCallId: call.id })).consumeStream();
        answers.push(scripted.results()[call.id] ?? "");
      }
      return answers;
    },
  };
}

async function suspend(
  agent: Agent,
  session: Session,
  method: Method,
): Promise<{ runId: string; pending: PendingApproval }> {
  const options = { requireToolApproval: requireToolApproval(session) };
  if (method === "generate") {
    const { runId = "", suspendPayload } = await agent.generate("Go.", options);
    return { runId, pending: suspendPayload };
  }
  const { runId, fullStream } = await agent.stream("Go.", options);
  let pending: PendingApproval | undefined;
  for await (const chunk of fullStream) if (chunk.type === "tool-call-approval") pending = chunk.payload;
  if (pending === undefined) throw new Error("The run was not suspended.");
  return { runId, pending };
}

async function keepRuns(storage: InMemoryStore): Promise<() => Promise<void>> {
  const store = await storage.getStore("workflows");
  if (store === undefined) throw new Error("The store keeps no runs.");
  const { runs } = structuredClone(await store.listWorkflowRuns());
  return async () => {
    for (const { workflowName, runId, snapshot } of structuredClone(runs))
      if (typeof snapshot === "object")
        await store.persistWorkflowSnapshot({ workflowName, runId, snapshot });
  };
}

function createAgent(
  model: AgentConfig["model"],
  guarding: Guarding,
): { agent: Agent; storage: InMemoryStore } {
  const agent = new Agent({ id: "agent", name: "agent", instructions: "Work.", model, ...guarding });
  // Suspended runs are kept in a store.
  const storage = new InMemoryStore();
  new Mastra({ agents: { agent }, storage, logger: false });
  return { agent, storage };
}
