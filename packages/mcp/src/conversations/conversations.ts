import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import { type Clock, createQueue, type GuardedTool, type Queue, type Session } from "@skillwright/runtime";
import { mcpLimits } from "../limits.ts";
import type { Peer } from "../server/skill-server.ts";
import { createQuestions, type Questions } from "./questions.ts";

/** One conversation of a client with this server: its active skills and their restrictions. */
export type Conversation = {
  readonly session: Session;
  readonly questions: Questions;
  /** The skill tools, created once: they always use the current skills. */
  readonly tools: Promise<readonly GuardedTool[]>;
  /** Starts calls in order of arrival, so that none slips past a skill that was loaded before it. */
  readonly inOrder: Queue;
};

/** The conversations of all clients. Server objects hold none of this: over HTTP one lives for a single request. */
export type Conversations = {
  /** Runs work in a caller's conversation, which is created if needed and stays at least until the work is done. */
  within<Result>(peer: Peer, work: (conversation: Conversation) => Promise<Result>): Promise<Result>;
  /** The caller in the conversation where this activation of its user is active; undefined if it has ended. */
  find(activation: string, peer: Peer): Peer | undefined;
  end(conversation: string): Promise<void>;
  close(): Promise<void>;
};

export type OpenSession = (options: {
  readonly user?: string;
  readonly approver: Questions["approver"];
}) => Session;

type Entry = {
  readonly conversation: Conversation;
  readonly peer: Peer;
  running: number;
  /** When it was last used. */
  usedMs: number;
};

export function createConversations(
  openSession: OpenSession,
  clock: Clock,
  onFault: (error: unknown) => void = () => {},
): Conversations {
  const entries = new Map<string, Entry>();
  const end = async (id: string): Promise<void> => {
    const entry = entries.get(id);
    entries.delete(id);
    // Otherwise the session would keep waiting for an answer.
    entry?.conversation.questions.close();
    await entry?.conversation.session.close();
  };
  const endIdle = (): void => {
    const now = clock.elapsed();
    for (const [id, entry] of entries) if (now - entry.usedMs > idleMs(entry)) end(id).catch(onFault);
  };
  const open = (peer: Peer): Entry => {
    const spare = makeRoom(peer, entries);
    if (spare !== undefined) end(spare).catch(onFault);
    const entry = { conversation: begin(peer, openSession, clock), peer, running: 0, usedMs: 0 };
    entries.set(peer.conversation, entry);
    return entry;
  };
  return {
    within: async (peer, work) => {
      endIdle();
      const entry = entries.get(peer.conversation) ?? open(peer);
      entry.running++;
      try {
        return await work(entry.conversation);
      } finally {
        entry.running--;
        entry.usedMs = clock.elapsed();
      }
    },
    find: (activation, { user }) =>
      [...entries.values()].find(
        ({ peer, conversation }) =>
          peer.user === user &&
          conversation.session.active().some((skill) => skill.activation === activation),
      )?.peer,
    end,
    close: async () => {
      await Promise.all([...entries.keys()].map(end));
    },
  };
}

function begin({ user }: Peer, openSession: OpenSession, clock: Clock): Conversation {
  const questions = createQuestions(clock);
  const session = openSession({
    approver: questions.approver,
    ...compact({ user }),
  });
  const tools = session.tools();
  // Callers that await them get the failure.
  tools.catch(() => {});
  return { session, questions, tools, inOrder: createQueue() };
}

/** How long a conversation may be idle. A skill's restrictions must outlast a night. */
function idleMs(entry: Entry): number {
  if (entry.peer.connected === true || entry.running > 0) return Number.POSITIVE_INFINITY;
  return isSpare(entry) ? mcpLimits.conversationIdleMs : mcpLimits.restrictedIdleMs;
}

/** Whether ending it loses nothing: it can be restarted at any time. */
function isSpare({ peer, running, conversation }: Entry): boolean {
  return peer.connected !== true && running === 0 && conversation.session.active().length === 0;
}

/**
 * Id of the conversation to end to make room for another. Never one with active skills: their restrictions
 * would be lost.
 */
function makeRoom({ user }: Peer, entries: ReadonlyMap<string, Entry>): string | undefined {
  const own = [...entries].filter(([, { peer }]) => peer.user === user);
  const isFull = own.length >= mcpLimits.conversationsPerUser;
  if (!isFull && entries.size < mcpLimits.conversations) return undefined;
  const spare = (isFull ? own : [...entries]).filter(([, entry]) => isSpare(entry));
  const [oldest] = spare.toSorted(([, a], [, b]) => a.usedMs - b.usedMs);
  if (oldest === undefined) throw new SkillError("conversations-exhausted", { open: own.length });
  return oldest[0];
}

/** The `_meta` key for the activation that a request belongs to. */
export const activationKey = "skillwright/activation";

export const activationOver =
  "The activation that this call names is not active. Load the skill again with skills_load, or omit `activation`.";

/** For refusals in a conversation that several chats of a user share. */
export const sharedNote =
  "This server counts all chats with the same access token as one conversation, because their requests do not tell them apart: a skill that another chat loaded is active here too. To separate them, tell the user to send the header Skillwright-Conversation with a different value for each chat, or to give each its own token. To leave a skill that is no longer needed, call skills_deactivate with its name.";

type Serving = { readonly peer: Peer; readonly conversations: Conversations };

/**
 * The caller in the conversation of an activation, or in its own if none is named; undefined if the activation
 * has ended.
 */
export function findPeer(activation: unknown, { peer, conversations }: Serving): Peer | undefined {
  // Models send empty strings for omitted values.
  if (activation === undefined || activation === "") return peer;
  return typeof activation === "string" ? conversations.find(activation, peer) : undefined;
}
