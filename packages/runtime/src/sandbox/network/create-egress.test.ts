import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { createEgress } from "./create-egress.ts";
import {
  bubblewrap,
  listen,
  listenOn,
  nodeCommand,
  runConfined,
  startConfined,
  until,
} from "./test-egress.ts";

test("it requires Node and the proxy variables, in both spellings", () => {
  const egress = createEgress({ hosts: [], onDecision: () => {} });
  const node = realpathSync(process.execPath);
  const proxy = "http://127.0.0.1:3128";
  expect(egress.readable).toEqual([node]);
  expect(egress.environment).toEqual({
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    ALL_PROXY: proxy,
    all_proxy: proxy,
    NO_PROXY: "localhost,127.0.0.1,::1",
    no_proxy: "localhost,127.0.0.1,::1",
  });
  const [program, kind, flag, , dashes, , ...command] = egress.wrap(["sh", "-c", "true"], 3);
  expect([program, kind, flag, dashes, ...command]).toEqual([
    ...[node, "--input-type=commonjs", "-e", "--"],
    ...["sh", "-c", "true"],
  ]);
});

test.each(["localhost", "127.0.0.1:8080", "[::1]:8080"])(
  "a program's own loopback is reached directly, unless the host's is listed: %s",
  (host) => {
    const { environment } = createEgress({ hosts: ["example.org", host], onDecision: () => {} });
    expect(environment).toMatchObject({ NO_PROXY: "", no_proxy: "" });
  },
);

test("an invalid host is an error before anything runs", () => {
  const create = (): unknown => createEgress({ hosts: ["*"], onDecision: () => {} });
  expect(create).toThrow(expect.objectContaining({ code: "option-invalid" }));
});

const allowed = (port: number) => ({ host: "127.0.0.1", port, allowed: true, reason: "listed" });
const fetches = (url: string): readonly [string, ...string[]] =>
  nodeCommand(`fetch(${JSON.stringify(url)}).then((answer) => answer.text()).then(console.log)`);
const python = (code: string): readonly [string, ...string[]] => ["python3", "-c", code];

