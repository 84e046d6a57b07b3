import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Duplex } from "node:stream";
import { onTestFinished } from "vitest";
import type { ConnectionDecision } from "../sandbox.ts";
import { createEgress, type EgressOptions } from "./create-egress.ts";

/** Where distributions install it; tests that need it are skipped by name without it. */
export const bubblewrap: string | undefined = ["/usr/bin/bwrap", "/usr/local/bin/bwrap"].find(existsSync);

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly decisions: readonly ConnectionDecision[];
};

export type Confined = {
  readonly pid: number;
  /** Our end of the pipe. */
  readonly channel: Duplex;
  readonly decisions: readonly ConnectionDecision[];
  readonly ended: Promise<Ended>;
  /** Resolves when the program has printed this. */
  printed(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
};

type ConfinedOptions = Partial<Omit<EgressOptions, "onDecision">> & {
  readonly environment?: Readonly<Record<string, string>>;
};

/** Starts a program behind the bridge in its own namespaces, with read-only access to this machine's files. */
export function startConfined(
  command: readonly [string, ...string[]],
  { environment, ...options }: ConfinedOptions = {},
): Confined {
  const decisions: ConnectionDecision[] = [];
  const egress = createEgress({ hosts: [], ...options, onDecision: (decision) => decisions.push(decision) });
  const inside = { PATH: "/usr/bin:/bin", ...egress.environment, ...environment };
  const variables = Object.entries(inside).flatMap(([name, value]) => ["--setenv", name, value]);
  const child = spawn(
    bubblewrap ?? "",
    [
      ...["--unshare-user", "--unshare-net", "--unshare-pid", "--die-with-parent", "--ro-bind", "/", "/"],
      ...[
        "--dev",
        "/dev",
        "--proc",
        "/proc",
        "--tmpfs",
        "/tmp",
        // Node itself may be in the folder that was just hidden.
        ...egress.readable.flatMap((file) => ["--ro-bind", file, file]),
        ...variables,
        "--",
        ...egress.wrap(command, 3),
      ],
    ],
    { env: {}, stdio: ["pipe", "pipe", "pipe", "pipe"] },
  );
  const channel = child.stdio[3];
  if (!(channel instanceof Duplex)) throw new Error("expected a duplex pipe");
  egress.serve(channel);
  child.stdin.end();
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, ...output, decisions }));
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    pid: child.pid ?? 0,
    channel,
    decisions,
    ended,
    printed: (text) => until(() => output.stdout.includes(text)),
    kill: (signal) => void child.kill(signal),
  };
}

/** Runs a confined program to its end. */
export function runConfined(
  command: readonly [string, ...string[]],
  options?: ConfinedOptions,
): Promise<Ended> {
  return startConfined(command, options).ended;
}

/** Runs this code in Node inside. */
export const nodeCommand = (code: string): readonly [string, ...string[]] => [process.execPath, "-e", code];

/** Waits for a condition, up to half of a test's time. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries > 3000) throw new Error("it did not come");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A web server on loopback, closed after the test. */
export async function listen(
  answer: RequestListener,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(answer);
  const port = await listenOn(server);
  onTestFinished(() => server.closeAllConnections());
  return { server, port };
}

/** Binds a server to a free loopback port until the test ends. */
export async function listenOn(server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): AddressInfo | string | null;
  close(): unknown;
}): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("expected a port");
  return address.port;
}
