/** A team's hub: registry, governance and audit. */
export { type HubSettings, HubSettingsSchema, type OpenIdSettings } from "./config/settings.ts";
export { type HubOptions, type RunningHub, startHub } from "./start-hub.ts";
