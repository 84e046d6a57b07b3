import { enterprise } from "../access/permissions.ts";
import type { HubDatabase } from "../database/database.ts";
import { type ActiveRevocation, activeRevocations, findRevocation } from "../governance/revoked.ts";
import { hubLimits } from "../limits.ts";
import { type LibraryEntry, loadSkills } from "./library-entries.ts";

/** The revocations of all tenants, read again when something has changed or one of them has expired. */
export type FollowedRevocations = {
  /** Whether others are in force than before. */
  refresh(hasChanged: boolean): Promise<boolean>;
  /** Whether a tenant has revocations in force. */
  isAbout(tenant: string): boolean;
  /** The entry without revoked versions for each skill of a tenant whose latest version is revoked; undefined if none is left. */
  replacements(query: ReplacementQuery): Promise<ReadonlyMap<LibraryEntry, LibraryEntry | undefined>>;
};

type ReplacementQuery = {
  readonly entries: Iterable<LibraryEntry>;
  /** Whose skills they are. */
  readonly owner: string;
  /** Who looks at them. */
  readonly viewer: string;
};

export function followRevocations(database: HubDatabase, now: () => number): FollowedRevocations {
  let all: readonly ActiveRevocation[] = [];
  let until = 0;
  return {
    refresh: async (hasChanged) => {
      const time = now();
      if (!hasChanged && time < until) return false;
      const before = all;
      all = await activeRevocations(database.read, undefined, time);
      until = Math.min(...all.map(({ expires_at }) => expires_at ?? Number.POSITIVE_INFINITY));
      return all.length !== before.length || all.some(({ id }, index) => id !== before[index]?.id);
    },
    isAbout: (tenant) => all.some((one) => one.tenant === tenant),
    replacements: async ({ entries, owner, viewer }) => {
      const tenants = [enterprise, owner, viewer];
      const revocations = all.filter(({ tenant }) => tenants.includes(tenant));
      const found = new Map<LibraryEntry, LibraryEntry | undefined>();
      if (revocations.length === 0) return found;
      const byName = new Map<string, LibraryEntry>();
      for (const entry of entries) {
        const { name } = entry.skill;
        if (findRevocation({ name, ...entry.latest }, revocations) === undefined) continue;
        found.set(entry, undefined);
        byName.set(name, entry);
      }
      const names = [...byName.keys()];
      for (let start = 0; start < names.length; start += hubLimits.libraryBatch) {
        const batch = names.slice(start, start + hubLimits.libraryBatch);
        for (const loaded of await loadSkills(database, { tenant: owner, names: batch, revocations })) {
          const replaced = byName.get(loaded.entry.skill.name);
          if (replaced !== undefined) found.set(replaced, loaded.entry);
        }
      }
      return found;
    },
  };
}
