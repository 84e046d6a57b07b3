import { z } from "zod";
import { recordChange } from "../audit/record-change.ts";
import type { VersionRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Method, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { changeSkill, expectVersion } from "./change-skill.ts";
import { isInstallable } from "./visibility.ts";

const reason = z.object({ reason: z.string().trim().min(1).max(hubLimits.remarkLength) });

type Outcome = Partial<Pick<VersionRow, "yanked" | "deprecated" | "state">>;

type Change = {
  readonly method: Extract<Method, "PUT" | "DELETE">;
  readonly part: "yank" | "deprecation";
  readonly summary: string;
  readonly action: string;
  /** What the row says afterwards. */
  readonly outcome: (version: VersionRow, reason: string) => Outcome;
};

const changes: readonly Change[] = [
  {
    ...{ method: "PUT", part: "yank", action: "version-yanked" },
    summary: "Withdraw a version: only clients that have locked it get it.",
    outcome: (_, text) => ({ yanked: text }),
  },
  {
    ...{ method: "DELETE", part: "yank", action: "version-unyanked" },
    summary: "Offer a withdrawn version again.",
    outcome: () => ({ yanked: null }),
  },
  {
    ...{ method: "PUT", part: "deprecation", action: "version-deprecated" },
    summary: "Advise against a version; clients prefer others and show the reason.",
    outcome: (version, text) => {
      if (!isInstallable(version.state))
        throw new Refusal("CONFLICT", `Version ${version.version} is ${version.state}, not approved.`);
      return { deprecated: text, state: "deprecated" };
    },
  },
  {
    ...{ method: "DELETE", part: "deprecation", action: "version-undeprecated" },
    summary: "Take back the advice against a version.",
    outcome: ({ state }) => ({ deprecated: null, state: state === "deprecated" ? "approved" : state }),
  },
];

/** Withdrawing and deprecating. The bytes of a version stay what they are. */
export const manageVersionRoutes: readonly Route[] = changes.map((change) => {
  const { method, part, summary } = change;
  const common = {
    ...{ method, summary, needs: "skills:publish" as const },
    path: `/api/v1/skills/{name}/versions/{version}/${part}`,
  };
  const sample = { params: { name: "pdf", version: "1.0.0" } };
  if (method === "DELETE")
    return defineRoute({ ...common, sample, handle: (call) => apply(call, change, "") });
  return defineRoute({
    ...{ ...common, body: reason, sample: { ...sample, body: { reason: "It deletes files." } } },
    handle: (call) => apply(call, change, call.body.reason),
  });
});

function apply<Body>(call: Call<object, Body>, { action, outcome }: Change, text: string): Promise<Response> {
  const { version = "" } = call.params;
  return changeSkill(call, "skills:publish", async ({ transaction, skill, actor, now }) => {
    const { tenant, name } = skill;
    const found = await expectVersion(transaction, { tenant, name, version });
    const changed = outcome(found, text);
    await recordChange(transaction, {
      ...{ tenant, actor, action, subject: `${name}@${version}`, time: now },
      skill: { name, digest: found.digest },
      ...(text !== "" && { details: { reason: text } }),
    });
    await transaction
      .updateTable("versions")
      .set(changed)
      .where("tenant", "=", tenant)
      .where("name", "=", name)
      .where("version", "=", version)
      .execute();
  });
}
