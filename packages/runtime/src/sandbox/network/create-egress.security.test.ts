import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import {
  bubblewrap,
  listen,
  listenOn,
  nodeCommand,
  runConfined,
  startConfined,
  until,
} from "./test-egress.ts";

describe.skipIf(!bubblewrap)("S3-41: from inside bubblewrap", () => {
  test("T18: an unlisted server is refused, and receives nothing", async () => {
    let seen = 0;
    const port = await listenOn(createServer(() => (seen += 1)));
    const url = `http://127.0.0.1:${port}/`;
    const script = `curl -sSi ${url}; curl -sSp ${url}; echo $?`;
    const ended = await runConfined(["sh", "-c", script], { hosts: [`127.0.0.1:${port + 1}`, "localhost"] });
    expect(ended.stdout).toMatch(/^HTTP\/1.1 403 Forbidden\r\n/);
    expect(ended.stdout).toContain("X-Skillwright-Denied: port-not-listed\r\n");
    expect(ended.stdout).toMatch(/but not with this port.\n56\n$/);
    const refused = { host: "127.0.0.1", port, allowed: false, reason: "port-not-listed" };
    expect([ended.decisions, seen]).toEqual([[refused, refused], 0]);
  });

  test("T18: nothing is reachable except through the proxy: not this machine by any of its addresses, not by datagram", async () => {
    let seen = 0;
    const server = createServer((socket) => {
      seen += 1;
      socket.destroy();
    });
    const port = await listenOn(server);
    const own = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).map(({ address }) => address),
    );
    const code = `(async () => {
      const net = require("node:net");
      const attempt = (host) => new Promise((resolve) => {
        const socket = net.connect({ host, port: ${port}, timeout: 3000 });
        socket.on("connect", () => resolve("reached")).on("error", () => resolve("refused")).on("timeout", () => resolve("silent"));
      });
      const found = new Set(await Promise.all(${JSON.stringify([...own, "0.0.0.0", "169.254.169.254", "1.1.1.1"])}.map(attempt)));
      found.delete("silent");
      const datagram = await new Promise((resolve) => {
        require("node:dgram").createSocket("udp4").send("x", 53, "1.1.1.1", (error) => resolve(error ? "refused" : "sent"));
      });
      console.log([...found].join(), datagram, Object.keys(require("node:os").networkInterfaces()).join());
      process.exit();
    })()`;
    const ended = await runConfined(nodeCommand(code), { hosts: [`127.0.0.1:${port}`] });
    expect(ended).toMatchObject({ code: 0, stdout: "refused refused lo\n", decisions: [] });
    expect(seen).toBe(0);
  });

  test("a program that exits right after its request breaks only its own connection", async () => {
    const port = await listenOn(createServer((socket) => void socket.on("error", () => {}).end("hello")));
    const code = `
      const net = require("node:net");
      const ask = "CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\nGET / HTTP/1.1\\r\\n\\r\\n";
      let left = 60;
      for (let one = 0; one < 60; one++) {
        const socket = net.connect(3128, "127.0.0.1", () => { socket.end(ask); if (one % 2) socket.destroy(); });
        socket.on("error", () => {}).on("close", () => { if (--left === 0) console.log("all closed"); }).resume();
      }`;
    const ended = await runConfined(nodeCommand(code), { hosts: [`127.0.0.1:${port}`] });
    expect(ended).toMatchObject({ code: 0, stdout: "all closed\n" });
  });

  test("the bridge exits with its program, whatever is still in progress", async () => {
    const code = `
      const net = require("node:net");
      let left = 5;
      for (let one = 0; one < 5; one++) {
        const socket = net.connect(3128, "127.0.0.1", () => socket.write("GET http://127.0.0.1/" + "a".repeat(100000) + " HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n"));
        socket.on("error", () => {}).on("close", () => { if (--left === 0) console.log("done"); }).on("data", () => socket.destroy());
      }
      setTimeout(() => process.exit(0), 100);`;
    for (let attempt = 0; attempt < 4; attempt++)
      expect(await runConfined(nodeCommand(code), { hosts: ["example.org"] })).toMatchObject({ code: 0 });
  });

  test("T17: the program inherits neither the pipe nor any other file of the bridge", async () => {
    const count =
      'pipe=$(readlink /proc/$PPID/fd/3); echo "$pipe"; readlink /proc/$$/fd/* | grep -cF "$pipe"';
    expect((await runConfined(["sh", "-c", count])).stdout).toMatch(/^socket:\[\d+\]\n0\n$/);
    const script =
      'for fd in /proc/$PPID/fd/*; do (echo x > "$fd") 2>/dev/null; done; cat /proc/$PPID/fd/3 2>&1 | head -c 100';
    const meddled = await runConfined(["sh", "-c", script]);
    expect(meddled.stdout).toMatch(/No such device or address|Permission denied/);
    expect(meddled.decisions).toEqual([]);
  });

  test("T18: a redirect to an unlisted host is checked like any other request", async () => {
    let seen = 0;
    const inner = await listen((_request, response) => {
      seen += 1;
      response.end("secret");
    });
    const location = `http://127.0.0.1:${inner.port}/`;
    const { port } = await listen((_request, response) =>
      response.writeHead(302, { Location: location }).end(),
    );
    const ended = await runConfined(["curl", "-sSL", `http://127.0.0.1:${port}/`], {
      hosts: [`127.0.0.1:${port}`],
    });
    expect(ended.stdout).toMatch(/^Skillwright: 127.0.0.1:\d+ is in the list/);
    expect(ended.decisions.map(({ reason }) => reason)).toEqual(["listed", "port-not-listed"]);
    expect(seen).toBe(0);
  });

  test("T18: setting its own variables does not get a program past the proxy", async () => {
    const { port } = await listen((_request, response) => response.end("secret"));
    const script = `env -i PATH="$PATH" curl -sS -m 5 http://127.0.0.1:${port}/; echo $?; NO_PROXY='*' no_proxy='*' curl -sS -m 5 http://127.0.0.1:${port}/; echo $?`;
    const ended = await runConfined(["sh", "-c", script], { hosts: [`127.0.0.1:${port}`] });
    expect(ended).toMatchObject({ code: 0, stdout: "7\n7\n", decisions: [] });
  });

  test("T18: a name that starts to resolve to this machine is refused, whatever it resolved to before", async () => {
    let seen = 0;
    const port = await listenOn(createServer(() => (seen += 1)));
    const ended = await runConfined(["curl", "-sS", `http://rebind.example.org:${port}/`], {
      hosts: [`rebind.example.org:${port}`],
      lookup: async () => ["127.0.0.1"],
    });
    expect(ended.stdout).toMatch(/resolves to an address of this machine/);
    expect([ended.decisions[0]?.reason, seen]).toEqual(["private-address", 0]);
  });

  test("T18: a program that writes to the pipe itself loses it, and only its own", async () => {
    const { port } = await listen((_request, response) => response.end("fine"));
    const hosts = [`127.0.0.1:${port}`];
    const honest = startConfined(["sh", "-c", `while ! curl -sS http://127.0.0.1:${port}/; do :; done`], {
      hosts,
    });
    const hostile = startConfined(["sleep", "30"], { hosts });
    // As if it had taken the pipe from the bridge: what comes from it is noise.
    hostile.channel.emit("data", Buffer.from("GET http://127.0.0.1/ HTTP/1.1\r\n\r\n"));
    await until(() => hostile.channel.destroyed);
    expect(await honest.ended).toMatchObject({ code: 0, stdout: "fine" });
    expect(hostile.decisions).toEqual([]);
  });

  test("T18: a flood of connections neither opens more than the limit nor grows without bound", async () => {
    let open = 0;
    let most = 0;
    const server = createServer((socket) => {
      open += 1;
      most = Math.max(most, open);
      socket.on("error", () => {}).on("close", () => (open -= 1));
    });
    const port = await listenOn(server);
    const code = `
      const net = require("node:net");
      let left = 600, over = 0;
      for (let count = 0; count < 600; count += 1) {
        const socket = net.connect(3128, "127.0.0.1", () => socket.write("CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n"));
        socket.on("error", () => {}).on("close", () => over += 1).once("data", () => left -= 1).resume();
      }
      const timer = setInterval(() => { if (over + 600 - left >= 600) { console.log(600 - left, "through"); process.exit(); } }, 20);
    `;
    const ended = await runConfined(nodeCommand(code), { hosts: [`127.0.0.1:${port}`] });
    expect(ended).toMatchObject({ code: 0, stdout: "128 through\n" });
    expect(most).toBeLessThanOrEqual(128);
    expect(ended.decisions).toHaveLength(128);
    await until(() => open === 0);
  });
});
