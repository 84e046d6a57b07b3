import type { Session } from "../../session/session.ts";
import type { Executor } from "../create-tool.ts";
import type { EnvelopeContent } from "../envelope.ts";
import type { DeactivateInput } from "./definitions.ts";

export function createDeactivate(
  session: Pick<Session, "deactivate">,
): Executor<DeactivateInput, EnvelopeContent> {
  return async ({ name }) => {
    const { left, text } = await session.deactivate(name);
    return { data: { left, message: text } };
  };
}
