import type { Command } from "../../command.ts";
import { manageAgents } from "./agents.ts";
import { manageFeedback } from "./feedback.ts";
import { maintainHub } from "./maintain.ts";
import { serveHub } from "./serve.ts";

/** Runs a team's hub. */
export const hubCommand: Command = {
  name: "hub",
  usage: "[backup FILE | restore FILE | link | agents [release ID] | feedback NAME[@VERSION]] [options]",
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
    to: {
      type: "string",
      value: "OWNER",
      help: "With agents release: who owns the id then, such as person:ann.",
    },
    helped: { type: "string", value: "yes|no", help: "With feedback: whether the version helped you." },
    comment: { type: "string", value: "TEXT", help: "With --helped: why, and what to improve." },
    tenant: {
      type: "string",
      value: "ID",
      help: "With agents and feedback: the tenant; default: that of your token.",
    },
    hub: {
      type: "string",
      value: "URL",
      help: "With agents and feedback: the hub; default: SKILLWRIGHT_HUB, or your login.",
    },
    json: { type: "boolean", help: "Print one line of JSON once it serves, or when it is done." },
  },
  notes: `Serves a registry of skills with approvals, deployment, revocation and audit. The first start creates the database and an
administrator's token and sign-in link. backup copies the database of a hub, which may go on serving, into a new file and verifies it;
restore puts it into a folder without one. link prints a new sign-in link for an administrator. SKILLWRIGHT_HUB_DATABASE and SKILLWRIGHT_HUB_OIDC_SECRET set what should not be in a file.
Ends with Ctrl-C or SIGTERM, after open requests.
agents lists the machines that the hub you are signed in to knows: what each has confirmed, when it was seen, and whose it is. An id belongs to whoever used it
first; agents release takes it away, and --to gives it to someone. feedback shows what people and agents say about a skill, and with --helped says
it for you.`,
  examples: [
    "skillwright hub --port 7330",
    "skillwright hub --config hub.yaml --database postgres://hub@db/hub",
    "skillwright hub backup hub-backup.sqlite",
    "skillwright hub agents",
    "skillwright hub agents release laptop-1a2b3c4d --to person:ann",
    'skillwright hub feedback pdf@1.2.0 --helped no --comment "Loses tables."',
  ],
  async run(invocation, io) {
    const [action] = invocation.positionals;
    if (action === undefined) return serveHub(invocation, io);
    if (action === "agents") return manageAgents(invocation, io);
    return action === "feedback" ? manageFeedback(invocation, io) : maintainHub(invocation, io);
  },
};
