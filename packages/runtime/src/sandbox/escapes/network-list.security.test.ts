import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished } from "vitest";
import type { ConnectionDecision } from "../sandbox.ts";
import { describeEscapes } from "./test-escapes.ts";

describeEscapes("a list of hosts", (attack) => {
  attack(
    "a listed host can be reached, and an unlisted one cannot",
    async ({ run }) => {
      const [listed, other] = [await openSite(), await openSite()];
      const decisions: ConnectionDecision[] = [];
      const { stdout } = await run(
        'curl -s -m 10 "http://$LISTED/wanted"; curl -s -m 10 -o /dev/null -w "%{http_code}\\n" "http://$OTHER/leak"',
        {
          environment: { LISTED: listed.host, OTHER: other.host },
          network: { hosts: [listed.host] },
          onConnection: (decision) => void decisions.push(decision),
        },
      );
      expect(stdout).toBe("hello\n403\n");
      expect({ listed: listed.visits, other: other.visits }).toEqual({ listed: ["/wanted"], other: [] });
      expect(decisions.map(({ host, port, allowed }) => ({ host: `${host}:${port}`, allowed }))).toEqual([
        { host: listed.host, allowed: true },
        { host: other.host, allowed: false },
      ]);
    },
    "listed-loopback-reached",
  );

  attack("past the proxy there is nothing, for a listed host neither", async ({ run }) => {
    const [listed, other] = [await openSite(), await openSite()];
    const { stdout } = await run(
      `for h in $LISTED $OTHER; do
         curl -s -m 5 --noproxy '*' "http://$h/leak"
         { printf 'GET /leak HTTP/1.0\\r\\n\\r\\n' >"/dev/tcp/\${h%:*}/\${h#*:}"; } 2>/dev/null
         env -u http_proxy -u HTTP_PROXY -u ALL_PROXY -u all_proxy curl -s -m 5 "http://$h/leak"
       done; echo tried`,
      { environment: { LISTED: listed.host, OTHER: other.host }, network: { hosts: [listed.host] } },
    );
    expect(stdout).toBe("tried\n");
    expect([...listed.visits, ...other.visits]).toEqual([]);
  });

  attack("other names and numbers for a host that is not listed", async ({ run }) => {
    const [listed, other] = [await openSite(), await openSite()];
    const port = other.host.split(":")[1] ?? "";
    const names = [
      "localhost",
      "127.1",
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "0.0.0.0",
    ];
    const { stdout } = await run(
      `for n in $NAMES; do curl -s -g -m 5 "http://$n:$PORT/leak"; curl -s -g -m 5 -p "http://$n:$PORT/leak"; done
       curl -s -m 5 -H "Host: $LISTED" "http://127.0.0.1:$PORT/leak"; curl -s -m 5 -x "http://127.0.0.1:$PORT" http://example.org/
       echo tried`,
      {
        environment: { NAMES: names.join(" "), PORT: port, LISTED: listed.host },
        network: { hosts: [listed.host] },
      },
    );
    expect(stdout).toContain("tried\n");
    expect(other.visits).toEqual([]);
  });

  attack("file descriptors of the way out are not the program's", async ({ run }) => {
    const { stdout } = await run(
      `perl -e 'for (3..1023) { open(my $f, "<&", $_) and readlink("/proc/self/fd/$_") ne "/dev/null" and print "$_\\n" } print "tried\\n"'`,
      { network: { hosts: ["example.org"] } },
    );
    expect(stdout).toBe("tried\n");
  });

  attack(
    "unix sockets stay closed",
    async ({ run }) => {
      const { stdout } = await run(`perl -e 'print socket(S, 1, 1, 0) ? "open\\n" : "closed\\n"'`, {
        network: { hosts: ["example.org"] },
      });
      expect(stdout).toBe("closed\n");
    },
    "unix-sockets-off",
  );
});

type Site = { readonly host: string; readonly visits: string[] };

/** A web server of the host that records its requests. */
async function openSite(): Promise<Site> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? "");
    response.end("hello\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return { host: `127.0.0.1:${address.port}`, visits };
}
