import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import type { RefusalResponse } from "./refusal-response.ts";

export type Tunnel = { readonly program: Duplex; readonly socket: Socket; readonly head: Buffer };

/**
 * Connects a program's stream with its target; if one side breaks, so does the other. `head` arrived with the
 * request.
 */
export function tunnel({ program, socket, head }: Tunnel): void {
  if (program.destroyed) return void socket.destroy();
  program.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  // Written directly: pushed back into a stream that has ended meanwhile, it would break it.
  if (head.length > 0) socket.write(head);
  pipeline(program, socket, () => {});
  pipeline(socket, program, () => {});
}

/** Answers a request that Node does not answer itself, and closes the connection. */
export function answerAndEnd(program: Duplex, { status, headers, body }: RefusalResponse): void {
  const lines = Object.entries({ ...headers, Connection: "close" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  program.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
  // Drain the rest, so that the program gets to read the answer.
  program.resume();
}
