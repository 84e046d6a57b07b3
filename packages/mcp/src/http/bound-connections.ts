import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { HttpBounds } from "./http-options.ts";

type Bounds = Pick<HttpBounds, "connections" | "unidentifiedPerAddress">;

/**
 * Bounds the connections of a server. Beyond a bound it closes the oldest connection that has not sent a valid token, so that
 * clients without one cannot keep out those that have one. Returns a function that marks a connection as identified.
 */
export function boundConnections(server: Server, bounds: Bounds): (socket: Socket) => void {
  const open = new Set<Socket>();
  /** By address, oldest first. */
  const unidentified = new Map<string, Set<Socket>>();
  const addresses = new Map<Socket, string>();
  const identify = (socket: Socket): void => {
    const address = addresses.get(socket);
    if (address === undefined) return;
    addresses.delete(socket);
    const others = unidentified.get(address);
    others?.delete(socket);
    if (others?.size === 0) unidentified.delete(address);
  };
  const forget = (socket: Socket): void => {
    open.delete(socket);
    identify(socket);
  };
  const drop = (socket: Socket): void => {
    forget(socket);
    socket.destroy();
  };
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const neighbors = unidentified.get(address) ?? new Set();
    unidentified.set(address, neighbors.add(socket));
    addresses.set(socket, address);
    open.add(socket);
    socket.once("close", () => forget(socket));
    const [oldestHere] = neighbors;
    if (neighbors.size > bounds.unidentifiedPerAddress && oldestHere) drop(oldestHere);
    // If all others are identified, this is the new connection itself.
    const [oldest] = addresses.keys();
    if (open.size > bounds.connections && oldest) drop(oldest);
  });
  return identify;
}
