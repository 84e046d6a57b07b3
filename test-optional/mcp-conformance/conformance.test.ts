import { spawn } from "node:child_process";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createNodeFileSystem, openCatalog } from "@skillwright/core/node";
import { createSkillServer, serveHttp } from "@skillwright/mcp";
import { createSession } from "@skillwright/runtime";
import { expect, onTestFinished, test } from "vitest";

const here = import.meta.dirname;
const secret = "the-token-of-the-conformance-suite";

/** Our server with the example skills. */
async function serveSkills(): Promise<string> {
  const catalog = openCatalog({ roots: [join(here, "../../examples/skills")] });
  const server = await createSkillServer({
    ...{ catalog, fs: createNodeFileSystem(), version: "0.0.0" },
    openSession: (host) => createSession({ catalog, ...host }),
  });
  const endpoint = await serveHttp(server, { tokens: [{ user: "suite", secret }] });
  onTestFinished(async () => {
    await endpoint.close();
    await server.close();
  });
  return endpoint.url;
}

/** Adds the token, which the suite cannot send, and changes nothing else. */
async function addToken(url: string): Promise<string> {
  const { port } = new URL(url);
  const proxy = createServer((incoming, response) => {
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers, authorization: `Bearer ${secret}` };
    const outgoing = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port: own } = proxy.address() as AddressInfo;
  return `http://127.0.0.1:${own}/mcp`;
}

/** The suite's summary and exit code. */
async function runSuite(url: string): Promise<{ readonly code: number | null; readonly summary: string }> {
  const suite = join(here, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const options = ["--suite", "all", "--expected-failures", join(here, "expected-failures.yml")];
  const child = spawn(process.execPath, [suite, "server", "--url", url, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += piece));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, summary: output.slice(output.lastIndexOf("=== SUMMARY ===")) };
}

test("the conformance suite has the results that expected-failures.yml explains", async () => {
  const { code, summary } = await runSuite(await addToken(await serveSkills()));
  expect(summary).toContain("✓ sep-2640-skills-enumeration: 32 passed, 0 failed");
  expect({ code, summary }).toEqual({ code: 0, summary });
});
