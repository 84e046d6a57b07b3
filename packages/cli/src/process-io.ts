import type { Io, TerminalTraits } from "./io.ts";

/** The real process as an Io: the one place that reads `process.env`. */
export function createProcessIo(): Io {
  return {
    out: (text) => write(process.stdout, text),
    err: (text) => write(process.stderr, text),
    readInput,
    ask,
    now: () => performance.now(),
    cwd: process.cwd(),
    terminal: describeTerminal(),
  };
}

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (stream.destroyed || stream.write(text)) return Promise.resolve();
  // A reader that went away never drains; then the stream closes.
  return new Promise((resolve) => {
    const goOn = (): void => {
      stream.off("drain", goOn).off("close", goOn);
      resolve();
    };
    stream.on("drain", goOn).on("close", goOn);
  });
}

async function readInput(maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    chunks.push(bytes);
    length += bytes.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const { createInterface } = await import("node:readline/promises");
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question);
  } catch (error) {
    // Ctrl-D and Ctrl-C: nobody is there to ask any more.
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  } finally {
    reader.close();
  }
}

function describeTerminal(): TerminalTraits {
  const { env, stdout, stderr } = process;
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0";
  const colour = forced || (stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb");
  const columns = stdout.columns ?? (Number.parseInt(env.COLUMNS ?? "", 10) || 80);
  return { colour, columns, live: stderr.isTTY === true && env.TERM !== "dumb" && !env.CI };
}
