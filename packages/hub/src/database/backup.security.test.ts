import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { logOf, receiptOf } from "../audit/test-log.ts";
import { sha256Of } from "../registry/uploads.ts";
import { startTestHub, type TestHub, temporaryFolder } from "../test-hub.ts";
import { backupHub, restoreHub } from "./backup.ts";

/** A hub with an audit log and some megabytes of archives, and a backup of it. */
async function startWithBackup(): Promise<{ hub: TestHub; folder: string; file: string }> {
  const folder = temporaryFolder();
  const hub = await startTestHub({}, folder);
  await receiptOf(hub, logOf(300));
  for (let index = 0; index < 4; index++) {
    const body = randomBytes(1_000_000);
    const sent = await hub.send("PUT", `/api/v1/blobs/${sha256Of(body)}`, { token: hub.token, body });
    expect(sent.status).toBe(201);
  }
  const file = `${temporaryFolder()}/backup.sqlite`;
  await backupHub({ dataFolder: folder, file });
  return { hub, folder, file };
}

async function refusal(dataFolder: string, file: string): Promise<string> {
  const error = await restoreHub({ dataFolder, file, now: 1 }).catch((reason: unknown) => reason);
  return error instanceof SkillError ? `${error.code}: ${JSON.stringify(error.details)}` : String(error);
}

function change(file: string, statement: string): void {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}

test("a backup ends, and is of one moment, while the hub commits without a pause", async () => {
  const { hub, folder } = await startWithBackup();
  const writer = new DatabaseSync(`${folder}/hub.sqlite`, { timeout: 5000 });
  writer.exec("pragma synchronous = off");
  // Two rows that are equal after every commit.
  writer.exec("insert into settings values ('first', '0'), ('second', '0')");
  let isOver = false;
  let commits = 0;
  const write = (): void => {
    if (isOver) return;
    writer.exec(`begin; update settings set value = '${++commits}' where key = 'first';
      update settings set value = '${commits}' where key = 'second'; commit`);
    setImmediate(write);
  };
  write();
  const file = `${folder}/during.sqlite`;
  await backupHub({ dataFolder: folder, file });
  isOver = true;
  writer.close();
  const copy = new DatabaseSync(file, { readOnly: true });
  const rows = copy.prepare("select value from settings where key in ('first', 'second')").all();
  copy.close();
  expect(rows[0]?.value).toBe(rows[1]?.value);
  expect(commits).toBeGreaterThan(1);
  expect((await hub.send("GET", "/ready")).status).toBe(200);
});

