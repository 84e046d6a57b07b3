import type { Command } from "../../command.ts";
import { maintainHub } from "./maintain.ts";
import { serveHub } from "./serve.ts";

/** Runs a team's hub. */
export const hubCommand: Command = {
  name: "hub",
  usage: "[backup FILE | restore FILE | link] [options]",
  flags: {
    data: {
      type: "string",
      value: "DIR",
      help: "Folder of the hub's database (default: in your data folder).",
    },
    port: { type: "string", value: "N", help: "Port to listen on; any free one when absent." },
    host: { type: "string", value: "ADDRESS", help: "Address to listen on; 127.0.0.1 when absent." },
    database: { type: "string", value: "URL", help: "postgres://… instead of SQLite, for several hubs." },
    config: { type: "string", value: "FILE", help: "Settings (JSON or YAML); flags override them." },
    "admin-token-file": {
      type: "string",
      value: "FILE",
      help: "Where the first start writes the administrator's token, readable by you alone.",
    },
    json: { type: "boolean", help: "Print one line of JSON once it serves, or when it is done." },
  },
  notes: `Serves a registry of skills with approvals, deployment, revocation and audit. The first start creates the database and an
administrator's token and sign-in link. backup copies the database of a hub, which may go on serving, into a new file and verifies it;
restore puts it into a folder without one. link prints a new sign-in link for an administrator. SKILLWRIGHT_HUB_DATABASE and SKILLWRIGHT_HUB_OIDC_SECRET set what should not be in a file.
Ends with Ctrl-C or SIGTERM, after open requests.`,
  examples: [
    "skillwright hub --port 7330",
    "skillwright hub --config hub.yaml --database postgres://hub@db/hub",
    "skillwright hub backup hub-backup.sqlite",
  ],
  async run(invocation, io) {
    return invocation.positionals.length === 0 ? serveHub(invocation, io) : maintainHub(invocation, io);
  },
};
