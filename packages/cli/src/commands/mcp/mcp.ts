import { catalogFlags, catalogNotes } from "../../catalog/open-catalog.ts";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";
import { policyFlags, policyNotes } from "../../session/open-policies.ts";
import { accessFlags } from "../../session/program-access.ts";

/** Serves skills over MCP, and registers that server in the clients of this machine. */
export const mcpCommand: Command = {
  name: "mcp",
  usage: "[install | uninstall | status] [options]",
  flags: {
    gateway: {
      type: "string",
      value: "FILE",
      help: "Offer the tools of the `mcpServers` in FILE too, guarded.",
    },
    http: { type: "boolean", help: "Serve over streamable HTTP instead of standard input and output." },
    port: { type: "string", value: "N", help: "Port for --http; any free one when absent." },
    host: { type: "string", value: "ADDRESS", help: "Address for --http; 127.0.0.1 when absent." },
    "public-host": {
      type: "string",
      value: "NAME",
      help: "Name that clients call it by, besides localhost; may repeat.",
    },
    origin: {
      type: "string",
      value: "ORIGIN",
      help: "Web page that may call, such as https://app.example; may repeat.",
    },
    tokens: {
      type: "string",
      value: "FILE",
      help: "Who may call --http: a line `NAME SECRET` for each user.",
    },
    ...accessFlags,
    ...policyFlags,
    ...catalogFlags,
    agent: {
      type: "string",
      value: "NAME",
      help: "install: the client to register in; else the agent to find skills for.",
    },
    project: { type: "boolean", help: "install: in the settings of this project." },
    user: { type: "boolean", help: "install: in the settings of the user (the default)." },
    name: {
      type: "string",
      value: "NAME",
      help: "install: what the client calls the server (default skillwright).",
    },
    url: { type: "string", value: "URL", help: "install: a server that runs elsewhere, over HTTP." },
    "token-env": { type: "string", value: "NAME", help: "install: variable that holds the token for --url." },
    "dry-run": { type: "boolean", help: "install: show what would change, and change nothing." },
    json: { type: "boolean", help: "Machine-readable output; with --http, one line once it serves." },
    quiet: { type: "boolean", short: "q", help: "Say nothing but errors." },
  },
  notes: `Without a word it serves: skills as tools (list, search, load, read, run, deactivate), as prompts for people,
and as resources of the MCP skills extension with sizes and digests. Scripts run in a sandbox. A loaded
skill's allowed-tools hold for all that this server runs: its own tools, and with --gateway those of the
servers behind it, which appear as SERVER__TOOL and are called mcp__SERVER__TOOL in rules.

Over HTTP every request needs a token. SKILLWRIGHT_MCP_TOKEN or --tokens sets it; otherwise one is made up for
this run and shown. Clients that share a token share what is active, unless each sends a header
Skillwright-Conversation of its own or has a session.
${policyNotes}
${catalogNotes}
Ends when its input does, or with Ctrl-C.`,
  examples: [
    "skillwright mcp install --agent claude-code",
    "skillwright mcp --root ./skills",
    "skillwright mcp --gateway .mcp.json",
    "skillwright mcp --http --port 7331",
  ],
  async run(invocation, io) {
    const [action, extra] = invocation.positionals;
    if (extra !== undefined) throw new UsageError(`mcp takes one word at most; found '${extra}' too.`);
    refuseIdle(action, invocation);
    return actionOf(action)(invocation, io);
  },
};

/** A flag that would be passed over is more likely a mistake than meant. */
function refuseIdle(action: string | undefined, invocation: Invocation): void {
  const idle = (action === undefined ? installFlags : serveFlags).find(
    (name) => invocation.option(name) !== undefined || invocation.flag(name),
  );
  if (idle === undefined) return;
  const owner = action === undefined ? "install" : "a server that is started here";
  throw new UsageError(`--${idle} goes with ${owner}.`);
}

const installFlags = ["project", "user", "name", "url", "token-env", "dry-run"];
const serveFlags = ["http", "port", "host", "public-host", "origin", "tokens"];

type Action = (invocation: Invocation, io: Io) => Promise<number>;

function actionOf(word: string | undefined): Action {
  const action = word === undefined ? serve : actions.get(word);
  if (action !== undefined) return action;
  throw new UsageError(`mcp takes install, uninstall, status, or nothing to serve; found '${word}'.`);
}

const serve: Action = async (invocation, io) => (await import("./serve.ts")).serveMcp(invocation, io);

const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries<Action>({
    install: async (invocation, io) => (await import("./install.ts")).runMcpInstall(invocation, io),
    uninstall: async (invocation, io) => (await import("./install.ts")).runMcpUninstall(invocation, io),
    status: async (invocation, io) => (await import("./status.ts")).runMcpStatus(invocation, io),
  }),
);
