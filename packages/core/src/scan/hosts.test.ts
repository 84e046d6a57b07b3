import { expect, test } from "vitest";
import { classifyHost, readAddress } from "./hosts.ts";

test.each([
  ["localhost:3000", "loopback"],
  ["http://127.0.0.1:8000/x", "loopback"],
  ["[::1]:80", "loopback"],
  ["2130706433", "loopback"],
  ["0x7f.1", "loopback"],
  ["10.0.0.5", "private"],
  ["http://169.254.169.254/latest", "private"],
  ["db.internal", "private"],
  ["https://example.com/x", "example"],
  ["203.0.113.5:4444", "example"],
  ["<your-host>", "example"],
  ["https://sh.rustup.rs", "known-installer"],
  ["https://raw.githubusercontent.com/Homebrew/install/HEAD/install.sh", "known-installer"],
  ["https://claude.ai/install.sh", "known-installer"],
  ["https://api.openai.com/v1/chat", "well-known"],
  ["https://discord.com/developers", "well-known"],
  ["https://raw.githubusercontent.com/someone/tool/main/x.sh", "code-host"],
  ["https://pastebin.com/raw/x", "paste-site"],
  ["https://gist.githubusercontent.com/someone/x/raw", "paste-site"],
  ["https://transfer.sh/x", "file-drop"],
  ["https://webhook.site/1-2", "webhook"],
  ["https://discord.com/api/webhooks/1/2", "webhook"],
  ["https://hooks.slack.com/services/x", "webhook"],
  ["tcp://0.tcp.ngrok.io:1234", "tunnel"],
  ["https://a-b-c.trycloudflare.com", "tunnel"],
  ["https://bit.ly/x", "shortener"],
  ["x.oastify.com", "dns-log"],
  ["45.33.32.156", "raw-address"],
  ["http://0x2d212022/", "raw-address"],
  ["http://user@45.33.32.156/", "raw-address"],
  ["https://tools.vendor.io", "unknown"],
  ["https://$HOST/x", "unknown"],
  ["1.5", "unknown"],
])("%s is %s", (address, kind) => {
  expect(classifyHost(address)).toBe(kind);
});

test("path, query and letter case of a URL are no part of its host", () => {
  expect(readAddress("HTTPS://User@Www.Vendor.io:8080/A?b=https://github.com")).toEqual({
    scheme: "https",
    host: "vendor.io",
    port: "8080",
    path: "/a?b=https://github.com",
    hasUser: true,
  });
});
