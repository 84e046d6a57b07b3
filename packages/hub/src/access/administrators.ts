import type { HubReader, HubTransaction } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { enterprise } from "./permissions.ts";

/** Call at the end of a change of roles or people: it is undone if the enterprise would have no administrator any more. */
export async function keepAdministrator(transaction: HubTransaction): Promise<void> {
  if ((await firstAdministrator(transaction)) === undefined)
    throw new Refusal("CONFLICT", "The enterprise needs an administrator. Make another person one first.");
}

/** The oldest of the enterprise's administrators who may sign in. */
export async function firstAdministrator(database: HubReader): Promise<string | undefined> {
  const row = await database
    .selectFrom("memberships")
    .innerJoin("people", "people.id", "memberships.person")
    .select("person")
    .where("tenant", "=", enterprise)
    .where("team", "=", "")
    .where("role", "=", "admin")
    .where("disabled_at", "is", null)
    .orderBy("created_at")
    .executeTakeFirst();
  return row?.person;
}
