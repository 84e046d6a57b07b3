import { connect } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { onTestFinished } from "vitest";
import type { ConnectionDecision } from "../sandbox.ts";
import { createProxy } from "./create-proxy.ts";
import type { Lookup } from "./gatekeeper.ts";
import { readHostRules } from "./host-rules.ts";

export type TestProxy = {
  readonly decisions: ConnectionDecision[];
  /** Connections made, as `host:port at address`. */
  readonly dialled: string[];
  open(): Duplex;
  /** Sends these bytes on a new connection and returns everything that comes back, up to `until` or the end. */
  exchange(bytes: string, until?: RegExp): Promise<string>;
};

export type TestProxyOptions = {
  readonly hosts: readonly string[];
  readonly lookup?: Lookup;
  /** The local server that every connection really goes to. */
  readonly port?: number;
};

/** The proxy with streams in place of the pipe; each name has one public address unless `lookup` says otherwise. */
export function createTestProxy({ hosts, lookup, port }: TestProxyOptions): TestProxy {
  const decisions: ConnectionDecision[] = [];
  const dialled: string[] = [];
  const accept = createProxy({
    rules: readHostRules(hosts),
    lookup: lookup ?? (async () => ["93.184.216.34"]),
    onDecision: (decision) => decisions.push(decision),
    dial: async (target, addresses) => {
      dialled.push(`${target.host}:${target.port} at ${addresses.join(", ")}`);
      if (port === undefined) throw new Error("ECONNREFUSED");
      return connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    },
  });
  const open = (): Duplex => {
    const [near, far] = duplexPair();
    accept(near);
    // A real connection also learns when the program closes it.
    far.once("close", () => near.destroy());
    onTestFinished(() => void far.destroy());
    return far.on("error", () => {});
  };
  return { decisions, dialled, open, exchange: (bytes, until) => exchange(open(), bytes, until) };
}

/** Exchanges bytes on a connection that may be used again. */
export function exchange(stream: Duplex, bytes: string, until?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const finish = (): void => {
      stream.off("data", hear).off("end", finish).off("close", finish);
      resolve(answer);
    };
    const hear = (chunk: Buffer): void => {
      answer += chunk.toString("latin1");
      if (until?.test(answer)) finish();
    };
    stream.on("data", hear).once("end", finish).once("close", finish);
    stream.write(Buffer.from(bytes, "latin1"));
  });
}
