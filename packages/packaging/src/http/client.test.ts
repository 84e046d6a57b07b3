import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHttpClient, type HttpClient, type HttpOptions } from "./client.ts";
import { hashOf } from "./download-cache.ts";
import { createTestCertificate } from "./test-certificate.ts";
import { startProxy, startServer } from "./test-servers.ts";

function client(options: HttpOptions = {}): HttpClient {
  const made = createHttpClient({ clock: { now: () => 0, wait: async () => {} }, ...options });
  onTestFinished(() => made.close());
  return made;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "http-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function unavailable(reason: unknown): unknown {
  return expect.objectContaining({ code: "source-unavailable", details: { source: "it", reason } });
}

async function text(
  answer: Promise<{ readonly bytes: Uint8Array } | undefined>,
): Promise<string | undefined> {
  const { bytes } = (await answer) ?? {};
  return bytes && Buffer.from(bytes).toString();
}

describe("answers", () => {
  test("what is there is returned, what is not is undefined", async () => {
    const { url } = await startServer((request, response) =>
      request.url === "/a" ? response.end("hello") : response.writeHead(404).end(),
    );
    const http = client();
    expect(await text(http.get({ url: `${url}/a`, name: "it" }))).toBe("hello");
    expect(await http.get({ url: `${url}/b`, name: "it" })).toBeUndefined();
  });

  test.each([
    [401, "the server wants a login (401); see `skillwright login`"],
    [403, "the server refuses access (403)"],
    [418, "the server answered 418"],
  ])("%i is an error that says so", async (status, reason) => {
    const { url } = await startServer((_, response) => response.writeHead(status).end());
    await expect(client().get({ url, name: "it" })).rejects.toEqual(unavailable(reason));
  });

  test("more bytes than allowed are not read, announced or not", async () => {
    const { url } = await startServer((request, response) => {
      if (request.url === "/announced") response.setHeader("content-length", "1000");
      response.write("x".repeat(600));
      response.end("x".repeat(400));
    });
    for (const path of ["/announced", "/stream"])
      await expect(client().get({ url: url + path, name: "it", maxBytes: 999 })).rejects.toEqual(
        unavailable("it has more than 999 bytes"),
      );
    expect((await client().get({ url, name: "it", maxBytes: 1000 }))?.bytes.length).toBe(1000);
  });

  test("a download that stops is an error after some attempts", async () => {
    const { url, log } = await startServer((_, response) => {
      response.setHeader("content-length", "1000");
      response.write("x".repeat(600), () => response.destroy());
    });
    await expect(client().get({ url, name: "it" })).rejects.toEqual(
      unavailable(`${new URL(url).host} broke the connection`),
    );
    expect(log).toHaveLength(4);
  });

  test("a server that stalls is given up, before the answer and inside it", async () => {
    const { url } = await startServer((request, response) => {
      if (request.url === "/inside") response.write("x");
    });
    for (const path of ["/before", "/inside"])
      await expect(client({ timeouts: { idle: 50 } }).get({ url: url + path, name: "it" })).rejects.toEqual(
        unavailable("no data for 0.05 seconds"),
      );
  });

  test("a server that sends a byte now and then is given up in the end", async () => {
    const { url } = await startServer((_, response) => {
      const timer = setInterval(() => response.write("x"), 10);
      response.on("close", () => clearInterval(timer));
    });
    await expect(client({ timeouts: { request: 100 } }).get({ url, name: "it" })).rejects.toEqual(
      unavailable("no complete answer within 0.1 seconds"),
    );
  });

  test("progress is told, and the signal ends a request with its own reason", async () => {
    const seen: unknown[] = [];
    const controller = new AbortController();
    const { url } = await startServer((_, response) => {
      response.setHeader("content-length", "1000");
      response.write("x".repeat(600));
    });
    const onProgress = (progress: unknown): void => {
      seen.push(progress);
      controller.abort("stop");
    };
    await expect(client({ onProgress, signal: controller.signal }).get({ url, name: "it" })).rejects.toBe(
      "stop",
    );
    expect(seen).toEqual([{ name: "it", received: 600, total: 1000 }]);
  });

  test("a host that does not exist and one that refuses are told apart", async () => {
    await expect(client().get({ url: "http://127.0.0.1:1/", name: "it" })).rejects.toEqual(
      unavailable("127.0.0.1:1 refuses the connection"),
    );
    await expect(client().get({ url: "file:///etc/hostname", name: "it" })).rejects.toEqual(
      unavailable("only https and http are used"),
    );
  });
});

