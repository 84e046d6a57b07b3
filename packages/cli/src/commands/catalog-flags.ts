import type { Flags } from "../command.ts";

/** What every command on the skills of this machine understands. */
export const catalogFlags: Flags = {
  root: {
    type: "string",
    value: "DIR",
    help: "Search this folder, to any depth, instead of the usual ones; may repeat.",
  },
  client: { type: "string", value: "ID", help: "Only this agent's folders, such as codex; may repeat." },
  precedence: {
    type: "string",
    value: "NAME",
    help: "Who wins on equal names: default, personal-first, uaaps, omniforge.",
  },
  agent: { type: "string", value: "NAME", help: "Agent to find skills for, where skills are for some only." },
  tenant: { type: "string", value: "NAME", help: "Tenant to find skills for." },
  environment: { type: "string", value: "NAME", help: "Environment to find skills for." },
  "no-index": { type: "boolean", help: "Neither read nor write the index." },
  verbose: { type: "boolean", short: "v", help: "Say everything that was noticed, on standard error." },
};

/** Lines of help on where skills are looked for. */
export const catalogNotes = `Skills are looked for where agents keep them: folders of the enterprise, of the project around
this folder, of the user, and packages. Skills of a project count once it is trusted.`;
