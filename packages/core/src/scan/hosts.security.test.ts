import { expect, test } from "vitest";
import { classifyHost } from "./hosts.ts";

test.each([
  ["another scheme", "http://sh.rustup.rs"],
  ["a port", "https://sh.rustup.rs:8443"],
  ["user information", "https://sh.rustup.rs@host.dev"],
  ["a longer name", "https://sh.rustup.rs.host.dev"],
  ["a longer name without a dot", "https://evilsh.rustup.rs.dev"],
  ["the name in a path", "https://host.dev/sh.rustup.rs"],
  ["the name in a query", "https://host.dev?x=sh.rustup.rs"],
  ["the name after a fragment", "https://host.dev#@sh.rustup.rs"],
  ["a backslash", "https://host.dev\\@sh.rustup.rs"],
  ["a path that only starts alike", "https://claude.ai/install.sh.evil"],
  ["another owner on the same host", "https://raw.githubusercontent.com/homebrew-x/install/x.sh"],
])("a known installer is not imitated by %s", (_, address) => {
  expect(classifyHost(address)).not.toBe("known-installer");
});

test.each([
  "https://githab.com",
  "https://gihtub.com",
  "https://gіthub.com",
  "https://g1thub.com",
  "https://rnicrosoft.com",
  "https://github-releases.com",
  "https://cdn.openai-downloads.net",
  "https://anthropic.xyz",
  "https://pythom.org",
])("%s looks like a well-known host", (address) => {
  expect(classifyHost(address)).toBe("look-alike");
});

test.each(["https://attacker.example.com", "https://evil.example.com", "exfil.test"])(
  "%s is not excused as an example",
  (address) => {
    expect(classifyHost(address)).toBe("unknown");
  },
);

test.each(["a.", "https://", "1.", "@", "[", "-", "rn", "x@y:"])(
  "T10: a long address of %s takes no time",
  (unit) => {
    const address = unit.repeat(1_000_000 / unit.length);
    const started = process.cpuUsage();
    for (let count = 0; count < 100; count++) classifyHost(address);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
  },
);
