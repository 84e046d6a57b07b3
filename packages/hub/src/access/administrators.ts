import type { HubTransaction } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { enterprise } from "./permissions.ts";

/** Call at the end of a change of roles or people: it is undone if the enterprise would have no administrator any more. */
export async function keepAdministrator(transaction: HubTransaction): Promise<void> {
  const row = await transaction
    .selectFrom("memberships")
    .innerJoin("people", "people.id", "memberships.person")
    .select("person")
    .where("tenant", "=", enterprise)
    .where("team", "=", "")
    .where("role", "=", "admin")
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (row === undefined)
    throw new Refusal("CONFLICT", "The enterprise needs an administrator. Make another person one first.");
}
