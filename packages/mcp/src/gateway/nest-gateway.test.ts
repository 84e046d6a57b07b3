import { realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gatewayLimits } from "./limits.ts";
import { nestedGatewayVariables, openGateway } from "./open-gateway.ts";

import { readGatewayConfig } from "./read-gateway-config.ts";
import { temporaryFolder, testGateway } from "./test-servers.ts";

test("servers receive the chain of gateways that led to them", () => {
  const first = nestedGatewayVariables("/a.json", {});
  expect(first).toEqual({ SKILLWRIGHT_GATEWAY: "/a.json" });
  expect(nestedGatewayVariables("/b.json", first)).toEqual({ SKILLWRIGHT_GATEWAY: "/a.json\n/b.json" });
});

test("a gateway behind itself is refused, even with another in between", () => {
  const behind = nestedGatewayVariables("/b.json", nestedGatewayVariables("/a.json", {}));
  expect(() => nestedGatewayVariables("/a.json", behind)).toThrow(
    expect.objectContaining({
      code: "config-invalid",
      details: {
        path: "/a.json",
        reason:
          'one of its servers is this gateway itself, which would start itself endlessly. Remove the entry that runs "skillwright mcp" with this file.',
      },
    }),
  );
});

test("gateways that keep starting others are stopped", () => {
  const start = (environment: Readonly<Record<string, string>>, index: number) =>
    nestedGatewayVariables(`/${index}.json`, environment);
  const deepest = Array.from({ length: gatewayLimits.gatewayDepth }, (_, index) => index).reduce(start, {});
  expect(() => nestedGatewayVariables("/one-more.json", deepest)).toThrow(
    expect.objectContaining({
      code: "config-invalid",
      details: { path: "/one-more.json", reason: expect.stringMatching(/^more than 4 gateways start/) },
    }),
  );
});

test("a file is the same through any link", () => {
  const folder = realpathSync(temporaryFolder());
  const [file, link] = [join(folder, "servers.json"), join(folder, "link.json")];
  writeFileSync(file, '{"mcpServers":{}}');
  symlinkSync(file, link);
  const open = () =>
    openGateway(readGatewayConfig('{"mcpServers":{}}', link), {
      environment: { SKILLWRIGHT_GATEWAY: file },
      cwd: folder,
      version: "1.0.0",
    });
  expect(open).toThrow(expect.objectContaining({ code: "config-invalid" }));
});

test("a gateway that starts itself under another name stops at the second level, with the reason", async () => {
  const folder = realpathSync(temporaryFolder());
  const [file, server] = [join(folder, "servers.json"), join(folder, "server.mjs")];
  const from = (path: string): string => JSON.stringify(import.meta.resolve(path));
  const sw = { command: process.execPath, args: ["--conditions=@skillwright/source", server] };
  writeFileSync(file, JSON.stringify({ mcpServers: { sw } }));
  writeFileSync(
    server,
    `import { readFileSync } from "node:fs";
import { formatError } from ${from("@skillwright/core")};
import { openGateway } from ${from("./open-gateway.ts")};
import { readGatewayConfig } from ${from("./read-gateway-config.ts")};
const file = ${JSON.stringify(file)};
try {
  openGateway(readGatewayConfig(readFileSync(file, "utf8"), file), { environment: process.env, cwd: "/", version: "1" });
} catch (error) {
  process.stderr.write(formatError(error));
  process.exit(2);
}
`,
  );
  const gateway = testGateway({ sw }, { file });
  expect(await gateway.tools()).toEqual([]);
  expect(gateway.status()).toMatchObject([
    { state: "failed", problem: expect.stringContaining("one of its servers is this gateway itself") },
  ]);
});
