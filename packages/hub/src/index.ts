/** A team's hub: registry, governance and audit. */

export { createAdminLink, type RecoveryOptions } from "./access/recover.ts";
export { type HubSettings, HubSettingsSchema, type OpenIdSettings } from "./config/settings.ts";
export { type BackupOptions, backupHub, restoreHub } from "./database/backup.ts";
export type { BackupReport } from "./database/inspect-backup.ts";
export { type HubOptions, type RunningHub, startHub } from "./start-hub.ts";
