import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { SkillError } from "@skillwright/core";
import { expect, onTestFinished, test } from "vitest";
import { createAdminLink } from "./access/recover.ts";
import { logOf } from "./audit/test-log.ts";
import { HubSettingsSchema } from "./config/settings.ts";
import { openSqlite } from "./database/open-sqlite.ts";
import { startTestHub, temporaryFolder } from "./test-hub.ts";

test("odd settings are refused with their place, and an empty host does not mean every address", () => {
  const openIdConnect = (issuer: string) => ({ openIdConnect: { issuer, clientId: "hub" } });
  for (const [settings, place] of [
    [{ host: "" }, "host"],
    [{ host: "  " }, "host"],
    [{ publicUrl: "nonsense" }, "publicUrl"],
    [{ publicUrl: "https://user:secret@hub.example" }, "publicUrl"],
    [{ publicUrl: "https://hub.example/#x" }, "publicUrl"],
    [{ publicUrl: "https://hub.example/?x" }, "publicUrl"],
    [openIdConnect("nonsense"), "openIdConnect.issuer"],
    [openIdConnect("http://login.example"), "openIdConnect.issuer"],
    [{ leaseHours: 0 }, "leaseHours"],
    [{ leaseHours: Number.POSITIVE_INFINITY }, "leaseHours"],
    [{ retentionDays: 0 }, "retentionDays"],
    [{ rateLimit: { perMinute: 0 } }, "rateLimit.perMinute"],
    [{ port: -1 }, "port"],
    [{ trustProxy: "yes" }, "trustProxy"],
  ] as const) {
    const { error } = HubSettingsSchema.safeParse(settings);
    expect([settings, error?.issues[0]?.path.join(".")]).toEqual([settings, place]);
    expect(error?.message).not.toContain("secret");
  }
});

test("a first start that cannot listen creates no administrator: the next one shows the token and the link", async () => {
  const busy = await startTestHub();
  const folder = temporaryFolder();
  const port = Number(new URL(busy.url).port);
  await expect(startTestHub({ port }, folder)).rejects.toThrow("hub-unable");
  const hub = await startTestHub({}, folder);
  expect(hub.firstToken).toMatch(/^skw_/);
  expect(hub.firstLink).toContain("/sign-in/link/");
});

test("a new link for an administrator is not the start of another hub in a mistyped folder", async () => {
  const dataFolder = temporaryFolder();
  const settings = HubSettingsSchema.parse({});
  const error = await createAdminLink({ settings, dataFolder, now: 1 }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SkillError);
  expect(existsSync(`${dataFolder}/hub.sqlite`)).toBe(false);
});

test("clock jumps: limits still count, and documents stay in order and end when they should", async () => {
  const start = Date.now();
  let time = start;
  const hub = await startTestHub({ rateLimit: { perMinute: 60 } }, temporaryFolder(), () => time);
  const stateOf = async (): Promise<{ sequence: number; expiresAt: string }> => {
    const answer = await hub.send("GET", "/api/v1/state", { token: hub.token });
    return JSON.parse(((await answer.json()) as { document: string }).document);
  };
  const sequences: number[] = [];
  for (const jump of [0, 30, -30, 1, -400].map((days) => days * 86_400_000)) {
    time = start + jump;
    const { sequence, expiresAt } = await stateOf();
    sequences.push(sequence);
    expect([jump, Date.parse(expiresAt) - time]).toEqual([jump, 86_400_000]);
  }
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  const statuses = await Promise.all(
    Array.from(
      { length: 80 },
      async () => (await hub.send("GET", "/api/v1/me", { token: hub.token })).status,
    ),
  );
  expect([...new Set(statuses)].toSorted()).toEqual([200, 429]);
  time += 60_000;
  expect((await hub.send("GET", "/api/v1/me", { token: hub.token })).status).toBe(200);
});

/** A small disk of its own needs a mount namespace, which some containers do not allow. */
const canMount =
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", temporaryFolder()], { stdio: "ignore" })
    .status === 0;

const script = `
mount -t tmpfs -o size=\${SIZE} none "$FOLDER" || exit 9
[ "$FILL" = "" ] || dd if=/dev/zero of="$FOLDER/filler" bs=4k count="$FILL" status=none
[ "$READONLY" = "" ] || mount -o remount,ro "$FOLDER"
"$NODE" --conditions=@skillwright/source --disable-warning=ExperimentalWarning "$SCRIPT" "$FOLDER" "$SETTINGS" &
hub=$!
trap 'kill $hub' TERM
read free && rm "$FOLDER/filler" && echo freed
read copy && cp "$FOLDER"/hub.sqlite* "$COPY" && echo copied
wait $hub
`;

