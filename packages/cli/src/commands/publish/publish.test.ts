import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { outputSchemas } from "../../schemas.ts";
import { createTestMachine, removeTestMachines, skillFile } from "../../test-io.ts";

afterAll(removeTestMachines);

const versioned = "metadata:\n  version: 1.2.3\n";

/** A server that takes everything and remembers it. */
async function startServer() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    request
      .resume()
      .on("end", () =>
        response.writeHead(request.method === "HEAD" ? 404 : 201, { location: "/up" }).end("{}"),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.close().closeAllConnections());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, seen };
}

test("a folder of skills becomes a static site", async () => {
  const machine = createTestMachine({
    "repo/skills/pdf/SKILL.md": skillFile("pdf"),
    "repo/skills/csv/SKILL.md": skillFile("csv"),
    "repo/skills/csv/scripts/a.sh": "echo\n",
  });
  const dry = await machine.run(["publish", "skills", "--site", "public", "--dry-run", "--json"]);
  const report = outputSchemas.publish?.parse(JSON.parse(dry.out));
  expect(report).toMatchObject({ published: false, publications: [{ names: ["csv", "pdf"] }] });
  expect(existsSync(`${machine.folder}/repo/public`)).toBe(false);
  const { code, out } = await machine.run(["publish", "skills", "--site", "public"]);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^ {2,}\d+ {2}\.well-known\/agent-skills\/csv\.tar\.gz\n(?: {2,}\d+ {2}\S+(?: \(\d files\))?\n)+✓ Published csv, pdf to public\n$/,
  );
  expect(out).toMatch(/^ +\d+ {2}\.well-known\/skills\/csv\/ \(2 files\)$/m);
  const index = readFileSync(`${machine.folder}/repo/public/.well-known/skills/index.json`, "utf8");
  expect(JSON.parse(index)).toMatchObject({
    skills: [{ name: "csv", files: ["SKILL.md", "scripts/a.sh"] }, { name: "pdf" }],
  });
});

test("the hub gets the token of the login, and npm that of .npmrc", async () => {
  const { url, seen } = await startServer();
  const machine = createTestMachine({
    "repo/pdf/SKILL.md": skillFile("pdf", versioned),
    "home/.npmrc": `registry=${url}/npm/\n${url.replace("http:", "")}/npm/:_authToken=npm-token\n`,
  });
  await machine.run(["login", url, "--hub", "--token-stdin"], { input: "hub-token" });
  expect(await machine.run(["publish", "pdf", "--to", "hub"])).toMatchObject({ code: 0, err: "" });
  expect(await machine.run(["publish", "pdf", "--to", "npm", "--package", "@me/pdf"])).toMatchObject({
    code: 0,
  });
  expect(seen).toEqual([
    "GET /api/v1/key Bearer hub-token",
    expect.stringMatching(/^PUT \/api\/v1\/blobs\/sha256:[0-9a-f]{64} Bearer hub-token$/),
    "POST /api/v1/skills/pdf/versions Bearer hub-token",
    "PUT /npm/@me%2fpdf Bearer npm-token",
  ]);
});

test("an OCI registry gets blobs and a manifest under the version", async () => {
  const { url, seen } = await startServer();
  const machine = createTestMachine({ "repo/pdf/SKILL.md": skillFile("pdf", versioned) });
  const target = `oci:${new URL(url).host}/team/pdf`;
  const { code, out } = await machine.run(["publish", "pdf", "--to", target]);
  expect({ code, seen }).toEqual({
    code: 0,
    seen: expect.arrayContaining(["PUT /v2/team/pdf/manifests/1.2.3 undefined"]),
  });
  expect(out).toContain(`Published pdf to ${target}`);
});

test.each([
  [["publish", "pdf"], "pass either --to or --site."],
  [["publish", "pdf", "--to", "npm", "--site", "x"], "pass either --to or --site."],
  [["publish", "pdf", "--to", "ftp"], "--to must be npm, hub or oci:REGISTRY/NAME."],
  [["publish", "pdf", "--to", "hub"], "no hub is known."],
  [["publish", ".", "--to", "npm", "--package", "x"], "one name is for one skill; found 2."],
])("%j is refused", async (words, reason) => {
  const machine = createTestMachine({
    "repo/pdf/SKILL.md": skillFile("pdf", versioned),
    "repo/csv/SKILL.md": skillFile("csv", versioned),
  });
  const { code, err } = await machine.run(words);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(reason) });
});

test("without a version nothing is sent to a registry", async () => {
  const machine = createTestMachine({ "repo/pdf/SKILL.md": skillFile("pdf") });
  const { code, err } = await machine.run(["publish", "pdf", "--to", "npm"]);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining("it has no version; set `metadata.version`"),
  });
});

test("a skill with a secret or without a file it refers to is not published", async () => {
  const machine = createTestMachine({
    "repo/pdf/SKILL.md": skillFile("pdf", versioned, "Read [this](references/none.md).\n"),
  });
  const { code, err } = await machine.run(["publish", "pdf", "--site", "public"]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/SKILL\.md:\d+: .*none\.md/) });
  expect(existsSync(`${machine.folder}/repo/public`)).toBe(false);
});
