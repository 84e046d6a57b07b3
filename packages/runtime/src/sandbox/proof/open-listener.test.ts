import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../contract.ts";
import { openListener } from "./open-listener.ts";

test("whoever has been let in is counted, even when nobody has looked yet", async () => {
  const listener = await openListener("loopback");
  const guests = [1, 2, 3].map(() => connect({ port: listener.port, host: "127.0.0.1" }));
  await Promise.all(guests.map((guest) => once(guest, "connect")));
  expect(await listener.close()).toBe(3);
});

test("nobody came", async () => {
  expect(await (await openListener("loopback")).close()).toBe(0);
});

test("a path is listened on, and is gone afterwards", async () => {
  const path = join(createTestFolder(), "socket");
  const listener = await openListener({ path });
  await once(connect(path), "connect");
  expect(listener.port).toBe(0);
  expect(await listener.close()).toBe(1);
  const late = connect(path);
  const [failure] = await once(late, "error");
  expect(failure).toMatchObject({ code: "ENOENT" });
});