type Disk = {
  readonly size: string;
  readonly fill?: number;
  readonly isReadOnly?: true;
  readonly copy?: string;
};

function startOnDisk({ size, fill, isReadOnly, copy = "" }: Disk): ChildProcessWithoutNullStreams {
  const folder = temporaryFolder();
  const child = spawn("unshare", ["-rm", "sh", "-c", script], {
    env: {
      ...process.env,
      ...{ SIZE: size, FOLDER: folder, NODE: process.execPath, COPY: copy },
      ...{ FILL: fill === undefined ? "" : String(fill), READONLY: isReadOnly ? "yes" : "" },
      SCRIPT: `${import.meta.dirname}/test-hub-process.ts`,
      SETTINGS: JSON.stringify({ rateLimit: { perMinute: 1_000_000 } }),
    },
  });
  onTestFinished(() => {
    child.stdin.end();
    child.kill("SIGTERM");
  });
  return child;
}

const title =
  "a full disk: what was acknowledged is there, nothing is half, and the hub goes on when there is space";
if (canMount)
  test(title, async () => {
    const copy = temporaryFolder();
    const child = startOnDisk({ size: "8m", fill: 1200, copy });
    const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<string> => (await said.next()).value ?? "";
    const url = await next();
    const token = (await next()).trim();
    const headers = { authorization: `Bearer ${token}` };
    const lines = logOf(4000);
    let acknowledged = 0;
    const uploadNext = async (): Promise<number> => {
      const body = JSON.stringify({
        stream: "s",
        agent: "a",
        lines: lines.slice(acknowledged, acknowledged + 100),
      });
      const { status } = await fetch(`${url}/api/v1/audit`, { method: "POST", headers, body });
      if (status === 200) acknowledged += 100;
      return status;
    };
    let status = 200;
    while (status === 200 && acknowledged < lines.length) status = await uploadNext();
    expect(status).toBe(500);
    expect(acknowledged).toBeGreaterThan(0);
    // Reading goes on, and so does refusing.
    expect((await fetch(`${url}/api/v1/audit?stream=s`, { headers })).status).toBe(200);
    expect(await uploadNext()).toBe(500);
    child.stdin.write("free\n");
    expect(await next()).toBe("freed");
    expect(await uploadNext()).toBe(200);
    const checked = await fetch(`${url}/api/v1/audit/integrity?from=0`, { headers });
    expect(await checked.json()).toMatchObject({ sound: true });
    child.stdin.write("copy\n");
    expect(await next()).toBe("copied");
    const database = await openSqlite(`${copy}/hub.sqlite`);
    const rows = await database.read
      .selectFrom("events")
      .select("body")
      .where("stream", "=", "s")
      .orderBy("leaf")
      .execute();
    await database.close();
    expect(rows.map(({ body }) => body)).toEqual(lines.slice(0, acknowledged));
  });
else test.skip(`FULL DISK NOT TRIED, as this system allows no mounts: ${title}`, () => {});

const readOnlyTitle = "a data folder that cannot be written is a clear error";
if (canMount)
  test(readOnlyTitle, async () => {
    const child = startOnDisk({ size: "1m", isReadOnly: true });
    let words = "";
    for await (const part of child.stderr) {
      words += String(part);
      if (words.includes("hub-unable")) break;
    }
    expect(words).toMatch(/hub-unable.*hub\.lock cannot be used/);
  });
else test.skip(`READ-ONLY FOLDER NOT TRIED, as this system allows no mounts: ${readOnlyTitle}`, () => {});

test.skipIf(process.platform !== "linux")(
  "a data folder below one that takes no folders is an error, not a search without end",
  async () => {
    await expect(startTestHub({}, "/proc/skillwright/hub")).rejects.toThrow("file-missing");
  },
);

test("a folder in the place of the database is a clear error", async () => {
  const folder = temporaryFolder();
  mkdirSync(`${folder}/data/hub.sqlite`, { recursive: true });
  await expect(startTestHub({}, `${folder}/data`)).rejects.toThrow("hub-unable");
  expect(statSync(`${folder}/data/hub.sqlite`).isDirectory()).toBe(true);
});