describe("attempts", () => {
  test.each([429, 500, 502, 503, 504])(
    "%i is asked again after the pause the server wants",
    async (status) => {
      const waits: number[] = [];
      let count = 0;
      const { url } = await startServer((_, response) => {
        count++;
        if (count === 1) response.writeHead(status, { "retry-after": "7" }).end();
        else if (count === 2)
          response.writeHead(status, { "retry-after": "Thu, 01 Jan 1970 00:00:09 GMT" }).end();
        else if (count === 3) response.writeHead(status).end();
        else response.end("hello");
      });
      const clock = { now: () => 1000, wait: async (ms: number) => void waits.push(ms) };
      expect(await text(client({ clock }).get({ url, name: "it" }))).toBe("hello");
      expect(waits).toEqual([7000, 8000, 1000]);
    },
  );

  test("a longer pause than allowed is not waited for", async () => {
    const { url, log } = await startServer((_, response) =>
      response.writeHead(429, { "retry-after": "31" }).end(),
    );
    await expect(client().get({ url, name: "it" })).rejects.toEqual(
      unavailable("too many requests (429), retry after 31"),
    );
    expect(log).toHaveLength(1);
  });

  test("what changes something is not sent twice", async () => {
    const { url, log } = await startServer((_, response) => response.writeHead(503).end());
    const body = Buffer.from("x");
    expect((await client().send({ url, name: "it", method: "PUT", body })).status).toBe(503);
    expect(log).toEqual(["PUT /"]);
  });
});

describe("the cache", () => {
  test("an answer with an ETag is confirmed, not sent again", async () => {
    const { url, log } = await startServer((request, response) => {
      if (request.headers["if-none-match"] === '"1"') return response.writeHead(304).end();
      return response.writeHead(200, { etag: '"1"', "content-type": "text/plain" }).end("hello");
    });
    const cacheFolder = folder();
    for (let time = 0; time < 2; time++) {
      const answer = await client({ cacheFolder }).get({ url, name: "it" });
      expect(answer).toEqual({ bytes: Buffer.from("hello"), etag: '"1"', contentType: "text/plain" });
    }
    expect(log).toHaveLength(2);
    expect(await text(client({ cacheFolder, offline: true }).get({ url, name: "it" }))).toBe("hello");
    expect(log).toHaveLength(2);
  });

  test("offline, what is missing is named", async () => {
    const offline = expect.objectContaining({ code: "source-offline", details: { source: "it" } });
    const http = client({ cacheFolder: folder(), offline: true });
    await expect(http.get({ url: "http://127.0.0.1:1/", name: "it" })).rejects.toEqual(offline);
  });

  test("bytes with a digest come from the cache, and damaged ones are asked for again", async () => {
    const { url, log } = await startServer((_, response) => response.end("hello"));
    const cacheFolder = folder();
    const digest = { algorithm: "sha512", hex: hashOf("sha512", Buffer.from("hello")) } as const;
    const load = async (): Promise<string> =>
      Buffer.from(await client({ cacheFolder }).download({ url, name: "it" }, digest)).toString();
    expect([await load(), await load()]).toEqual(["hello", "hello"]);
    expect(log).toHaveLength(1);
    const [file = ""] = readdirSync(cacheFolder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name));
    writeFileSync(file, "hollo");
    expect(await load()).toBe("hello");
    expect(log).toHaveLength(2);
    expect(readFileSync(file, "utf8")).toBe("hello");
  });

  test("a cache that cannot be written is done without", async () => {
    const { url } = await startServer((_, response) => response.end("hello"));
    const cacheFolder = `${folder()}/file`;
    writeFileSync(cacheFolder, "");
    const digest = { algorithm: "sha256", hex: hashOf("sha256", Buffer.from("hello")) } as const;
    const http = client({ cacheFolder });
    expect(Buffer.from(await http.download({ url, name: "it" }, digest)).toString()).toBe("hello");
    expect(await text(http.get({ url, name: "it" }))).toBe("hello");
  });

  test("other bytes than promised are refused and not kept", async () => {
    const { url } = await startServer((_, response) => response.end("hollo"));
    const cacheFolder = folder();
    const hex = hashOf("sha256", Buffer.from("hello"));
    const actual = hashOf("sha256", Buffer.from("hollo"));
    const request = client({ cacheFolder }).download({ url, name: "it" }, { algorithm: "sha256", hex });
    await expect(request).rejects.toEqual(
      expect.objectContaining({
        code: "integrity-mismatch",
        details: { source: "it", what: "sha256", actual, expected: hex },
      }),
    );
    expect(readdirSync(cacheFolder)).toEqual([]);
  });
});

