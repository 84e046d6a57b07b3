import { limits, SkillError } from "@skillwright/core";
import { type Clock, createQueue, type GuardedTool, type Queue, type Session } from "@skillwright/runtime";
import type { Peer } from "../server/skill-server.ts";
import { createQuestions, type Questions } from "./questions.ts";

/** One conversation of a client with this server: its active skills, and what follows from them. */
export type Conversation = {
  readonly session: Session;
  readonly questions: Questions;
  /** The skill tools, made once: they look at the skills of the moment by themselves. */
  readonly tools: Promise<readonly GuardedTool[]>;
  /** Calls begin in the order in which they came, so that none slips past a skill that was loaded before it. */
  readonly inOrder: Queue;
};

/** The conversations of all clients. No server object holds any of this: over HTTP one lives for a single request. */
export type Conversations = {
  /** Works in the conversation of a caller, which is begun when there is none; it stays until the work is done. */
  within<Result>(peer: Peer, work: (conversation: Conversation) => Promise<Result>): Promise<Result>;
  /** The caller as it is in the conversation where one of its user's activations is active; undefined when that is over. */
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

export function createConversations(openSession: OpenSession, clock: Clock): Conversations {
  const entries = new Map<string, Entry>();
  const end = async (id: string): Promise<void> => {
    const entry = entries.get(id);
    entries.delete(id);
    await entry?.conversation.session.close();
  };
  const endIdle = (): void => {
    const before = clock.elapsed() - limits.conversationIdleMs;
    for (const [id, { peer, running, usedMs }] of entries)
      if (peer.connected !== true && running === 0 && usedMs < before) void end(id);
  };
  const open = (peer: Peer): Entry => {
    requireRoom(peer, entries);
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
    ...(user === undefined ? {} : { user }),
  });
  return { session, questions, tools: session.tools(), inOrder: createQueue() };
}

/** To drop another conversation instead would be to drop what its skills forbid. */
function requireRoom({ user }: Peer, entries: ReadonlyMap<string, Entry>): void {
  const ofUser = [...entries.values()].filter(({ peer }) => peer.user === user).length;
  if (entries.size < limits.conversations && ofUser < limits.conversationsPerUser) return;
  throw new SkillError("conversations-exhausted", { open: entries.size });
}
