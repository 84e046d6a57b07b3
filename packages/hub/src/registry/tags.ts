import { z } from "zod";
import { recordChange } from "../audit/record-change.ts";
import type { HubDatabase } from "../database/database.ts";
import type { SkillRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { changeSkill, expectVersion } from "./change-skill.ts";
import type { PublicVersion } from "./find-skill.ts";
import { latestOf } from "./latest-version.ts";
import { isInstallable } from "./visibility.ts";

const sample = { params: { name: "pdf", tag: "beta" } };
const tagName = /^[a-z][a-z0-9-]{0,49}$/;

/** Names for versions. `latest` follows from the versions and cannot be set. */
export const tagRoutes: readonly Route[] = [
  defineRoute({
    method: "PUT",
    path: "/api/v1/skills/{name}/tags/{tag}",
    summary: "Let a tag name a version.",
    needs: "skills:publish",
    body: z.object({ version: z.string().max(100) }),
    sample: { ...sample, body: { version: "1.0.0" } },
    handle: async (call) => {
      const tag = readTag(call.params);
      const { version } = call.body;
      return changeSkill(call, "skills:publish", async ({ transaction, skill, actor, now }) => {
        const { tenant, name } = skill;
        const found = await expectVersion(transaction, { tenant, name, version });
        const others = await transaction
          .selectFrom("tags")
          .select("tag")
          .where("tenant", "=", tenant)
          .where("name", "=", name)
          .where("tag", "!=", tag)
          .execute();
        if (others.length >= hubLimits.tagsPerSkill)
          throw new Refusal("CONFLICT", `${name} has ${hubLimits.tagsPerSkill} tags, the most there may be.`);
        await recordChange(transaction, {
          ...{ tenant, actor, action: "tag-set", subject: `${name}@${version}`, time: now },
          skill: { name, digest: found.digest },
          details: { tag },
        });
        await transaction
          .insertInto("tags")
          .values({ tenant, name, tag, version })
          .onConflict((conflict) => conflict.columns(["tenant", "name", "tag"]).doUpdateSet({ version }))
          .execute();
      });
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/api/v1/skills/{name}/tags/{tag}",
    summary: "Remove a tag.",
    needs: "skills:publish",
    sample,
    handle: async (call) => {
      const tag = readTag(call.params);
      return changeSkill(call, "skills:publish", async ({ transaction, skill, actor, now }) => {
        const { tenant, name } = skill;
        await recordChange(transaction, {
          ...{ tenant, actor, action: "tag-removed", subject: name, time: now },
          skill: { name },
          details: { tag },
        });
        await transaction
          .deleteFrom("tags")
          .where("tenant", "=", tenant)
          .where("name", "=", name)
          .where("tag", "=", tag)
          .execute();
      });
    },
  }),
];

function readTag({ tag = "" }: Readonly<Record<string, string>>): string {
  if (tag === "latest") throw new Refusal("INVALID_REQUEST", "`latest` follows from the versions.");
  // A tag must never look like a version or a range.
  if (!tagName.test(tag)) throw new Refusal("INVALID_REQUEST", "A tag has letters, digits and hyphens.");
  return tag;
}

/** The tags of a skill that name an offered version, and `latest`. */
export async function tagsOf(
  { read }: HubDatabase,
  { tenant, name }: SkillRow,
  versions: readonly PublicVersion[],
): Promise<Readonly<Record<string, string>>> {
  const rows = await read
    .selectFrom("tags")
    .select(["tag", "version"])
    .where("tenant", "=", tenant)
    .where("name", "=", name)
    .orderBy("tag")
    .execute();
  const offered = new Set(versions.filter(({ state }) => isInstallable(state)).map(({ version }) => version));
  const latest = latestOf(versions)?.version;
  return Object.fromEntries([
    ...(latest === undefined ? [] : [["latest", latest]]),
    ...rows.filter(({ version }) => offered.has(version)).map(({ tag, version }) => [tag, version]),
  ]);
}