describe("mirrors", () => {
  test("addresses below a prefix are asked for below its mirror, the longest prefix first", async () => {
    const { url, log } = await startServer((_, response) => response.end("hello"));
    const mirrors = [
      { prefix: "https://example.com/", mirror: `${url}/far/` },
      { prefix: "https://example.com/npm", mirror: `${url}/near` },
    ];
    for (const path of ["/npm/a?b=c", "/npm", "/npmx", "/"])
      await client({ mirrors }).get({ url: `https://example.com${path}`, name: "it" });
    expect(log).toEqual(["GET /near/a?b=c", "GET /near", "GET /far/npmx", "GET /far/"]);
  });

  test("a redirect goes through the mirrors too", async () => {
    const { url, log } = await startServer((request, response) =>
      request.url === "/m/a"
        ? response.writeHead(302, { location: "https://b.example/x" }).end()
        : response.end("hello"),
    );
    const mirrors = [
      { prefix: "https://a.example", mirror: `${url}/m` },
      { prefix: "https://b.example", mirror: `${url}/n` },
    ];
    expect(await text(client({ mirrors }).get({ url: "https://a.example/a", name: "it" }))).toBe("hello");
    expect(log).toEqual(["GET /m/a", "GET /n/x"]);
  });
});

describe("proxies and authorities", () => {
  test("https goes through a tunnel, to a server whose authority only the extra certificates name", async () => {
    const certificate = createTestCertificate();
    const server = await startServer((_, response) => response.end("hello"), certificate);
    const proxy = await startProxy("me:pass word");
    const settings = { https: proxy.url.replace("//", "//me:pass%20word@") };
    const http = client({ proxy: settings, extraCas: [certificate.cert] });
    expect(await text(http.get({ url: server.url, name: "it" }))).toBe("hello");
    expect(await text(http.get({ url: server.url, name: "it" }))).toBe("hello");
    expect(proxy.log).toEqual([`CONNECT ${new URL(server.url).host}`]);
    expect(server.log).toHaveLength(2);
    await expect(client({ proxy: settings }).get({ url: server.url, name: "it" })).rejects.toEqual(
      unavailable(expect.stringMatching(/is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/)),
    );
  });

  test("a certificate is trusted only by who names its authority, without a proxy too", async () => {
    const certificate = createTestCertificate();
    const { url } = await startServer((_, response) => response.end("hello"), certificate);
    expect(await text(client({ extraCas: [certificate.cert] }).get({ url, name: "it" }))).toBe("hello");
    await expect(client().get({ url, name: "it" })).rejects.toEqual(
      unavailable(expect.stringMatching(/is not trusted/)),
    );
  });

  test("plain http is sent to the proxy with its whole address", async () => {
    const proxy = await startProxy();
    const http = client({ proxy: { http: proxy.url } });
    expect(await text(http.get({ url: "http://skills.example/a?b", name: "it" }))).toBe("for skills.example");
    expect(proxy.log).toEqual(["GET http://skills.example/a?b"]);
  });

  test("a proxy that refuses, is down or is nonsense is never passed by", async () => {
    const certificate = createTestCertificate();
    const { url, log } = await startServer((_, response) => response.end("hello"), certificate);
    const proxy = await startProxy("me:secret");
    const { host } = new URL(proxy.url);
    const extraCas = [certificate.cert];
    const ask = async (https: string): Promise<unknown> =>
      client({ proxy: { https }, extraCas }).get({ url, name: "it" });
    await expect(ask(proxy.url)).rejects.toEqual(unavailable(`the proxy ${host} answered 407`));
    await expect(ask("127.0.0.1:1")).rejects.toEqual(
      unavailable(expect.stringMatching(/^the proxy 127.0.0.1:1 failed/)),
    );
    await expect(ask("socks5://127.0.0.1:1")).rejects.toEqual(
      expect.objectContaining({ code: "option-invalid" }),
    );
    expect(log).toEqual([]);
  });

  test.each([
    ["127.0.0.1", true],
    ["*", true],
    ["10.0.0.0/8, 127.0.0.0/8", true],
    ["example.com,.0.0.1", false],
    ["127.0.0.1:1", false],
    ["", false],
  ])("NO_PROXY=%s", async (none, isDirect) => {
    const { url } = await startServer((_, response) => response.end("direct"));
    const proxy = await startProxy();
    const answer = await text(client({ proxy: { http: proxy.url, none } }).get({ url, name: "it" }));
    expect(answer === "direct").toBe(isDirect);
  });

  test.each([
    ["example", true],
    [".skills.example", true],
    ["*.skills.example", true],
    ["skills.example:80", true],
    ["a.skills.example", true],
    ["kills.example", false],
    ["skills.example:81", false],
  ])("NO_PROXY=%s and a name", async (none, isDirect) => {
    const proxy = await startProxy();
    const mirrors: [] = [];
    const request = client({ proxy: { http: proxy.url, none }, mirrors }).get({
      url: "http://a.skills.example/",
      name: "it",
    });
    if (isDirect) await expect(request).rejects.toThrow();
    else expect(await text(request)).toBe("for a.skills.example");
    expect(proxy.log).toHaveLength(isDirect ? 0 : 1);
  });
});

