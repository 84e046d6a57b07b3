import { connect, isIPv6, type LookupFunction, type Socket } from "node:net";
import { sandboxLimits } from "../limits.ts";
import type { Target } from "./read-target.ts";

/** Connects to a target at the given addresses; fails when none of them answers. */
export type Dial = (target: Target, addresses: readonly string[]) => Promise<Socket>;

/** Tries the addresses as Node does, next one when one is slow; no name is looked up again on the way. */
export const dial: Dial = (target, addresses) =>
  new Promise((resolve, reject) => {
    const lookup: LookupFunction = (_name, _options, answer) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
      );
    const socket = connect({
      // Asks our lookup, unless it is an address, which then is the only one.
      host: target.host,
      port: target.port,
      lookup,
      autoSelectFamily: true,
      allowHalfOpen: true,
      noDelay: true,
    });
    const late = setTimeout(() => socket.destroy(new Error("timed out")), sandboxLimits.networkConnectMs);
    socket.once("close", () => clearTimeout(late));
    // Stays on: an error of a socket that nobody listens to would end this process.
    socket.on("error", reject);
    socket.once("connect", () => {
      clearTimeout(late);
      resolve(socket);
    });
  });
