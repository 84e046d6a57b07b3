import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../test-contract-runs.ts";
import { withListener } from "./bait.ts";

test("accepted connections are counted, even before the server has seen them", async () => {
  const count = await withListener("loopback", async (listener) => {
    const guests = [1, 2, 3].map(() => connect({ port: listener.port, host: "127.0.0.1" }));
    await Promise.all(guests.map((guest) => once(guest, "connect")));
    return listener.count();
  });
  expect(count).toBe(3);
});

test("the count stays at zero, however often it is read", async () => {
  expect(await withListener("loopback", async ({ count }) => [await count(), await count()])).toEqual([0, 0]);
});

test("it listens at a path, which is gone afterwards", async () => {
  const path = join(createTestFolder(), "socket");
  await withListener({ path }, async ({ port, count }) => {
    await once(connect(path), "connect");
    expect({ port, count: await count() }).toEqual({ port: 0, count: 1 });
  });
  const [failure] = await once(connect(path), "error");
  expect(failure).toMatchObject({ code: "ENOENT" });
});

test("the listener closes when the work fails, for example when a nested one cannot be opened", async () => {
  let port = 0;
  const path = `/tmp/${"long/".repeat(40)}`;
  const work = withListener("loopback", (listener) => {
    port = listener.port;
    return withListener({ path }, () => Promise.resolve());
  });
  await expect(work).rejects.toMatchObject({ code: "EINVAL", syscall: "listen" });
  const [failure] = await once(connect({ port, host: "127.0.0.1" }), "error");
  expect(failure).toMatchObject({ code: "ECONNREFUSED" });
});
