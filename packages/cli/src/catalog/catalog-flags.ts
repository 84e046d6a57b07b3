import type { Flags } from "../command.ts";

/** Flags shared by all commands that work on the machine's skills. */
export const catalogFlags: Flags = {
  root: {
    type: "string",
    value: "DIR",
    help: "Search this folder recursively instead of the usual ones; repeatable.",
  },
  client: { type: "string", value: "ID", help: "Only this agent's folders, such as codex; repeatable." },
  precedence: {
    type: "string",
    value: "NAME",
    help: "Precedence among equal names: default, personal-first, uaaps, omniforge.",
  },
  agent: { type: "string", value: "NAME", help: "Agent name, for skills restricted to certain agents." },
  tenant: { type: "string", value: "NAME", help: "Tenant, for skills restricted to certain tenants." },
  environment: {
    type: "string",
    value: "NAME",
    help: "Environment, for skills restricted to certain environments.",
  },
  "no-index": { type: "boolean", help: "Do not read or write the index." },
  verbose: { type: "boolean", short: "v", help: "Print all findings to standard error." },
};

/** Help text on where skills are searched. */
export const catalogNotes = `Skills are searched where agents keep them: in the folders of the enterprise, the current
project, the user, and packages. A project's skills load once you trust the project.`;
