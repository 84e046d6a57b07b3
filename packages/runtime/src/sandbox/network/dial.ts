import { lookup } from "node:dns/promises";
import { connect, isIPv6, type LookupFunction, type Socket } from "node:net";
import { sandboxLimits } from "../limits.ts";
import type { Lookup } from "./gatekeeper.ts";
import type { Target } from "./target.ts";

/** Connects to a target at the given addresses; rejects if none answers. */
export type Dial = (target: Target, addresses: readonly string[]) => Promise<Socket>;

/** Tries the addresses as Node does, moving on when one is slow, without resolving any name again. */
export const dial: Dial = (target, addresses) =>
  new Promise((resolve, reject) => {
    const lookup: LookupFunction = (_name, _options, answer) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
      );
    const socket = connect({
      // Uses our lookup, unless it is an address, which is then the only one.
      host: target.host,
      port: target.port,
      lookup,
      autoSelectFamily: true,
      allowHalfOpen: true,
      noDelay: true,
    });
    const late = setTimeout(() => socket.destroy(new Error("timed out")), sandboxLimits.networkConnectMs);
    socket.once("close", () => clearTimeout(late));
    // Stays attached: an unhandled socket error would crash this process.
    socket.on("error", reject);
    socket.once("connect", () => {
      clearTimeout(late);
      resolve(socket);
    });
  });

/** Resolves names with the system's resolver. */
export const lookupAll: Lookup = async (name) => {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
};
