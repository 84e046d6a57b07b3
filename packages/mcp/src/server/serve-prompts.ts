import { type GetPromptResult, type McpServer, ProtocolError } from "@modelcontextprotocol/server";
import type { Catalog } from "@skillwright/core";
import type { ActivateRequest } from "@skillwright/runtime";
import type { Conversations } from "../conversations/conversations.ts";
import { listPrompts } from "../prompts/list-prompts.ts";
import { toPromptResult } from "../prompts/to-prompt-result.ts";
import type { Peer } from "./skill-server.ts";

export type PromptServing = {
  readonly peer: Peer;
  readonly conversations: Conversations;
  readonly catalog: Catalog;
  /** Throws what a client may be told of a failure. */
  readonly fail: (error: unknown) => never;
};

/** A prompt for each skill that a person may ask for; to get it is to activate the skill in that person's name. */
export function servePrompts(mcp: McpServer, serving: PromptServing): void {
  const { server } = mcp;
  server.setRequestHandler("prompts/list", ({ params }) =>
    listPrompts(serving.catalog, params?.cursor).catch(serving.fail),
  );
  server.setRequestHandler("prompts/get", ({ params }, { mcpReq: { signal } }) => {
    const given = params.arguments?.arguments;
    const request = { skill: params.name, trigger: "user", signal } as const;
    return getPrompt(given === undefined ? request : { ...request, arguments: given }, serving);
  });
}

async function getPrompt(
  request: ActivateRequest,
  { peer, conversations, catalog, fail }: PromptServing,
): Promise<GetPromptResult> {
  const answer = await conversations
    .within(peer, async ({ session, inOrder }) => {
      const skill = catalog.find(request.skill);
      return toPromptResult(await inOrder(() => session.activate(request)), skill);
    })
    .catch(fail);
  if (answer.ok) return answer.result;
  const { code, message, data } = answer.error;
  throw new ProtocolError(code, message, data);
}
