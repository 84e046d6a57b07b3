import { once } from "node:events";
import { type AddressInfo, connect, createServer, type ListenOptions } from "node:net";

/** A host server that sends nothing and counts connections. */
export type Listener = {
  /** Zero for a path. */
  readonly port: number;
  /** Connections so far, including all that the kernel has accepted. */
  count(): Promise<number>;
};

/** Listens on loopback or at a path while the work runs. */
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
    // The kernel queues connections in order: once ours is through, all earlier ones have been counted.
    const own = where === "loopback" ? connect({ port, host: "127.0.0.1" }) : connect(where);
    // The server sends nothing, so the end of our connection means that the server has seen it.
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
