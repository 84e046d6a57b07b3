import type { Flags } from "../../command.ts";

/** Flags of commands that govern skills on a hub. */
export const hubFlags: Flags = {
  scope: { type: "string", value: "SCOPE", help: "enterprise for all tenants; default: your tenant." },
  tenant: { type: "string", value: "ID", help: "Tenant; default: that of your token." },
  hub: { type: "string", value: "URL", help: "Address of the hub; default: SKILLWRIGHT_HUB, or your login." },
};
