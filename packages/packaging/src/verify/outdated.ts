import type { Lock } from "../lock/lock.ts";
import type { Release } from "../sources/source.ts";

/** What a source has for a locked skill: within what is wanted, and in all. */
export type Available = { readonly wanted?: Release; readonly latest?: Release };

export type OutdatedSkill = {
  readonly name: string;
  readonly source: string;
  readonly current: string;
  /** The newest release that the wants allow, if it is another one. */
  readonly wanted?: string;
  /** The newest release, if it is another one. */
  readonly latest?: string;
};

/** The locked skills for which there are other releases, by name. Skills whose source was not asked are left out. */
export function findOutdated(
  lock: Lock,
  available: ReadonlyMap<string, Available>,
): readonly OutdatedSkill[] {
  return lock.skills.flatMap(({ name, source, resolved, version }) => {
    const { wanted, latest } = available.get(name) ?? {};
    const isOther = (release: Release | undefined): release is Release =>
      release !== undefined && release.resolved !== resolved;
    if (!isOther(wanted) && !isOther(latest)) return [];
    return [
      {
        ...{ name, source, current: version ?? resolved },
        ...(isOther(wanted) && { wanted: wanted.version ?? wanted.resolved }),
        ...(isOther(latest) && { latest: latest.version ?? latest.resolved }),
      },
    ];
  });
}
