import {
  type GetPromptResult,
  type McpServer,
  type Prompt,
  type PromptArgument,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { limits, SkillError, type SkillManifest } from "@skillwright/core";
import { joinArguments, neutralizeMarkup } from "@skillwright/core/activate";
import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import { listingLimits } from "@skillwright/core/listing";
import { parseSkill } from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import type { ActivationResult, RefusalCode } from "@skillwright/runtime";
import {
  activationKey,
  activationOver,
  type Conversations,
  findPeer,
  sharedNote,
} from "../conversations/conversations.ts";
import { mcpLimits } from "../limits.ts";
import type { Peer } from "./skill-server.ts";

export type PromptServing = {
  readonly peer: Peer;
  readonly conversations: Conversations;
  readonly catalog: Catalog;
  /** What sessions activate from: they refuse what a hub withholds, and record that. */
  readonly activated: Catalog;
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

async function getPrompt(
  asked: Asked,
  { conversations, activated }: PromptServing,
): Promise<GetPromptResult> {
  const { name, signal, peer } = asked;
  // Before a conversation is created for it.
  const { skill, manifest } = await activated.load(name);
  if (peer === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, activationOver);
  const given = readPromptArguments(asked.arguments, manifest);
  const request = {
    skill: skill.id,
    trigger: "user",
    // Clients report no turns, so the skill lasts until the model has done its work.
    lifetime: "until-deactivated",
    leaver: "model",
    signal,
    ...compact({ arguments: given }),
  } as const;
  const activation = await conversations.within(peer, ({ session, inOrder }) =>
    inOrder(() => session.activate(request)),
  );
  const answer = toPromptResult(activation, skill);
  if (answer.ok) return answer.result;
  const { code, message, data } = answer.error;
  throw new ProtocolError(code, peer.isShared ? `${message} ${sharedNote}` : message, data);
}

type PromptPage = { prompts: Prompt[]; nextCursor?: string };

/** One page of prompts, one for each skill that a person may start. A prompt's name is the skill's id. */
export async function listPrompts(catalog: Catalog, cursor = ""): Promise<PromptPage> {
  // The cursor is the last id seen, so pages stay complete when skills come and go between them.
  const rest = catalog.list().skills.filter((skill) => skill.id > cursor && hasPrompt(skill));
  const page = rest.slice(0, mcpLimits.publishedPerPage);
  const prompts = await Promise.all(page.map((skill) => toPrompt(skill, catalog)));
  const last = page.at(-1);
  return rest.length > page.length && last !== undefined ? { prompts, nextCursor: last.id } : { prompts };
}

/** Whether a person may start a skill by its prompt. */
export function hasPrompt({ id, enabled, userInvocable }: CatalogSkill): boolean {
  return enabled && userInvocable && id.length <= limits.listedName;
}

async function toPrompt(skill: CatalogSkill, catalog: Catalog): Promise<Prompt> {
  const { id, name, description } = skill;
  return {
    name: id,
    title: neutralizeMarkup(name),
    description: neutralizeMarkup(description.slice(0, listingLimits.listedDescription)),
    arguments: toArguments(await readManifest(skill, catalog)),
  };
}

/** The arguments that the skill names, or one for free text. */
function toArguments({ argumentNames = [], argumentHint = "" }: Partial<SkillManifest>): PromptArgument[] {
  const hint = neutralizeMarkup(argumentHint.slice(0, listingLimits.listedDescription));
  const described = hint === "" ? {} : { description: hint };
  if (argumentNames.length > 0) return argumentNames.map((name) => ({ name, ...described, required: false }));
  return [{ name: "arguments", description: hint || "Input for the skill, as text.", required: false }];
}

/**
 * The manifest of a skill. Not read for project skills: each read re-checks the trust of all skills of the
 * project, which is too slow for a list of a hundred.
 */
async function readManifest(
  { id, root, file }: CatalogSkill,
  catalog: Catalog,
): Promise<Partial<SkillManifest>> {
  if (root.project !== undefined) return {};
  try {
    const manifest = await catalog.readFile(id, file.slice(file.lastIndexOf("/") + 1));
    return manifest.kind === "text" ? parseSkill(manifest.text).manifest : {};
  } catch (error) {
    // The skill has changed since; starting it reports that.
    if (error instanceof SkillError) return {};
    throw error;
  }
}

/**
 * The arguments to start a skill with: the text under `arguments`, or the values of its named arguments, in its
 * order. Missing ones are empty, so that later ones keep their positions.
 */
export function readPromptArguments(
  values: Readonly<Record<string, string>> | undefined,
  { argumentNames = [] }: Pick<SkillManifest, "argumentNames">,
): string | undefined {
  if (values === undefined) return undefined;
  if (values.arguments !== undefined && !argumentNames.includes("arguments")) return values.arguments;
  const last = argumentNames.findLastIndex((name) => values[name] !== undefined);
  if (last === -1) return undefined;
  return joinArguments(argumentNames.slice(0, last + 1).map((name) => values[name] ?? ""));
}

/** An answer to `prompts/get`, or the parts of a `ProtocolError`. */
type PromptAnswer =
  | { readonly ok: true; readonly result: GetPromptResult }
  | { readonly ok: false; readonly error: PromptError };

type PromptError = {
  readonly code: ProtocolErrorCode;
  readonly message: string;
  readonly data: { readonly reason: RefusalCode };
};

/** A client's answer for a prompt: the activation as a message of the user, who asked for it. */
export function toPromptResult(
  activation: ActivationResult,
  { description }: Pick<CatalogSkill, "description">,
): PromptAnswer {
  if (activation.status === "refused") {
    const { code: reason, text: message } = activation;
    return { ok: false, error: { code: ProtocolErrorCode.InvalidParams, message, data: { reason } } };
  }
  const { status, skill, text } = activation;
  const result: GetPromptResult = {
    description: neutralizeMarkup(description.slice(0, listingLimits.listedDescription)),
    messages: [{ role: "user", content: { type: "text", text } }],
  };
  // A skill that ran in a sub-agent is not active here, so later calls cannot belong to it.
  if (status === "forked") return { ok: true, result };
  return { ok: true, result: { ...result, _meta: { "skillwright/activation": skill.activation } } };
}
