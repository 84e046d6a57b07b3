import type { HubPin } from "@skillwright/core/lease";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { Io } from "../io.ts";
import type { Registries } from "../registries/open-registries.ts";
import { uploadAudit } from "../registries/upload-audit.ts";
import { auditFile } from "../session/user-session.ts";

export type SyncJobContext = {
  readonly io: Io;
  readonly registries: Registries;
  /** Whom the hub knows this machine as, and the key that it must sign with. */
  readonly pin: HubPin;
};

/** Something else that is done with the hub after each sync. Its failure is reported and does not stop the sync. */
export type SyncJob = {
  readonly name: string;
  readonly run: (context: SyncJobContext) => Promise<void>;
};

/** In this order. */
export const syncJobs: readonly SyncJob[] = [{ name: "audit", run: uploadLog }];

async function uploadLog({ io, registries, pin }: SyncJobContext): Promise<void> {
  const { agent, tenant } = pin.subject;
  await uploadAudit({
    ...{ path: auditFile(io), agent, registries, io, fs: createNodeFileSystem() },
    pin: { key: pin.key, tenant },
  });
}
