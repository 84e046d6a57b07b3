import type { CheckLocked, InstalledOptions } from "@skillwright/core/installed";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { Policy } from "@skillwright/core/policy";
import type { Io } from "../io.ts";

/** What sessions and hooks need to verify installed skills. The code of installers is loaded when a signature has to be verified. */
export function installedOptions(
  policies: readonly Policy[],
  { home, dataFolder, cacheFolder }: Pick<Io["place"], "home" | "dataFolder" | "cacheFolder">,
): InstalledOptions {
  let check: Promise<CheckLocked> | undefined;
  const load = async (): Promise<CheckLocked> => {
    const { createLockedCheck, createNodeDisk, createSignatureStore } = await import(
      "@skillwright/packaging"
    );
    const [fs, disk] = [createNodeFileSystem(), createNodeDisk()];
    const signatures = createSignatureStore(`${cacheFolder}/packages/signatures`, { fs, disk });
    return createLockedCheck(
      policies.flatMap(({ install }) => install ?? []),
      { fs, signatures },
    );
  };
  return {
    home,
    userLock: `${dataFolder}/skillwright.lock`,
    checkLocked: async (locked) => {
      check ??= load();
      return (await check)(locked);
    },
  };
}
