import { expect, test } from "vitest";
import { runtimeAccess } from "./runtime-access.ts";

test("S3-41: everything is forbidden to read, and what may be read is an exception", () => {
  const access = runtimeAccess({ readable: ["/usr", "/skills/[a]*"], writable: ["/out"], network: "none" });
  expect(access).toEqual({
    filesystem: {
      denyRead: [
        { path: "/", literal: true },
        { path: "/sys", literal: true },
      ],
      allowRead: [
        { path: "/usr", literal: true },
        { path: "/skills/[a]*", literal: true },
        { path: "/out", literal: true },
      ],
      allowWrite: [{ path: "/out", literal: true }],
      denyWrite: [],
    },
    credentials: {
      files: [
        { path: "/tmp/claude", mode: "deny" },
        { path: "/private/tmp/claude", mode: "deny" },
      ],
    },
    network: { allowedDomains: [], deniedDomains: [] },
  });
});

test("only the whole network goes without a list, and a list is the proxy's affair", () => {
  const networkOf = (network: Parameters<typeof runtimeAccess>[0]["network"]): unknown =>
    runtimeAccess({ readable: [], writable: [], network }).network;
  expect(networkOf("all")).toBeUndefined();
  expect(networkOf({ hosts: ["example.org"] })).toEqual({ allowedDomains: [], deniedDomains: [] });
});
