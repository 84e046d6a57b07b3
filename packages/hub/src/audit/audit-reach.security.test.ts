import { expect, test } from "vitest";
import type { Route } from "../http/route.ts";
import { routes } from "../routes.ts";
import { startTestHub, type TestHub } from "../test-hub.ts";
import { codeOf, createLog, logOf, receiptOf, upload } from "./test-log.ts";

const reading = routes.filter(({ method, path }) => method === "GET" && !path.includes("events"));

async function tokenOf(hub: TestHub, tenant: string, role: string): Promise<string> {
  const body = { name: `${role} of ${tenant}`, role };
  const answer = await hub.send("POST", `/api/v1/tokens?tenant=${tenant}`, { token: hub.token, body });
  return ((await answer.json()) as { token: string }).token;
}

async function startTwo(): Promise<TestHub> {
  const hub = await startTestHub({ rateLimit: { perMinute: 100_000, anonymousPerMinute: 100_000 } });
  for (const id of ["red", "blue"])
    await hub.send("POST", "/api/v1/tenants", { token: hub.token, body: { id, name: id } });
  return hub;
}

/** A log whose every text is the word. */
function logAbout(word: string): readonly string[] {
  const log = createLog();
  const common = { time: new Date().toISOString(), session: `session-${word}`, user: `user-${word}` };
  const skill = { name: "pdf", digest: `sha256:${"a".repeat(64)}` };
  log.add({ ...common, event: "skill-feedback", skill, helped: true, comment: `comment-${word}` });
  log.add({
    ...{ ...common, event: "tool-call-finished", call: "1", tool: `tool-${word}`, skills: [skill], ok: true },
    ...{ durationMs: 1, output: `output-${word}` },
  });
  return log.lines;
}

function addressOf({ path, sample }: Route, params: Readonly<Record<string, string>>): string {
  const known: Readonly<Record<string, string>> = { ...sample?.params, ...params };
  return path.replace(/\{(\w+)\*?\}/g, (_, name: string) => encodeURIComponent(known[name] ?? "x"));
}

