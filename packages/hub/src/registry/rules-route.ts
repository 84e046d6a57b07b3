import { rules } from "@skillwright/core/check";
import { type SecurityRules, securityRulesSchema } from "@skillwright/core/registry";
import { jsonAnswer } from "../http/json-answer.ts";
import { defineRoute, type Route } from "../http/route.ts";

/** The words for findings, which name their rule alone. */
export const rulesRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/rules",
  summary: "What the security rules look for, why it matters, and what to do about a finding.",
  needs: "nothing",
  answer: securityRulesSchema,
  handle: async ({ request }) => jsonAnswer(answer, request, { isPublic: true }),
});

const answer: SecurityRules = {
  rules: Object.fromEntries(
    rules.flatMap(({ id, summary, threat }) =>
      threat ? [[id, { summary, why: threat.why, remedy: threat.remedy }]] : [],
    ),
  ),
};
