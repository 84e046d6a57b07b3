import { expect, test } from "vitest";
import { clientAddress, isLoopback, networkOf } from "./client-address.ts";
import { createRateLimit } from "./rate-limit.ts";

test("each token and each address has its own minute, refilled steadily", () => {
  let now = 0;
  const limit = createRateLimit({ perMinute: 60, anonymousPerMinute: 2 }, () => now);
  for (let index = 0; index < 60; index++) expect(limit("token:a", true)).toBeUndefined();
  expect(limit("token:a", true)).toBe(1);
  expect(limit("token:b", true)).toBeUndefined();
  now += 1000;
  expect([limit("token:a", true), limit("token:a", true)]).toEqual([undefined, 1]);
  expect([1, 2, 3].map(() => limit("10.0.0.1", false))).toEqual([undefined, undefined, 30]);
  now += 3_600_000;
  expect([1, 2, 3].map(() => limit("10.0.0.1", false))).toEqual([undefined, undefined, 30]);
});

test("a token cannot be named like an address to use its limit", () => {
  const limit = createRateLimit({ perMinute: 1, anonymousPerMinute: 1 }, () => 0);
  expect([limit("x", true), limit("x", false)]).toEqual([undefined, undefined]);
});

test("a clock that goes back takes nothing away", () => {
  let now = 60_000;
  const limit = createRateLimit({ perMinute: 2, anonymousPerMinute: 2 }, () => now);
  limit("a", true);
  now = 0;
  expect(limit("a", true)).toBeUndefined();
});

test("only the last forwarded address counts, and only if it is one", () => {
  const remote = "192.0.2.1";
  expect(clientAddress({ remote, forwarded: "1.1.1.1, 10.0.0.1" })).toBe("10.0.0.1");
  expect(clientAddress({ remote, forwarded: "10.0.0.1, unknown" })).toBe(remote);
  expect(clientAddress({ remote, forwarded: `${"9".repeat(100_000)}` })).toBe(remote);
  expect(clientAddress({ remote: "::ffff:192.0.2.1" })).toBe("192.0.2.1");
});

test("one IPv6 network is one address", () => {
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(networkOf("2001:DB8:0:0:1:2:3:4")).toBe("2001:db8:0:0::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
  expect(networkOf("10.0.0.1")).toBe("10.0.0.1");
  expect(["::1", "127.8.8.8", "10.0.0.1", "127.evil"].map(isLoopback)).toEqual([true, true, false, false]);
});
