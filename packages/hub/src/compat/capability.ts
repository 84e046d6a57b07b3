import type { Principal } from "../access/permissions.ts";
import { findToken } from "../access/tokens.ts";
import { Refusal } from "../http/refusal.ts";
import type { Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";

/**
 * A route that is also below `/t/TOKEN`, for clients that send no credentials: whoever knows the address reads what the token may
 * read, and nothing else.
 */
export function alsoByCapability(route: Route): readonly Route[] {
  const { path, summary, sample = {} } = route;
  const below: Route = {
    ...route,
    path: `/t/{token}${path}`,
    summary: `${summary} By a token in the address.`,
    sample: { ...sample, params: { ...sample.params, token: "none" } },
    run: async (call) => {
      const principal = await readCapability(call.hub, call.params.token ?? "");
      return route.run({ ...call, principal, tenant: principal.tenant });
    },
  };
  return [route, below];
}

/** The address before a route's path: empty, or that of the token. */
export function placeOf({ token }: Readonly<Record<string, string>>): string {
  return token === undefined ? "" : `/t/${token}`;
}

/** Whom a token in an address stands for: a reader. It ends with the account of the person who made it. */
async function readCapability({ database, now }: Hub, text: string): Promise<Principal> {
  const unknown = new Refusal("NOT_FOUND", "There is nothing at this address.");
  const token = await findToken(database, text, now());
  if (token?.kind !== "capability") throw unknown;
  if (token.person !== null) {
    const person = await database.read
      .selectFrom("people")
      .select("disabled_at")
      .where("id", "=", token.person)
      .executeTakeFirst();
    if (person === undefined || person.disabled_at !== null) throw unknown;
  }
  const { id, tenant, team } = token;
  return {
    ...{ id: `token:${id}`, tenant, isBrowser: false, scopes: ["skills:read"] },
    grants: [{ tenant, team, role: "reader" }],
  };
}
