import { expect, test } from "vitest";
import { runtimeAccess } from "./runtime-access.ts";

test("S3-41: reading is denied by default, and granted paths are exceptions", () => {
  const access = runtimeAccess({
    readable: ["/usr", "/skills/[a]*"],
    writable: ["/out"],
    sealed: ["/out/kept"],
    network: "none",
  });
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
      denyWrite: [{ path: "/out/kept", literal: true }],
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

test("only the whole network works without a list, and a list is the proxy's responsibility", () => {
  const networkOf = (network: Parameters<typeof runtimeAccess>[0]["network"]): unknown =>
    runtimeAccess({ readable: [], writable: [], sealed: [], network }).network;
  expect(networkOf("all")).toBeUndefined();
  expect(networkOf({ hosts: ["example.org"] })).toEqual({ allowedDomains: [], deniedDomains: [] });
});
