import { SkillError } from "../error.ts";
import { suggest } from "../text/suggest.ts";
import { agentId } from "./agent-id.ts";
import { type Client, clients } from "./clients.ts";

/** One of a client's folders, as its row in the table spells it. */
export type ClientFolder = { readonly path: string; readonly client: string };

/** The rows of the given clients, in that order; without ids all of them, the shared row first. */
export function chooseClients(ids?: readonly string[]): readonly Client[] {
  if (ids) return Array.from(new Set(ids.map(agentId)), findClient);
  return [...clients.filter(isShared), ...clients.filter((client) => !isShared(client))];
}

/**
 * The folders of several clients in order of precedence, each once and with the client it belongs to: the shared
 * folders first, then those of each client.
 */
export function orderFolders(
  chosen: readonly Client[],
  pick: (client: Client) => readonly string[],
): readonly ClientFolder[] {
  const shared = new Set(clients.filter(isShared).flatMap(pick));
  const owners = ownersOf(chosen, pick);
  const folders = chosen.flatMap((client) =>
    pick(client)
      .filter((path) => owners.get(path) === client)
      .map((path) => ({ path, client: client.id })),
  );
  return folders.toSorted((a, b) => Number(shared.has(b.path)) - Number(shared.has(a.path)));
}

/** Many agents read the folders of others; a folder belongs to the client that lists it earliest. */
function ownersOf(
  chosen: readonly Client[],
  pick: (client: Client) => readonly string[],
): ReadonlyMap<string, Client> {
  const owners = new Map<string, Client>();
  for (const client of chosen) {
    for (const [index, path] of pick(client).entries()) {
      const owner = owners.get(path);
      const isSooner = owner && !isShared(owner) && index < pick(owner).indexOf(path);
      if (!owner || isSooner) owners.set(path, client);
    }
  }
  return owners;
}

function findClient(id: string): Client {
  const client = clients.find((one) => one.id === id);
  if (client) return client;
  const near = suggest(
    id,
    clients.map((one) => one.id),
  );
  throw new SkillError("client-unknown", {
    name: id,
    hint: near === undefined ? "" : ` Did you mean ${near}?`,
  });
}

function isShared(client: Client): boolean {
  return client.id === "universal";
}
