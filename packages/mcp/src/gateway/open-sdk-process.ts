import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { gatewayLimits } from "./limits.ts";
import type { OpenedTransport } from "./opened-transport.ts";
import type { Program } from "./program.ts";

/** A server's process as the SDK starts it. For Windows, which has no process groups and needs its command lookup. */
export function openSdkProcess({ command, args, environment, cwd }: Program): OpenedTransport {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...environment },
    cwd,
    stderr: "pipe",
    maxBufferSize: gatewayLimits.gatewayMessageBytes,
  });
  let words = "";
  transport.stderr?.on("data", (chunk: unknown) => {
    words = (words + String(chunk)).slice(-gatewayLimits.gatewayStderrKept);
  });
  let closing: Promise<void> | undefined;
  const close = transport.close.bind(transport);
  // The SDK also closes when a handshake fails, without waiting for the process to end; a second caller must
  // wait for the first.
  transport.close = () => {
    closing ??= close();
    return closing;
  };
  return { transport, lastWords: () => words, close: () => transport.close().catch(() => undefined) };
}
