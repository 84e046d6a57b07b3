import { createServer } from "node:net";
import { expect, test } from "vitest";
import { dial } from "./dial.ts";
import { listenOn } from "./test-egress.ts";

test("a name is dialed at the given addresses, and never looked up", async () => {
  const port = await listenOn(createServer());
  const socket = await dial({ host: "no-such-name.invalid", port }, ["127.0.0.1"]);
  expect(socket.remoteAddress).toBe("127.0.0.1");
  socket.destroy();
});

test("when one address does not answer, the next is tried", async () => {
  const port = await listenOn(createServer());
  const socket = await dial({ host: "no-such-name.invalid", port }, ["127.0.0.2", "::1", "127.0.0.1"]);
  expect(socket.remoteAddress).toBe("127.0.0.1");
  socket.destroy();
});

test("if no address answers, it fails", async () => {
  const server = createServer();
  const port = await listenOn(server);
  await new Promise((resolve) => server.close(resolve));
  await expect(dial({ host: "no-such-name.invalid", port }, ["127.0.0.1"])).rejects.toThrow();
  await expect(dial({ host: "127.0.0.1", port }, ["127.0.0.1"])).rejects.toThrow();
});
