import { existsSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import type { SignInLink } from "@skillwright/core/registry";
import { recordChange } from "../audit/record-change.ts";
import type { HubSettings } from "../config/settings.ts";
import { connect, sqliteFile } from "../database/open-database.ts";
import { hubLimits } from "../limits.ts";
import { firstAdministrator } from "./administrators.ts";
import { addPerson, createLink } from "./people.ts";
import { enterprise } from "./permissions.ts";

export type RecoveryOptions = {
  readonly settings: HubSettings;
  readonly dataFolder: string;
  readonly now: number;
};

/** A new link for an administrator. Whoever can read the database may have one: it is how to get in when all tokens are lost. */
export async function createAdminLink({ settings, dataFolder, now }: RecoveryOptions): Promise<SignInLink> {
  // A mistyped folder must not become the place of a new hub.
  const file = sqliteFile(dataFolder);
  if (settings.database === undefined && !existsSync(file))
    throw new SkillError("file-missing", { path: file });
  const database = await connect({ settings, dataFolder });
  try {
    return await database.write(enterprise, async (transaction) => {
      await recordChange(transaction, {
        ...{
          tenant: enterprise,
          actor: "hub",
          action: "admin-link-created",
          subject: "administrator",
          time: now,
        },
      });
      const known = await firstAdministrator(transaction);
      const person = known ?? (await addPerson(transaction, { name: "Administrator" }, now));
      await transaction
        .insertInto("memberships")
        .values({ person, tenant: enterprise, team: "", role: "admin", source: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const lasts = hubLimits.firstLinkMs;
      return createLink(transaction, { person, tenant: enterprise, createdBy: "hub", lasts }, now);
    });
  } finally {
    await database.close();
  }
}
