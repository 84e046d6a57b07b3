import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import { mcpLimits } from "../limits.ts";
import type { ListChange, Peer, SkillServer } from "../server/skill-server.ts";
import { createBoundedCache } from "../skills/entry-cache.ts";
import { type ArrivalOrder, createArrivalOrder } from "./arrival-order.ts";
import { type Message, refuse } from "./exchange.ts";
import { httpLimits } from "./limits.ts";

/** Serves the 2026-07-28 protocol, where each request is self-contained. */
export type ModernRequests = {
  answer(message: Message): Promise<Response>;
  /** Notifies the clients that subscribed to such changes. */
  notify(change: ListChange): void;
  close(): Promise<void>;
};

type ModernOptions = {
  readonly maxSubscriptions: number;
  readonly holdMs: number;
  readonly onError: (error: Error) => void;
};

export function createModernRequests(server: SkillServer, options: ModernOptions): ModernRequests {
  const peers = new WeakMap<object, Peer>();
  const createServer = (request: object | undefined): McpServer => {
    const peer = request && peers.get(request);
    if (!peer) throw new Error("The MCP SDK asked for a server for an unknown request.");
    return server.createServer(peer);
  };
  const orderOf = createOrders(options.holdMs);
  const handler = createMcpHandler(({ requestInfo }) => createServer(requestInfo), {
    legacy: "reject",
    maxSubscriptions: options.maxSubscriptions,
    onerror: options.onError,
  });
  return {
    answer: async ({ user, request, body }) => {
      const peer = peerOf(user, request.headers.get("skillwright-conversation"));
      if (peer instanceof Response) return peer;
      peers.set(request, peer);
      await orderOf(peer.conversation).admit(body);
      return await handler.fetch(request, { parsedBody: body });
    },
    notify: ({ tools, prompts, resources }) => {
      if (tools) handler.notify.toolsChanged();
      if (prompts) handler.notify.promptsChanged();
      if (resources) handler.notify.resourcesChanged();
    },
    close: () => handler.close(),
  };
}

/** The order of each conversation's requests, for the most recent conversations. */
function createOrders(holdMs: number): (conversation: string) => ArrivalOrder {
  const orders = createBoundedCache<ArrivalOrder>(mcpLimits.conversations);
  return (conversation) => {
    const known = orders.get(conversation);
    if (known !== undefined) return known;
    const order = createArrivalOrder(holdMs);
    orders.set(conversation, order, 1);
    return order;
  };
}

function peerOf(user: string, name: string | null): Peer | Response {
  // Encoded names contain no colon: "a:b" with "c" must not equal "a" with "b:c".
  const owner = encodeURIComponent(user);
  if (name === null) return { user, conversation: `user:${owner}`, isShared: true };
  const max = httpLimits.httpConversationCharacters;
  if (/^[\x20-\x7e]+$/.test(name) && name.length <= max)
    return { user, conversation: `named:${owner}:${name}` };
  return refuse({
    status: 400,
    message: `Skillwright-Conversation must have 1 to ${max} printable ASCII characters.`,
  });
}
