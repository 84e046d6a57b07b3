import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { ListChange, Peer, SkillServer } from "../server/skill-server.ts";

export type TestServer = SkillServer & {
  /** Ended conversations, in order. */
  readonly ended: string[];
  /** Callers, in order. */
  readonly peers: Peer[];
  /** Calls of `wait` that have been neither released nor aborted. */
  readonly waiting: Set<() => void>;
  /** Server objects of sessions. */
  readonly live: Set<McpServer>;
  readonly listeners: Set<(change: ListChange) => void>;
  change(): void;
};

/** A server with a few tools, real except for the skills. */
export function createTestServer(fault?: string): TestServer {
  const listeners = new Set<(change: ListChange) => void>();
  const state = {
    ended: [],
    peers: [],
    waiting: new Set(),
    live: new Set(),
    listeners,
  } satisfies Partial<TestServer>;
  const server: TestServer = {
    ...state,
    createServer: (peer) => {
      if (fault !== undefined) throw new Error(fault);
      server.peers.push(peer);
      return createMcp(peer, server);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    endConversation: async (conversation) => void server.ended.push(conversation),
    close: async () => undefined,
    change: () => {
      for (const mcp of server.live) mcp.sendToolListChanged();
      for (const listener of listeners) listener({ tools: true, prompts: false, resources: false });
    },
  };
  return server;
}

function createMcp(peer: Peer, { live, waiting }: TestServer): McpServer {
  const mcp = new McpServer(
    { name: "test", version: "1.0.0" },
    { capabilities: { tools: { listChanged: true } } },
  );
  mcp.registerTool("whoami", { description: "Tells the conversation." }, () => text(peer.conversation));
  mcp.registerTool("echo", { inputSchema: z.object({ text: z.string() }) }, (input) => text(input.text));
  mcp.registerTool("headers", { description: "Tells the headers of the request." }, (context) =>
    text(JSON.stringify([...(context.http?.req?.headers ?? [])])),
  );
  mcp.registerTool("wait", { description: "Waits to be released or aborted." }, async (context) => {
    await new Promise<void>((resolve) => {
      const release = (): void => {
        waiting.delete(release);
        resolve();
      };
      waiting.add(release);
      context.mcpReq.signal.addEventListener("abort", release, { once: true });
    });
    return text("released");
  });
  // Some server objects of the 2026 protocol are never connected, and none outlives a request.
  mcp.server.oninitialized = () => live.add(mcp);
  mcp.server.onclose = () => live.delete(mcp);
  return mcp;
}

function text(words: string): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text: words }] };
}