describe.skipIf(!bubblewrap)("S3-41: inside bubblewrap, with no other network access", () => {
  test.each([
    ["curl", (url: string) => ["curl", "-sS", url] as const],
    ["curl through a tunnel", (url: string) => ["curl", "-sSp", url] as const],
    ["Node's fetch", fetches],
    [
      "Python's urllib",
      (url: string) => python(`import urllib.request as r; print(r.urlopen("${url}").read().decode())`),
    ],
  ])("%s reaches a listed host", async (_what, command) => {
    const { port } = await listen((request, response) => response.end(`hello ${request.url}`));
    const environment = { PATH: process.env.PATH ?? "" };
    const ended = await runConfined(command(`http://127.0.0.1:${port}/a?b`), {
      hosts: [`127.0.0.1:${port}`],
      environment,
    });
    expect({ ...ended, stdout: ended.stdout.trim() }).toEqual({
      code: 0,
      signal: null,
      stdout: "hello /a?b",
      stderr: "",
      decisions: [allowed(port)],
    });
  });

  test("50 MB come down and go up unharmed", async () => {
    const size = 50_000_000;
    const content = Buffer.alloc(
      size,
      Array.from({ length: 65_521 }, (_, at) => String.fromCharCode(at % 251)).join(""),
      "latin1",
    );
    const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
    const uploaded: Buffer[] = [];
    const { port } = await listen((request, response) => {
      if (request.method === "GET") return void response.end(content);
      request.on("data", (chunk: Buffer) => uploaded.push(chunk)).on("end", () => response.end("thanks"));
    });
    const code = `(async () => {
      const url = "http://127.0.0.1:${port}/";
      const body = await (await fetch(url)).bytes();
      console.log(require("node:crypto").createHash("sha256").update(body).digest("hex"));
      console.log(await (await fetch(url, { method: "POST", body })).text());
    })()`;
    const ended = await runConfined(nodeCommand(code), { hosts: [`127.0.0.1:${port}`] });
    expect(ended).toMatchObject({ code: 0, stdout: `${digest(content)}\nthanks\n`, stderr: "" });
    expect(digest(Buffer.concat(uploaded))).toBe(digest(content));
  });

  test("a hundred connections at once do not mix", async () => {
    const { port } = await listen((request, response) => response.end((request.url ?? "").repeat(5000)));
    const code = `(async () => {
      const ask = async (at) => (await (await fetch("http://127.0.0.1:${port}/" + at + ".")).text()) === ("/" + at + ".").repeat(5000);
      const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => ask(at)));
      console.log(answers.length, answers.every(Boolean));
    })()`;
    const ended = await runConfined(nodeCommand(code), { hosts: [`127.0.0.1:${port}`] });
    expect(ended).toMatchObject({ code: 0, stdout: "100 true\n", stderr: "" });
    expect(ended.decisions).toEqual(Array(100).fill(allowed(port)));
  });

  test("a program that stops reading stops the server, and its other connections continue", async () => {
    let sent = 0;
    const { port } = await listen((request, response) => {
      if (request.url === "/other") return void response.end("other");
      const pour = (): void => {
        while (sent < 500_000_000) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return void response.once("drain", pour);
        }
      };
      pour();
    });
    const code = `(async () => {
      const url = "http://127.0.0.1:${port}/";
      const endless = (await fetch(url + "endless")).body.getReader();
      await endless.read();
      for (let count = 0; count < 20; count += 1) console.log(await (await fetch(url + "other")).text());
      process.exit();
    })()`;
    const ended = await runConfined(nodeCommand(code), { hosts: [`127.0.0.1:${port}`] });
    expect(ended).toMatchObject({ code: 0, stdout: "other\n".repeat(20) });
    // The content of the buffers of two systems and two programs; without limits it would be everything.
    expect(sent).toBeLessThan(50_000_000);
  });

  test("a server that stops reading stops the program, and its other connections continue", async () => {
    const { port } = await listen((request, response) => {
      if (request.method === "GET") response.end("other");
    });
    const code = `(async () => {
      const url = "http://127.0.0.1:${port}/";
      let sent = 0;
      const socket = require("node:net").connect(3128, "127.0.0.1");
      socket.write("PUT " + url + " HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 500000000\\r\\n\\r\\n");
      const pour = () => { if ((sent += 65536) < 500000000) socket.write(Buffer.alloc(65536), pour); };
      pour();
      for (let count = 0; count < 20; count += 1) await (await fetch(url)).text();
      console.log(sent < 50000000);
      process.exit();
    })()`;
    const ended = await runConfined(nodeCommand(code), { hosts: [`127.0.0.1:${port}`] });
    expect(ended).toMatchObject({ code: 0, stdout: "true\n", stderr: "" });
  });

  test("a server that breaks off is seen to break off", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () =>
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", () => socket.destroy()),
      );
    });
    const port = await listenOn(server);
    const ended = await runConfined(["curl", "-sS", `http://127.0.0.1:${port}/`], {
      hosts: [`127.0.0.1:${port}`],
    });
    expect(ended).toMatchObject({ stdout: "half", decisions: [allowed(port)] });
    expect(ended.code).not.toBe(0);
  });

  test("a server that never answers times out", async () => {
    const { port } = await listen(() => {});
    const started = startConfined(["curl", "-sS", `http://127.0.0.1:${port}/`], {
      hosts: [`127.0.0.1:${port}`],
      idleMs: 300,
    });
    const ended = await started.ended;
    expect(ended).toMatchObject({ stdout: "", decisions: [allowed(port)] });
    expect([52, 56]).toContain(ended.code);
  });

  test("a program that aborts or exits closes its connection to the server", async () => {
    const closed: string[] = [];
    const { port } = await listen((request) =>
      request.socket.once("close", () => closed.push(request.url ?? "")),
    );
    const url = `http://127.0.0.1:${port}`;
    const gaveUp = await runConfined(["curl", "-sS", "-m", "1", `${url}/gave-up`], {
      hosts: [`127.0.0.1:${port}`],
    });
    expect(gaveUp.code).toBe(28);
    await until(() => closed.length === 1);
    const killed = startConfined(["curl", "-sS", `${url}/killed`], { hosts: [`127.0.0.1:${port}`] });
    await until(() => killed.decisions.length === 1);
    killed.kill("SIGKILL");
    await until(() => closed.length === 2);
    expect(closed).toEqual(["/gave-up", "/killed"]);
  });

  test("a program that resets a connection and keeps running resets it at the server too", async () => {
    const closed: string[] = [];
    const { port } = await listen((request, response) => {
      request.socket.once("close", () => closed.push(request.url ?? ""));
      response.write("begun");
    });
    const code = `
      const socket = require("node:net").connect(3128, "127.0.0.1");
      socket.write("GET http://127.0.0.1:${port}/reset HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n");
      socket.once("data", () => socket.resetAndDestroy());
      setInterval(() => {}, 1000);
    `;
    const started = startConfined(nodeCommand(code), { hosts: [`127.0.0.1:${port}`] });
    await until(() => closed.length === 1);
    expect(closed).toEqual(["/reset"]);
    started.kill("SIGKILL");
    expect(await started.ended).toMatchObject({ signal: "SIGKILL", decisions: [allowed(port)] });
  });

  test("each end of a tunnel closes separately", async () => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      let question = "";
      socket.on("data", (chunk) => {
        question += chunk;
      });
      socket.on("end", () => socket.end(`answer to ${question}`));
    });
    const port = await listenOn(server);
    const code = `
      const socket = require("node:net").connect({ port: 3128, host: "127.0.0.1", allowHalfOpen: true });
      socket.write("CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n");
      socket.once("data", () => {
        socket.on("data", (chunk) => process.stdout.write(chunk));
        socket.end("the question");
      });
    `;
    const ended = await runConfined(nodeCommand(code), { hosts: [`127.0.0.1:${port}`] });
    expect(ended).toMatchObject({ code: 0, stdout: "answer to the question", stderr: "" });
  });

  test("when our end of the pipe closes, the program keeps running without a network", async () => {
    const { port } = await listen((_request, response) => response.write("begun"));
    const url = `http://127.0.0.1:${port}/`;
    const started = startConfined(["sh", "-c", `curl -sSN ${url}; echo " $?"; curl -sS ${url}; echo $?`], {
      hosts: [`127.0.0.1:${port}`],
    });
    await started.printed("begun");
    started.channel.destroy();
    const ended = await started.ended;
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^begun (?:18|56)\n(?:52|56)\n$/);
  });
});

