import {
  type GetPromptResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { Catalog } from "@skillwright/core/catalog";
import { compact } from "@skillwright/core/text";
import type { Conversations } from "../conversations/conversations.ts";
import { listPrompts } from "../prompts/list-prompts.ts";
import { readPromptArguments } from "../prompts/prompt-arguments.ts";
import { toPromptResult } from "../prompts/to-prompt-result.ts";
import { activationKey, activationOver, findPeer } from "./find-peer.ts";
import type { Peer } from "./skill-server.ts";

export type PromptServing = {
  readonly peer: Peer;
  readonly conversations: Conversations;
  readonly catalog: Catalog;
  /** Throws what a client may learn of a failure. */
  readonly fail: (error: unknown) => never;
};

/** Serves a prompt for each skill that a person may start; getting it activates the skill on that person's behalf. */
export function servePrompts(mcp: McpServer, serving: PromptServing): void {
  const { server } = mcp;
  server.setRequestHandler("prompts/list", ({ params }) =>
    listPrompts(serving.catalog, params?.cursor).catch(serving.fail),
  );
  server.setRequestHandler("prompts/get", ({ params }, { mcpReq: { signal, _meta: meta } }) => {
    const peer = findPeer(meta?.[activationKey], serving);
    return getPrompt({ ...params, signal, peer }, serving).catch(serving.fail);
  });
}

type Asked = {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
  readonly peer: Peer | undefined;
};

async function getPrompt(asked: Asked, { conversations, catalog }: PromptServing): Promise<GetPromptResult> {
  const { name, signal, peer } = asked;
  // Before a conversation is created for it.
  const { skill, manifest } = await catalog.load(name);
  if (peer === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, activationOver);
  const given = readPromptArguments(asked.arguments, manifest);
  const request = {
    skill: name,
    trigger: "user",
    signal,
    ...compact({ arguments: given }),
  } as const;
  const activation = await conversations.within(peer, ({ session, inOrder }) =>
    inOrder(() => session.activate(request)),
  );
  const answer = toPromptResult(activation, skill);
  if (answer.ok) return answer.result;
  const { code, message, data } = answer.error;
  throw new ProtocolError(code, message, data);
}
