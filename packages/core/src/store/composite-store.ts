import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import { SkillError } from "../error.ts";
import { type Candidate, keepFirst } from "./keep-first.ts";
import type { SkillStore } from "./skill-store.ts";

/** A store and what people call it, for findings. */
export type NamedStore = { readonly name: string; readonly store: SkillStore };

/**
 * Several stores as one; the first that has a name answers for it.
 *
 * A store that fails is reported and hides no other from `list`. But `load` and `readFile` fail with it, unless a
 * store before it has the skill: the next store's skill of the same name may be somebody else's.
 */
export function createCompositeStore(stores: readonly NamedStore[]): SkillStore {
  return {
    list: async () => {
      const listings = await Promise.all(stores.map(listOrReport));
      const { skills, findings } = keepFirst(listings.flatMap(({ candidates }) => candidates));
      return { skills, findings: [...listings.flatMap((listing) => listing.findings), ...findings] };
    },
    load: (name) => askInTurn(stores, name, (store) => store.load(name)),
    readFile: (name, path) => askInTurn(stores, name, (store) => store.readFile(name, path)),
  };
}

type Listing = { readonly candidates: readonly Candidate[]; readonly findings: readonly DiscoveryFinding[] };

/** Stores are brought by others and may fail in any way; whatever it is, it is told. */
async function listOrReport({ name, store }: NamedStore): Promise<Listing> {
  try {
    const { skills, findings } = await store.list();
    const candidates = skills.map((skill) => ({ skill, place: skill.file ?? `${name}: ${skill.name}` }));
    return { candidates, findings };
  } catch (error) {
    const reason = error instanceof SkillError ? error.code : String(error);
    return {
      candidates: [],
      findings: [{ code: "store-failed", severity: "error", path: name, args: { reason } }],
    };
  }
}

async function askInTurn<T>(
  stores: readonly NamedStore[],
  name: string,
  ask: (store: SkillStore) => Promise<T>,
): Promise<T> {
  let unknown = new SkillError("skill-unknown", { name, hint: "" });
  for (const { store } of stores) {
    try {
      return await ask(store);
    } catch (error) {
      if (!(error instanceof SkillError) || error.code !== "skill-unknown") throw error;
      if (error.details.hint) unknown = error;
    }
  }
  throw unknown;
}
