import { Client } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { openSdkProcess } from "./open-transport.ts";
import { scriptedServer, temporaryFolder, until } from "./test-servers.ts";

test("the process gets its variables, its last output is kept, and it exits when closed", async () => {
  const { args } = scriptedServer(
    `process.stderr.write("hello " + process.env.MINE); call = () => text(String(process.pid));`,
  );
  const opened = openSdkProcess({
    command: process.execPath,
    args: Array.isArray(args) ? args : [],
    environment: { MINE: "there" },
    cwd: temporaryFolder(),
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(opened.transport);
  const { content } = await client.callTool({ name: "echo", arguments: {} });
  const pid = content[0]?.type === "text" ? Number(content[0].text) : 0;
  await until(() => opened.lastOutput() === "hello there");
  await Promise.all([opened.close(), opened.close()]);
  expect(() => process.kill(pid, 0)).toThrow();
});