test("no parameter of any reading route leads an administrator of one tenant to another tenant's log", async () => {
  const hub = await startTwo();
  const red = await tokenOf(hub, "red", "admin");
  const lines = logAbout("azure");
  await receiptOf(hub, lines, {
    tenant: "blue",
    token: await tokenOf(hub, "blue", "agent"),
    stream: "blue-log",
  });
  const hashes = lines.map((line) => line.slice(-66, -2));
  const tricks = [
    "tenant=blue",
    "tenant=red&tenant=blue",
    "tenant=blue&tenant=red",
    "tenant[]=blue",
    "tenant=blue%00",
    "tenant=%20blue",
    "tenant=BLUE",
    "tenant=",
    "tenant=red%27%20or%20tenant=%27blue",
    "tenant=*",
    "stream=blue-log&sequence=1",
    "stream=blue-log&sequence=1&tenant=blue",
    "user=user-azure&session=session-azure",
    "agent=laptop&limit=200&before=999999",
    "from=0&count=1000",
    "format=csv",
  ];
  let answered = 0;
  for (const route of reading)
    for (const trick of tricks) {
      const address = `${addressOf(route, { name: "pdf", a: "000.p", b: "2", level: "0", id: "laptop" })}?${trick}`;
      const answer = await hub.send("GET", address, { token: red, headers: { "x-tenant": "blue" } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const leaked = [/azure/, /blue-log/].filter((one) => one.test(bytes.toString("latin1")));
      // The question itself may be repeated in a refusal.
      if (answer.status === 200) expect([address, leaked]).toEqual([address, []]);
      if (answer.status === 200) answered++;
      for (const hash of hashes)
        expect([address, bytes.includes(Buffer.from(hash, "hex"))]).toEqual([address, false]);
    }
  expect(answered).toBeGreaterThan(100);
});

test("what was erased comes back through no reading route, also for administrators, and not when it is sent again", async () => {
  const hub = await startTwo();
  const lines = logAbout("scarlet");
  await receiptOf(hub, lines);
  await receiptOf(hub, logAbout("green"), { stream: "t" });
  const body = { user: "user-scarlet", reason: "asked for" };
  const erased = await hub.send("POST", "/api/v1/audit/erase", { token: hub.token, body });
  expect(await erased.json()).toMatchObject({ erased: 2 });
  await receiptOf(hub, lines);
  let kept = 0;
  for (const route of reading)
    for (const query of [
      "",
      "format=csv",
      "stream=s",
      "stream=s&sequence=2",
      "session=session-scarlet",
      "stream=t&sequence=2",
    ]) {
      const address = `${addressOf(route, { name: "pdf", id: "laptop" })}?${query}`;
      const text = await (await hub.send("GET", address, { token: hub.token })).text();
      for (const word of ["user", "comment", "tool", "output"]) {
        expect([address, text.includes(`${word}-scarlet`)]).toEqual([address, false]);
        if (text.includes(`${word}-green`)) kept++;
      }
    }
  expect(kept).toBeGreaterThan(5);
});

test("tiles of two tenants with one address are told apart by caches", async () => {
  const hub = await startTwo();
  const [red, blue] = [await tokenOf(hub, "red", "reviewer"), await tokenOf(hub, "blue", "reviewer")];
  const bodies: string[] = [];
  for (const token of [red, blue])
    for (const path of ["tile/0/000.p/1", "tile/entries/000.p/1"]) {
      const answer = await hub.send("GET", `/api/v1/audit/${path}`, { token });
      expect([path, answer.status, answer.headers.get("vary")]).toEqual([path, 200, "authorization, cookie"]);
      expect(answer.headers.get("cache-control")).toContain("private");
      bodies.push(Buffer.from(await answer.arrayBuffer()).toString("hex"));
    }
  expect(new Set(bodies).size).toBe(4);
});

test("of several agents that send one log at the same moment, one owns it, and the others leave nothing", async () => {
  const hub = await startTwo();
  const tokens = await Promise.all(Array.from({ length: 6 }, () => tokenOf(hub, "red", "agent")));
  const answers = await Promise.all(
    tokens.map((token, index) =>
      upload(hub, logOf(3, `session-${index}`), { tenant: "red", token, agent: `agent-${index}` }),
    ),
  );
  const codes = await Promise.all(answers.map((answer) => (answer.ok ? "ok" : codeOf(answer))));
  expect(codes.toSorted()).toEqual([...Array.from({ length: 5 }, () => "CONFLICT"), "ok"]);
  const stored = await hub.send("GET", "/api/v1/audit?tenant=red&stream=s", { token: hub.token });
  const { events } = (await stored.json()) as { events: readonly { readonly session: string }[] };
  expect(events.map(({ session }) => session)).toEqual(
    Array.from({ length: 3 }, () => `session-${codes.indexOf("ok")}`),
  );
});

test("lines with gaps, from other places of the log, with other texts or twice in one upload change nothing", async () => {
  const hub = await startTestHub();
  const lines = logOf(10);
  const others = logOf(10, "another");
  await receiptOf(hub, lines.slice(0, 5));
  for (const [sent, code] of [
    [lines.slice(6), "AUDIT_GAP"],
    [others.slice(0, 5), "AUDIT_FORK"],
    [others.slice(5), "AUDIT_FORK"],
    [[...lines.slice(3, 5), ...others.slice(5)], "INVALID_REQUEST"],
    [[lines[5], lines[5]], "INVALID_REQUEST"],
    [[lines[6], lines[5]], "INVALID_REQUEST"],
    [[lines[5]?.replace('"sequence":6', '"sequence":7')], "INVALID_REQUEST"],
    [[lines[5]?.replace("}", "}\n{}")], "INVALID_REQUEST"],
    [[`${lines[5]} `], "INVALID_REQUEST"],
  ] as const)
    expect([
      code,
      await codeOf(
        await upload(
          hub,
          sent.map((line) => line ?? ""),
        ),
      ),
    ]).toEqual([code, code]);
  const answer = await hub.send("GET", "/api/v1/audit?stream=s", { token: hub.token });
  const { events } = (await answer.json()) as { events: readonly { readonly line: string }[] };
  expect(events.map(({ line }) => line)).toEqual(lines.slice(0, 5).toReversed());
});
