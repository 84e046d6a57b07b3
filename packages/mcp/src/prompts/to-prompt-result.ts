import { type GetPromptResult, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { neutralizeMarkup } from "@skillwright/core/activate";
import type { CatalogSkill } from "@skillwright/core/catalog";
import { listingLimits } from "@skillwright/core/listing";
import type { ActivationResult, RefusalCode } from "@skillwright/runtime";

/** An answer to `prompts/get`, or the parts of a `ProtocolError`. */
export type PromptAnswer =
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
