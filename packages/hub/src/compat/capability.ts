import { findPerson, findTokenHolder } from "../access/authenticate.ts";
import { mayDo, type Principal } from "../access/permissions.ts";
import { findToken } from "../access/tokens.ts";
import type { HubDatabase } from "../database/database.ts";
import type { TokenRow } from "../database/tables.ts";
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

/** Whether a principal may make an address that shows what a tenant, or a team of it, may read. */
export function mayShare(principal: Principal, { tenant, team }: Pick<TokenRow, "tenant" | "team">): boolean {
  const needed = ["tokens:write", "skills:read"] as const;
  return needed.every((permission) => mayDo(principal, { permission, tenant, team }));
}

/** Whom a token in an address stands for: a reader. It ends with the right to make it: with the token, the account or the role. */
async function readCapability({ database, now }: Hub, text: string): Promise<Principal> {
  const token = await findToken(database, text, now());
  const maker = token?.kind === "capability" ? await findMaker(token, database, now()) : undefined;
  if (token === undefined || maker === undefined || !mayShare(maker, token))
    throw new Refusal("NOT_FOUND", "There is nothing at this address.");
  const { id, tenant, team } = token;
  return {
    ...{ id: `token:${id}`, tenant, isBrowser: false, scopes: ["skills:read"] },
    grants: [{ tenant, team, role: "reader" }],
  };
}

async function findMaker(
  { parent, person }: TokenRow,
  database: HubDatabase,
  now: number,
): Promise<Principal | undefined> {
  if (parent !== null) return findTokenHolder(parent, database, now);
  return person === null ? undefined : findPerson(person, database);
}
