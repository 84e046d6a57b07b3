import type { Feedback } from "@skillwright/core/registry";
import { z } from "zod";
import { recordChange } from "../audit/record-change.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { versionOf } from "../registry/version-details.ts";

/**
 * What a person says about a version; agents say it in their logs. Each says one thing about a version, so that saying more replaces it,
 * also with nothing. The log has that it was said, not the comment, which therefore can be taken back.
 */
export const giveFeedbackRoute: Route = defineRoute({
  method: "POST",
  path: "/api/v1/skills/{name}/versions/{version}/feedback",
  summary: "Say whether a version helped, and what to improve. Replaces what you said before.",
  needs: "feedback:write",
  body: z.object({
    helped: z.boolean(),
    comment: z.string().max(hubLimits.remarkLength).default(""),
  }),
  sample: { params: { name: "pdf", version: "1.0.0" }, body: { helped: true, comment: "" } },
  handle: async (call) => {
    const { hub, tenant, principal, body } = call;
    const { skill, version: found } = await versionOf(call);
    const { name } = skill;
    const { version, digest } = found;
    const author = principal?.id ?? "";
    const now = hub.now();
    const row = {
      ...{ tenant, name, version, digest, author, helped: body.helped ? 1 : 0, created_at: now },
      comment: body.comment.replaceAll("\0", "\ufffd").toWellFormed(),
    };
    const id = JSON.stringify([tenant, author, skill.tenant, name, version]);
    await hub.database.write(tenant, async (transaction) => {
      await recordChange(transaction, {
        ...{ tenant, actor: author, action: "feedback-given", subject: `${name}@${version}`, time: now },
        skill: { name, digest },
        details: { helped: body.helped },
      });
      await transaction
        .insertInto("feedback")
        .values({ id, ...row })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
    });
    const { comment } = row;
    const feedback: Feedback = {
      ...{ id, version, digest, author, comment, helped: body.helped },
      time: new Date(now).toISOString(),
    };
    return Response.json(feedback);
  },
});
