import { once } from "node:events";
import { type AddressInfo, connect, createServer, type ListenOptions } from "node:net";

/** A server of the host that says nothing and counts who comes. */
export type Listener = {
  /** Zero for a path. */
  readonly port: number;
  /** How many have come so far, all of those counted that have been let in by the system. */
  count(): Promise<number>;
};

/** Listens on loopback, or at a path, as long as the work takes, however it ends. */
export async function withListener<Result>(
  where: { readonly path: string } | "loopback",
  work: (listener: Listener) => Promise<Result>,
): Promise<Result> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {}).destroy();
  });
  const options: ListenOptions = where === "loopback" ? { host: "127.0.0.1", port: 0 } : where;
  server.listen(options);
  await once(server, "listening");
  const address = server.address();
  const port = isAddress(address) ? address.port : 0;
  const count = async (): Promise<number> => {
    // The system queues who comes, in order: when we ourselves are through, all others have been counted.
    const own = where === "loopback" ? connect({ port, host: "127.0.0.1" }) : connect(where);
    // Nobody sends us anything, so the end of ours is the sign that the server has seen it.
    await once(own.resume(), "close");
    connections -= 1;
    return connections;
  };
  try {
    return await work({ port, count });
  } finally {
    server.close();
  }
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