describe.skipIf(!bubblewrap)("a program behind the bridge", () => {
  test.each([
    ["ends well", ["true"], 0],
    ["ends with a code", ["sh", "-c", "exit 42"], 42],
    ["is killed", ["sh", "-c", "kill -KILL $$"], 137],
    ["ends itself by a signal", ["sh", "-c", "kill -TERM $$"], 143],
    ["does not exist", ["no-such-program"], 127],
    ["cannot be run", ["/etc/passwd"], 126],
  ] as const)("that %s", async (_what, command, code) => {
    expect(await runConfined(command)).toMatchObject({ code, signal: null, stdout: "" });
  });

  test("has its own arguments, output and environment, with the proxy announced to Node", async () => {
    const show =
      "console.log(JSON.stringify([process.argv.slice(1), process.env.OWN, process.env.NODE_USE_ENV_PROXY]))";
    const command = [process.execPath, "-e", show, "--", "-e", "--help", "a b", ""] as const;
    const ended = await runConfined(command, { environment: { OWN: "1" } });
    expect(ended).toMatchObject({ code: 0, stdout: '[["-e","--help","a b",""],"1","1"]\n', stderr: "" });
  });

  test.each(["HUP", "INT", "QUIT", "TERM", "USR1", "USR2"])(
    "receives SIG%s that was sent to the bridge",
    async (signal) => {
      const script = `trap 'echo caught; exit 7' ${signal}; kill -${signal} $PPID; while :; do sleep 0.05; done`;
      expect(await runConfined(["sh", "-c", script])).toMatchObject({ code: 7, stdout: "caught\n" });
    },
  );

  test("can have Node options under which the bridge would be read as a module", async () => {
    const environment = { NODE_OPTIONS: "--input-type=module" };
    const ended = await runConfined(nodeCommand("console.log(import.meta.dirname)"), { environment });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
  });

  test("finds the proxy there from its first moment", async () => {
    const code = `require("node:net").connect(3128, "127.0.0.1", () => { console.log("there"); process.exit(); })`;
    expect(await runConfined(nodeCommand(code))).toMatchObject({ code: 0, stdout: "there\n" });
  });
});