test("restore refuses what is foreign, truncated, changed, newer or contains programs, and leaves nothing behind", async () => {
  const { hub, file } = await startWithBackup();
  const place = temporaryFolder();
  const spoiled = (name: string, spoil: (path: string) => void): readonly [string, string] => {
    const path = `${temporaryFolder()}/${name}.sqlite`;
    copyFileSync(file, path);
    spoil(path);
    return [name, path];
  };
  const flip = (path: string, text: string): void => {
    const bytes = readFileSync(path);
    const at = bytes.indexOf(text);
    expect(at).toBeGreaterThan(0);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  const pipe = `${temporaryFolder()}/pipe`;
  spawnSync("mkfifo", [pipe]);
  const attempts: readonly (readonly [string, string])[] = [
    spoiled("text", (path) => writeFileSync(path, "no database".repeat(1000))),
    spoiled("empty", (path) => truncateSync(path, 0)),
    spoiled("half", (path) => truncateSync(path, Math.floor(statSync(path).size / 2))),
    spoiled("one page short", (path) => truncateSync(path, statSync(path).size - 4096)),
    spoiled("foreign", (path) => {
      writeFileSync(path, "");
      change(path, "create table notes (text)");
    }),
    spoiled("newer", (path) => change(path, "insert into kysely_migration values ('9999-later', '2099')")),
    spoiled("keyless", (path) => change(path, "delete from settings where key = 'key'")),
    spoiled("line", (path) => flip(path, '"tool":"Bash"')),
    spoiled("event", (path) => change(path, "delete from events where leaf = 7")),
    spoiled("tile", (path) => change(path, "update tiles set hashes = zeroblob(length(hashes))")),
    spoiled("blob", (path) => change(path, "update blobs set bytes = zeroblob(10) where rowid = 1")),
    spoiled("trigger", (path) =>
      change(path, "create trigger t after insert on events begin delete from tokens; end"),
    ),
    spoiled("view", (path) =>
      change(path, "alter table tokens rename to t; create view tokens as select * from t"),
    ),
    ["folder", temporaryFolder()],
    ["pipe", pipe],
    ["device", "/dev/zero"],
  ];
  for (const [name, path] of attempts) {
    expect([name, await refusal(place, path)]).toEqual([name, expect.stringMatching(/^backup-unusable: /)]);
    expect([name, readdirSync(place).filter((one) => one !== "hub.lock")]).toEqual([name, []]);
  }
  await restoreHub({ dataFolder: place, file, now: Date.now() });
  const restored = await startTestHub({}, place);
  expect((await restored.send("GET", "/api/v1/me", { token: hub.token })).status).toBe(200);
});

test("changes that an earlier database left in the folder do not get into the restored one", async () => {
  const { file } = await startWithBackup();
  const place = temporaryFolder();
  const earlier = await startTestHub({}, place);
  await receiptOf(earlier, logOf(5));
  const left = readFileSync(`${place}/hub.sqlite-wal`);
  await earlier.close();
  const target = temporaryFolder();
  writeFileSync(`${target}/hub.sqlite-wal`, left);
  expect(await refusal(target, file)).toMatch(/^file-exists: .*hub\.sqlite-wal/);
  expect(readFileSync(`${target}/hub.sqlite-wal`)).toEqual(left);
});

test("a backup overwrites nothing, follows no link, and is readable by its owner alone", async () => {
  const { hub, folder, file } = await startWithBackup();
  const other = `${temporaryFolder()}/other`;
  const link = `${temporaryFolder()}/link.sqlite`;
  symlinkSync(other, link);
  await backupHub({ dataFolder: folder, file: link });
  expect([existsSync(other), statSync(link).mode & 0o777]).toEqual([false, 0o600]);
  writeFileSync(other, "keep");
  await expect(backupHub({ dataFolder: folder, file: other })).rejects.toThrow("file-exists");
  expect(readFileSync(other, "utf8")).toBe("keep");
  const before = readFileSync(file);
  const place = temporaryFolder();
  await restoreHub({ dataFolder: place, file, now: Date.now() });
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(statSync(`${place}/hub.sqlite`).mode & 0o777).toBe(0o600);
  await hub.close();
});

test("what was erased is not in the database's file and not in any byte of later backups", async () => {
  const folder = temporaryFolder();
  const hub = await startTestHub({}, folder);
  const words = ["erased-by-session", "kept-session"];
  for (const session of words) await receiptOf(hub, logOf(200, session), { stream: session });
  const body = { session: words[0], reason: "asked for" };
  await hub.send("POST", "/api/v1/audit/erase", { token: hub.token, body });
  const countIn = (path: string, word = ""): number =>
    readFileSync(path, "latin1").split(`"${word}","user"`).length - 1;
  // While the hub runs, too: recent changes are in a file beside the database.
  for (const suffix of ["", "-wal"]) expect(countIn(`${folder}/hub.sqlite${suffix}`, words[0])).toBe(0);
  const file = `${folder}/backup.sqlite`;
  await backupHub({ dataFolder: folder, file });
  await hub.close();
  for (const path of [file, `${folder}/hub.sqlite`])
    expect(words.map((word) => countIn(path, word))).toEqual([0, 200]);
});

const script = fileURLToPath(new URL("test-backup-process.ts", import.meta.url));
const nodeOptions = ["--conditions=@skillwright/source", "--disable-warning=ExperimentalWarning"];

/** A disk of its own needs a mount namespace, which some containers do not allow. */
const canMount =
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", temporaryFolder()], { stdio: "ignore" })
    .status === 0;
const readOnlyTitle = "a backup on a disk that cannot be written is restored";
if (canMount)
  test(readOnlyTitle, async () => {
    const { file } = await startWithBackup();
    const [disk, target] = [temporaryFolder(), temporaryFolder()];
    const commands = `mount -t tmpfs none "$0" && cp "$1" "$0/b.sqlite" && mount -o remount,ro "$0" && shift && exec "$@"`;
    const restore = [process.execPath, ...nodeOptions, script, "restore", target, `${disk}/b.sqlite`];
    const ran = spawnSync("unshare", ["-rm", "sh", "-c", commands, disk, file, ...restore], {
      encoding: "utf8",
    });
    expect([ran.status, ran.stdout, existsSync(`${target}/hub.sqlite`)]).toEqual([0, "ready\ndone\n", true]);
  });
else test.skip(`READ-ONLY DISK NOT TRIED, as this system allows no mounts: ${readOnlyTitle}`, () => {});

/** Runs a backup or a restoration and kills it some time after it has begun; true if it was done before. */
async function killed(
  action: "backup" | "restore",
  [dataFolder, file]: readonly [string, string],
  afterMs: number,
): Promise<boolean> {
  const child = spawn(process.execPath, [...nodeOptions, script, action, dataFolder, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (data) => {
    said += String(data);
  });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  await sleep(afterMs);
  child.kill("SIGKILL");
  await ended;
  return said.includes("done");
}

test("a backup or a restoration that is killed at any moment is whole or absent, and the next attempt cleans up", async () => {
  const { folder, file } = await startWithBackup();
  const outcomes: string[] = [];
  for (const afterMs of [0, 25, 90]) {
    const copy = `${temporaryFolder()}/copy.sqlite`;
    const wasDone = await killed("backup", [folder, copy], afterMs);
    outcomes.push(`backup ${existsSync(copy) ? "whole" : "absent"}`);
    if (wasDone) expect(existsSync(copy)).toBe(true);
    const place = temporaryFolder();
    if (existsSync(copy)) await restoreHub({ dataFolder: place, file: copy, now: 1 });
    else await backupHub({ dataFolder: folder, file: copy });
    expect(readdirSync(dirname(copy))).toEqual(["copy.sqlite"]);

    const target = temporaryFolder();
    await killed("restore", [target, file], afterMs * 3);
    const isThere = existsSync(`${target}/hub.sqlite`);
    outcomes.push(`restoration ${isThere ? "whole" : "absent"}`);
    if (!isThere) await restoreHub({ dataFolder: target, file, now: Date.now() });
    const names = readdirSync(target).filter((name) => !/^hub\.(?:lock|sqlite(?:-wal|-shm)?)$/.test(name));
    expect(names).toEqual([]);
    const database = new DatabaseSync(`${target}/hub.sqlite`);
    const recorded = database.prepare("select count(*) as rows from events where body like '%hub-restored%'");
    expect(recorded.get()?.rows).toBe(1);
    database.close();
  }
  expect(outcomes.some((outcome) => outcome.endsWith("absent"))).toBe(true);
}, 60_000);
