import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createHttpClient, type HttpClient, type HttpOptions } from "./client.ts";
import { hasSecret, redactUrl } from "./safe-url.ts";
import { createTestCertificate } from "./test-certificate.ts";
import { startServer } from "./test-servers.ts";

const secret = "Bearer 0123456789abcdef";

function client(options: HttpOptions): HttpClient {
  const made = createHttpClient({ clock: { now: () => 0, wait: async () => {} }, ...options });
  onTestFinished(() => made.close());
  return made;
}

test("a secret goes to addresses below its prefix and nowhere else", async () => {
  const seen: unknown[] = [];
  const { url } = await startServer((request, response) => {
    seen.push([request.url, request.headers.authorization]);
    response.end();
  });
  const http = client({
    credentials: [
      { prefix: `${url}/private`, authorization: secret },
      { prefix: `${url}/private/deeper/`, authorization: "Bearer deeper" },
    ],
  });
  for (const path of ["/", "/privateer", "/private", "/private/a", "/private/deeper/a", "/private/../x"])
    await http.get({ url: url + path, name: "it" });
  expect(seen).toEqual([
    ["/", undefined],
    ["/privateer", undefined],
    ["/private", secret],
    ["/private/a", secret],
    ["/private/deeper/a", "Bearer deeper"],
    ["/x", undefined],
  ]);
});

test("a redirect to another origin gets no secret, not even its own", async () => {
  const seen: unknown[] = [];
  const other = await startServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end("hello");
  });
  const first = await startServer((request, response) => {
    seen.push(request.headers.authorization);
    const location = request.url === "/" ? "/again" : `${other.url}/x`;
    response.writeHead(302, { location }).end();
  });
  const credentials = [first, other].map(({ url }) => ({ prefix: url, authorization: secret }));
  await client({ credentials }).get({ url: first.url, name: "it" });
  await client({}).get({ url: first.url, name: "it", authorization: secret });
  expect(seen).toEqual([secret, secret, undefined, secret, secret, undefined]);
});

test("a mirror gets only the secrets that are stored for it, and no token in a path", async () => {
  const seen: unknown[] = [];
  const mirror = await startServer((request, response) => {
    seen.push([request.url, request.headers.authorization]);
    response.end("hello");
  });
  const mirrors = [{ prefix: "https://a.example/", mirror: mirror.url }];
  const credentials = [{ prefix: "https://a.example/", authorization: secret }];
  const ask = (options: HttpOptions, path = "/x"): Promise<unknown> =>
    client({ mirrors, ...options }).get({
      url: `https://a.example${path}`,
      name: "it",
      authorization: secret,
    });
  await ask({ credentials });
  await ask({ credentials: [...credentials, { prefix: mirror.url, authorization: "Bearer mirror" }] });
  await expect(ask({}, "/t/0123456789/x")).rejects.toThrow(/must not get/);
  expect(seen).toEqual([
    ["/x", undefined],
    ["/x", "Bearer mirror"],
  ]);
});

test("a redirect from https to anything else is refused", async () => {
  const certificate = createTestCertificate();
  const plain = await startServer((_, response) => response.end("hello"));
  for (const location of [plain.url, "file:///etc/hostname", "data:,x"]) {
    const { url } = await startServer(
      (_, response) => response.writeHead(302, { location }).end(),
      certificate,
    );
    await expect(client({ extraCas: [certificate.cert] }).get({ url, name: "it" })).rejects.toEqual(
      expect.objectContaining({
        details: { source: "it", reason: expect.stringMatching(/^the server redirects from https to/) },
      }),
    );
  }
  expect(plain.log).toEqual([]);
});

test("a circle of redirects ends", async () => {
  const { url, log } = await startServer((_, response) => response.writeHead(302, { location: "/" }).end());
  await expect(client({}).get({ url, name: "it" })).rejects.toEqual(
    expect.objectContaining({ details: { source: "it", reason: "the server redirects more than 5 times" } }),
  );
  expect(log).toHaveLength(6);
});

test("no error names a secret", async () => {
  const { url } = await startServer((_, response) => response.writeHead(401).end());
  const credentials = [{ prefix: url, authorization: secret }];
  const error = await client({ credentials })
    .get({
      url: `${url}/t/0123456789abcdef/x?token=0123456789abcdef`,
      name: redactUrl(`${url}/t/0123456789abcdef/`),
    })
    .catch((thrown: Error) => thrown);
  expect(`${JSON.stringify(error)} ${String(error)}`).not.toContain("0123456789abcdef");
});

test("the cache is readable by its owner only, and contains neither addresses nor secrets", async () => {
  const { url } = await startServer((_, response) => response.writeHead(200, { etag: '"1"' }).end("hello"));
  const folder = mkdtempSync(join(tmpdir(), "http-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const cacheFolder = join(folder, "cache");
  await client({ cacheFolder, credentials: [{ prefix: url, authorization: secret }] }).get({
    url: `${url}/t/fedcba9876543210/x`,
    name: "it",
  });
  const files = readdirSync(cacheFolder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  expect(files).toHaveLength(2);
  const text = files
    .map((one) => join(one.parentPath, one.name))
    .map((path) => path + readFileSync(path, "utf8"))
    .join();
  expect(text).not.toMatch(/0123456789abcdef|fedcba9876543210|127\.0\.0\.1/);
  if (process.platform !== "win32") expect(statSync(cacheFolder).mode & 0o77).toBe(0);
});

test("one user's answer is not another's", async () => {
  const { url } = await startServer((request, response) => response.end(request.headers.authorization));
  const folder = mkdtempSync(join(tmpdir(), "http-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ask = async (authorization: string, offline: boolean): Promise<string> => {
    const answer = await client({ cacheFolder: folder, offline }).get({ url, name: "it", authorization });
    return Buffer.from(answer?.bytes ?? []).toString();
  };
  await ask("Bearer a", false);
  expect(await ask("Bearer a", true)).toBe("Bearer a");
  await expect(ask("Bearer b", true)).rejects.toEqual(expect.objectContaining({ code: "source-offline" }));
});

test.each([
  ["https://hub.example/t/abc123/", "https://hub.example/t/***/", true],
  ["https://hub.example/base/t/abc123", "https://hub.example/base/t/***", true],
  ["https://user:pass@hub.example/a?b#c", "https://hub.example/a", true],
  ["https://hub.example/t/***/a", "https://hub.example/t/***/a", false],
  ["https://hub.example/tt/abc123/", "https://hub.example/tt/abc123/", false],
  ["https://hub.example/", "https://hub.example/", false],
])("%s is shown as %s", (address, shown, secretive) => {
  expect(redactUrl(address)).toBe(shown);
  expect(hasSecret(address)).toBe(secretive);
});
