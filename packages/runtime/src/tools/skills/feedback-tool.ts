import type { AuditFact } from "@skillwright/core/audit";
import type { Catalog } from "@skillwright/core/catalog";
import { compact } from "@skillwright/core/text";
import { findUsableSkill } from "../../scripts/load-unchanged.ts";
import type { Session } from "../../session/session.ts";
import type { Executor } from "../create-tool.ts";
import type { EnvelopeContent } from "../envelope.ts";
import type { FeedbackInput } from "./definitions.ts";

export type FeedbackParts = {
  readonly catalog: Catalog;
  readonly session: Pick<Session, "active">;
  readonly record: (fact: AuditFact) => Promise<void>;
};

/** skills_feedback: records whether a skill helped, with the content that the agent used. */
export function createFeedback(parts: FeedbackParts): Executor<FeedbackInput, EnvelopeContent> {
  return async ({ name, helped, comment }) => {
    const { skill } = findUsableSkill(name, parts);
    const used = parts.session.active().find(({ id }) => id === skill.id);
    const digest = used?.digest ?? parts.catalog.digest(skill);
    await parts.record({
      ...{ event: "skill-feedback", skill: { name: skill.name, digest }, helped },
      ...compact({ comment }),
    });
    return { data: { name: skill.id, digest, recorded: true } };
  };
}
