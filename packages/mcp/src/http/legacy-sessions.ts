import {
  isInitializeRequest,
  isJSONRPCNotification,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { compact } from "@skillwright/core/text";
import type { Clock } from "@skillwright/runtime";
import type { SkillServer } from "../server/skill-server.ts";
import { type ArrivalOrder, createArrivalOrder } from "./arrival-order.ts";
import { type Message, refuse } from "./exchange.ts";
import type { Quota } from "./quota.ts";

/** Serves the 2025 protocols, where the `Mcp-Session-Id` header names a client's session. */
export type LegacySessions = {
  answer(message: Message): Promise<Response>;
  /** Ends the sessions that have been idle this long. */
  endIdle(idleMs: number): Promise<void>;
  close(): Promise<void>;
};

type LegacyOptions = {
  readonly quota: Quota;
  readonly holdMs: number;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
};

type LegacySession = {
  readonly id: string;
  readonly user: string;
  readonly conversation: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly mcp: McpServer;
  readonly order: ArrivalOrder;
  /** Running requests, including an open notification stream. */
  running: number;
  usedMs: number;
};

export function createLegacySessions(server: SkillServer, options: LegacyOptions): LegacySessions {
  const sessions = new Map<string, LegacySession>();
  let isClosed = false;
  const end = async (session: LegacySession): Promise<void> => {
    if (!sessions.delete(session.id)) return;
    options.quota.give(session.user, 1);
    const steps = [() => session.mcp.close(), () => server.endConversation(session.conversation)];
    for (const step of steps) await step().catch(options.onError);
  };
  const endAll = async (over: readonly LegacySession[]): Promise<void> => {
    await Promise.all(over.map(end));
  };
  const begin = async (message: Message): Promise<Response> => {
    if (isClosed) return refuse({ status: 503, message: "This server is closing." });
    const session = createSession(message.user, server, options);
    if (session instanceof Response) return session;
    sessions.set(session.id, session);
    const answer = await connect(session, message, options.clock).catch(async (error) => {
      await end(session);
      throw error;
    });
    if (!answer.ok) await end(session);
    // Without the complete answer the client does not know its session id.
    void message.delivered.then((wasDelivered) => (wasDelivered ? undefined : end(session)));
    return answer;
  };
  return {
    answer: async (message) => {
      const id = message.request.headers.get("mcp-session-id");
      if (id === null && isInitializeRequest(message.body)) return await begin(message);
      if (id === null) return refuse({ status: 400, message: "Send the Mcp-Session-Id header." });
      const session = sessions.get(id);
      // Do not reveal whether another user has such a session.
      if (session?.user !== message.user) return sessionUnknown();
      const answer = await pass(session, message, options.clock);
      if (message.request.method === "DELETE" && answer.ok) await end(session);
      return answer;
    },
    endIdle: (idleMs) => {
      const before = options.clock.elapsed() - idleMs;
      return endAll([...sessions.values()].filter(({ running, usedMs }) => running === 0 && usedMs < before));
    },
    close: () => {
      isClosed = true;
      return endAll([...sessions.values()]);
    },
  };
}

function createSession(user: string, server: SkillServer, options: LegacyOptions): LegacySession | Response {
  const refusal = options.quota.take(user, 1);
  if (refusal) return refusal;
  try {
    const id = options.clock.createId();
    const conversation = `session:${encodeURIComponent(user)}:${id}`;
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    transport.onerror = options.onError;
    const mcp = server.createServer({ user, conversation, connected: true });
    return {
      id,
      user,
      conversation,
      transport,
      mcp,
      order: createArrivalOrder(options.holdMs),
      running: 0,
      usedMs: options.clock.elapsed(),
    };
  } catch (error) {
    options.quota.give(user, 1);
    throw error;
  }
}

async function connect(session: LegacySession, message: Message, clock: Clock): Promise<Response> {
  await session.mcp.connect(session.transport);
  return await pass(session, message, clock);
}

async function pass(session: LegacySession, message: Message, clock: Clock): Promise<Response> {
  session.running++;
  void message.delivered.then(() => {
    session.running--;
    session.usedMs = clock.elapsed();
  });
  const { request, body } = message;
  await session.order.admit(body);
  const answer = await session.transport.handleRequest(request, compact({ parsedBody: body }));
  const cancelled = cancelledRequest(body);
  // The SDK does not answer a cancelled request and leaves its stream open.
  if (cancelled !== undefined) session.transport.closeSSEStream(cancelled);
  return answer;
}

function cancelledRequest(body: unknown): string | number | undefined {
  if (!isJSONRPCNotification(body) || body.method !== "notifications/cancelled") return undefined;
  const id = body.params?.requestId;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

function sessionUnknown(): Response {
  return refuse({ status: 404, code: -32_001, message: "Session not found" });
}