describe("an answer without an end", () => {
  type Options = { readonly signal?: AbortSignal; readonly idleMs?: number };
  const follow = (http: HttpClient, url: string, options: Options = {}) => {
    const { signal = new AbortController().signal, idleMs = 5000 } = options;
    return http.follow({ url, name: "it", accept: "text/event-stream", idleMs, signal });
  };

  test("arrives in pieces, with the secret of its address, and ends with the server", async () => {
    const { url } = await startServer((request, response) => {
      response.write(`${request.headers.authorization} ${request.headers.accept}`);
      setTimeout(() => response.end("end"), 20);
    });
    const http = client({ credentials: [{ prefix: url, authorization: "Bearer a" }] });
    const { status, chunks } = await follow(http, url);
    const pieces: string[] = [];
    for await (const chunk of chunks) pieces.push(Buffer.from(chunk).toString());
    expect([status, ...pieces]).toEqual([200, "Bearer a text/event-stream", "end"]);
  });

  test("is given up when the server is silent, or when its reader has enough", async () => {
    const { url } = await startServer((_, response) => void response.write("x"));
    const read = async (options: Options): Promise<void> => {
      for await (const _ of (await follow(client(), url, options)).chunks);
    };
    await expect(read({ idleMs: 50 })).rejects.toThrow("no data for 0.05 seconds");
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    await expect(read({ signal: controller.signal })).rejects.toThrow(/abort/i);
  });

  test("is not asked for when offline, and a server that is not there says so", async () => {
    await expect(follow(client({ offline: true }), "http://127.0.0.1:1/")).rejects.toMatchObject({
      code: "source-offline",
    });
    await expect(follow(client(), "http://127.0.0.1:1/")).rejects.toEqual(
      unavailable("127.0.0.1:1 refuses the connection"),
    );
  });
});
