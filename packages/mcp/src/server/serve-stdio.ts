import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { systemClock } from "@skillwright/runtime";
import type { SkillServer } from "./skill-server.ts";

export type StdioOptions = {
  readonly input: Readable;
  readonly output: Writable;
  /** Called for messages that cannot be read, and similar problems. */
  readonly onTrouble?: (message: string) => void;
  readonly signal?: AbortSignal;
};

/** Serves one client over a pair of streams until it leaves; its conversation then ends. */
export async function serveStdio(server: SkillServer, options: StdioOptions): Promise<void> {
  const { input, output, onTrouble = () => {}, signal } = options;
  const transport = new StdioServerTransport(input, output);
  const left = new Promise<void>((resolve) => {
    input.once("end", resolve).once("close", resolve);
    output.once("close", resolve).once("error", () => resolve());
    signal?.addEventListener("abort", () => resolve(), { once: true });
    if (signal?.aborted) resolve();
  });
  // A separate conversation: a client that leaves must not end what is active for another.
  const conversation = `stdio ${systemClock.createId()}`;
  const connection = serve(() => server.createServer({ conversation, connected: true }), {
    transport,
    onerror: ({ message }) => onTrouble(message),
  });
  await left;
  await connection.close();
  await server.endConversation(conversation);
}
