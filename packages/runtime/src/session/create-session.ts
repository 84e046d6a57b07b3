import { checkOptions } from "./check-options.ts";
import { openSession } from "./open-session.ts";
import type { Session } from "./session.ts";
import type { SessionOptions } from "./session-options.ts";

/**
 * Opens a session: one conversation of one agent.
 *
 * @example
 * const session = createSession({ catalog, workspace: process.cwd(), audit: createJsonlSink({ path }) });
 * await session.activate({ skill: "code-review", trigger: "user" });
 * const outcome = await session.guard("Bash", { command: "git status" }, run);
 */
export function createSession(options: SessionOptions): Session {
  checkOptions(options);
  return openSession(options).session;
}
