import type { CheckLocked, InstalledOptions, ReadVerdict } from "@skillwright/core/installed";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import type { Policy } from "@skillwright/core/policy";
import type { Io } from "../io.ts";

/**
 * What sessions and hooks need to verify installed skills. The code of installers is loaded when a signature has to be verified, the
 * scanner when a verdict has to be known.
 */
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
  let verdicts: Promise<ReadVerdict> | undefined;
  const loadScanner = async (): Promise<ReadVerdict> => {
    const [{ createVerdictReader }, { openScanMemory }] = await Promise.all([
      import("@skillwright/core/scan"),
      import("./scan-memory.ts"),
    ]);
    const memory = await openScanMemory({ cacheFolder });
    return createVerdictReader({ fs: createNodeFileSystem(), sha256: nodeSha256, memory });
  };
  return {
    home,
    userLock: `${dataFolder}/skillwright.lock`,
    checkLocked: async (locked) => {
      check ??= load();
      return (await check)(locked);
    },
    readVerdict: async (skill) => {
      verdicts ??= loadScanner();
      return (await verdicts)(skill);
    },
  };
}
