import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Asked, type Json, wires } from "./wires.ts";

/** A call the model makes: the agent's own name of the tool, and its input. */
export type ScriptedCall = { readonly tool: string; readonly input: Json };

/** For each message of the model the calls that it makes in it. After the last it says a word and ends its turn. */
export type Turns = readonly (readonly ScriptedCall[])[];

/** What the model does in the conversation with the user, and in those of sub-agents by the name in their task. */
export type Script = { readonly main: Turns; readonly [subagent: string]: Turns };

export type ScriptedModel = {
  readonly url: string;
  /** Every request, which shows what the model got to know. */
  readonly requests: readonly string[];
  /** The sub-agents that were started. */
  readonly subagents: ReadonlySet<string>;
  /** Settles when the model has nothing more to do in the conversation with the user. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
};

/** A sub-agent's task, by which its conversation is known. */
export function taskOf(subagent: string): string {
  return `You are <${subagent}>.`;
}

/** The model APIs of all agents on this machine, with a model that makes the calls it is told to. */
export async function startScriptedModel(script: Script): Promise<ScriptedModel> {
  const requests: string[] = [];
  const subagents = new Set<string>();
  const ended = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    requests.push(`${request.method} ${request.url} ${body}`);
    const wire = wires.find(({ path }) => request.method === "POST" && path.test(request.url ?? ""));
    if (wire === undefined) return void response.writeHead(404).end("{}");
    const asked = wire.read(JSON.parse(body));
    const subagent = Object.keys(script).findLast((name) => asked.userText.includes(taskOf(name)));
    if (subagent !== undefined) subagents.add(subagent);
    const calls = nextCalls(asked, script[subagent ?? "main"]).map((call) => ({
      ...call,
      id: `call_${randomUUID().slice(0, 8)}`,
    }));
    const isStream = asked.isStream || /stream/i.test(request.url ?? "");
    response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
    response.end(wire.write(calls, { model: asked.model, isStream }));
    if (asked.hasTools && subagent === undefined && calls.length === 0) ended.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    ...{ requests, subagents, ended: ended.promise },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Requests without tools are those of the agent itself, for titles and the like. */
function nextCalls({ hasTools, turn }: Asked, turns: Turns = []): readonly ScriptedCall[] {
  return hasTools ? (turns[turn] ?? []) : [];
}
