import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestCertificate } from "../packages/packaging/src/http/test-certificate.ts";
import { type Handler, startProxy, startServer } from "../packages/packaging/src/http/test-servers.ts";
import { planSite } from "../packages/packaging/src/publish/site.ts";
import { testPublication } from "../packages/packaging/src/publish/test-publications.ts";
import { startSite } from "../packages/packaging/src/publish/test-static-site.ts";
import {
  createTestRepository,
  gitEnvironment,
  serveGit,
  type TestRepository,
} from "../packages/packaging/src/sources/test-git.ts";
import {
  createPackageMachine,
  expectSuccess,
  expectUntouched,
  expectVerified,
  type PackageMachine,
} from "./package-machine.ts";
import { type CommandResult, removeFoldersAfterwards, skillText } from "./run-command.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();

const pdf = testPublication("pdf");
const isArchive = (path = ""): boolean => path.endsWith(".tar.gz");

/** A site whose archives are answered in another way. */
function startBrokenSite(answer: Handler): ReturnType<typeof startSite> {
  return startSite(planSite([pdf]), "", (request, response) => {
    if (isArchive(request.url)) answer(request, response);
  });
}

const failures: readonly (readonly [string, Handler, number, RegExp])[] = [
  [
    "a download that stops in the middle",
    (_, response) => {
      response.writeHead(200, { "content-length": 100_000 });
      response.write("half", () => response.destroy());
    },
    4,
    /Cannot get .*: (?:127\.0\.0\.1:\d+ broke the connection|aborted)/,
  ],
  ["404", (_, response) => response.writeHead(404).end(), 4, /it does not exist \(404\)/],
  [
    "401",
    (_, response) => response.writeHead(401).end(),
    4,
    /the server wants a login \(401\); see `skillwright login`/,
  ],
  ["403", (_, response) => response.writeHead(403).end(), 4, /the server refuses access \(403\)/],
  ["other bytes than promised", (_, response) => response.end("other"), 3, /sha256/],
  [
    "a redirect in a circle",
    (request, response) => response.writeHead(302, { location: request.url }).end(),
    4,
    /redirects more than 5 times/,
  ],
];

test.each(failures)(
  "%s: a clear message, an exit code, and nothing is written",
  async (_, answer, ...[exit, message]) => {
    const { url } = await startBrokenSite(answer);
    const machine = createPackageMachine();
    const { code, stderr, stdout } = await machine.run(["add", url, "--yes"]);
    expect([code, stdout]).toEqual([exit, ""]);
    expect(stderr).toMatch(/^skillwright add: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expectUntouched(machine);
  },
);

test("what is installed stays when an update of it fails", async () => {
  const machine = createPackageMachine({ "source/csv/SKILL.md": skillText("csv") });
  expectSuccess(await machine.run(["add", "../source", "--yes"]));
  const lock = machine.read("skillwright.lock");
  const { url } = await startBrokenSite((_, response) => response.end("other"));
  expect((await machine.run(["add", url, "--yes"])).code).toBe(3);
  expect(machine.read("skillwright.lock")).toBe(lock);
  await expectVerified(machine, ["csv"]);
});

test("a redirect to another host is followed without the token", async () => {
  const seen: (string | undefined)[] = [];
  const archive = planSite([pdf]).find(({ path }) => isArchive(path));
  const other = await startServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end(archive?.bytes);
  });
  const own: (string | undefined)[] = [];
  const { url } = await startSite(planSite([pdf]), "", (request, response) => {
    own.push(request.headers.authorization);
    if (isArchive(request.url)) response.writeHead(302, { location: `${other.url}/a` }).end();
  });
  const machine = createPackageMachine({
    "data/logins.json": JSON.stringify({ version: 1, logins: [{ url, token: "s3cret" }] }),
  });
  expectSuccess(await machine.run(["add", url, "--yes"]));
  expect(new Set(own)).toEqual(new Set(["Bearer s3cret"]));
  expect(seen).toEqual([undefined]);
  await expectVerified(machine, ["pdf"]);
});

test("a server that never answers is given up after half a minute", { timeout: 120_000 }, async () => {
  const { url } = await startServer(() => {});
  const machine = createPackageMachine();
  const { code, stderr } = await machine.run(["add", url, "--yes"]);
  expect([code, stderr]).toEqual([4, expect.stringContaining("no data for 30 seconds")]);
  expectUntouched(machine);
});

function createRepository(): TestRepository {
  const repository = createTestRepository();
  repository.commit({ "skills/pdf/SKILL.md": skillText("pdf") });
  return repository;
}

type Forwarded = { readonly status: number; readonly type: string; readonly bytes: Buffer };

/** Asks another server the same. */
async function forward(request: Parameters<Handler>[0], to: string): Promise<Forwarded> {
  const method = request.method ?? "GET";
  const headers = new Headers();
  for (const name of ["content-type", "git-protocol", "content-encoding"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const body = method === "POST" ? new Uint8Array(request.body) : null;
  const answer = await fetch(to + (request.url ?? ""), { method, headers, body });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { bytes, status: answer.status, type: answer.headers.get("content-type") ?? "" };
}

test("git uses HTTPS_PROXY, and says how to name a private authority", async () => {
  const certificate = createTestCertificate();
  const git = await serveGit(createRepository().folder);
  const { url } = await startServer(async (request, response) => {
    const { bytes, status, type } = await forward(request, git.url);
    response.writeHead(status, { "content-type": type }).end(bytes);
  }, certificate);
  const proxy = await startProxy();
  const machine = createPackageMachine({ "authority.pem": certificate.cert });
  const add = ["add", `git+${url}/.git`, "--yes"];
  const unknown = await machine.run(add);
  expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining("GIT_SSL_CAINFO")]);
  expectUntouched(machine);
  const trusted = { GIT_SSL_CAINFO: join(machine.folder, "authority.pem") };
  // An empty lower-case variable would come first for git.
  expectSuccess(await machine.run(add, { ...trusted, HTTPS_PROXY: proxy.url, https_proxy: proxy.url }));
  expect(new Set(proxy.log)).toEqual(new Set([`CONNECT ${new URL(url).host}`]));
  await expectVerified(machine, ["pdf"]);
});

test("a git server without access, without the repository, and one that stops in the middle", async () => {
  const { folder } = createRepository();
  const closed = await serveGit(folder, { password: "secret" });
  const open = await serveGit(folder);
  const cut = await startServer(async (request, response) => {
    const { bytes, status, type } = await forward(request, open.url);
    response.writeHead(status, { "content-type": type, "content-length": bytes.length });
    const isPack = bytes.includes("packfile");
    if (!isPack) return response.end(bytes);
    return response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  });
  for (const [url, message] of [
    [`${closed.url}/.git`, /git has no access to it/],
    [`${open.url}/nope.git`, /there is no such repository|does not exist/],
    [`${cut.url}/.git`, /Cannot get /],
  ] as const) {
    const machine = createPackageMachine();
    const { code, stderr } = await machine.run(["add", `git+${url}`, "--yes"]);
    expect([url, code]).toEqual([url, 4]);
    expect(stderr).toMatch(/^skillwright add: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expectUntouched(machine);
    const left = readdirSync(join(machine.folder, "data/cache/git"));
    expect(left.filter((name) => name.startsWith("git-"))).toEqual([]);
  }
});

test("two adds at once end as if one came after the other", async () => {
  const machine = createPackageMachine({
    "a/pdf/SKILL.md": skillText("pdf"),
    "b/csv/SKILL.md": skillText("csv"),
  });
  const results = await Promise.all(["../a", "../b"].map((one) => machine.run(["add", one, "--yes"])));
  const done = ["pdf", "csv"].filter((_, at) => results[at]?.code === 0);
  expect(done.length).toBeGreaterThan(0);
  for (const { code, stderr } of results) {
    expect([0, 4]).toContain(code);
    if (code === 4) expect(stderr).toMatch(/is (?:at work|running)|changed|another/i);
  }
  await expectVerified(machine, done.sort());
  for (const one of ["../a", "../b"]) expectSuccess(await machine.run(["add", one, "--yes"]));
  await expectVerified(machine, ["csv", "pdf"]);
});

/** Whether this user may mount, in a namespace that no one else sees. */
function canMount(): boolean {
  try {
    execFileSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Runs commands in a project on a disk of its own, which the script sets up; the project is then copied to `after`. */
function runOnDisk({ folder }: PackageMachine, script: string): Promise<CommandResult> {
  const all = `set -e; cp -a repo before; mount -t tmpfs -o size=512k tmpfs repo; cp -a before/. repo; ${script}
    cd repo; set +e; "$@" add ../source --yes; code=$?; "$@" verify >../verified 2>&1; echo $? >>../verified; cd ..
    cp -a repo after; exit $code`;
  const words = ["-m", "sh", "-c", all, "sh", process.execPath, `${root}packages/cli/bin/skillwright.mjs`];
  const env = { ...process.env, HOME: join(folder, "home"), SKILLWRIGHT_HOME: join(folder, "data") };
  return new Promise((resolve) => {
    execFile("unshare", words, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

test.skipIf(!canMount())(
  "a read-only target leaves what was there, which verify confirms [needs the right to mount]",
  async () => {
    const machine = createPackageMachine({
      "first/csv/SKILL.md": skillText("csv"),
      "source/pdf/SKILL.md": skillText("pdf"),
    });
    expectSuccess(await machine.run(["add", "../first", "--agent", "claude-code", "--yes"]));
    const { code, stderr } = await runOnDisk(machine, "mount -o remount,ro repo");
    const message = expect.stringMatching(/^skillwright add: Permission denied: /);
    expect({ code, stderr }).toEqual({ code: 4, stderr: message });
    expect(stderr).not.toMatch(/\n\s+at /);
    const after = join(machine.folder, "after");
    for (const name of ["skillwright.lock", "skillwright.json"])
      expect(readFileSync(join(after, name), "utf8")).toBe(machine.read(name));
    expect(readdirSync(join(after, ".agents/skills")).sort()).toEqual(["csv"]);
    expect(readFileSync(join(machine.folder, "verified"), "utf8")).toMatch(/\n0\n$/);
  },
);

test("a policy's minimum age counts from when this machine first saw a commit, whatever its date says", async () => {
  const repository = createRepository();
  const env = { ...gitEnvironment(repository.folder), GIT_COMMITTER_DATE: "2020-01-01T00:00:00Z" };
  execFileSync("git", ["commit", "--quiet", "--amend", "--no-edit"], { cwd: repository.folder, env });
  const { url } = await serveGit(repository.folder);
  const policy = (install: object): string => JSON.stringify({ version: 1, install });
  const machine = createPackageMachine({ "data/policy.json": policy({ minimumReleaseAgeHours: 48 }) });
  const add = ["add", `git+${url}/.git`, "--yes"];
  for (let time = 0; time < 2; time++) {
    const { code, stderr } = await machine.run(add);
    expect([code, stderr]).toEqual([3, expect.stringContaining("first saw it less than 48 hours ago")]);
    expectUntouched(machine);
  }
  // Three days later.
  const seen = join(machine.folder, "data/cache/git/seen");
  const [name = ""] = readdirSync(seen);
  writeFileSync(join(seen, name), new Date(Date.now() - 3 * 86_400_000).toISOString());
  expectSuccess(await machine.run(add));
  expect(machine.locked("pdf")?.publishedAt).toBe("2020-01-01T00:00:00.000Z");
  expect(machine.read("skillwright.lock")).not.toContain("firstSeenAt");

  // What is locked was accepted on the machine that locked it.
  const install = { minimumReleaseAgeHours: 48 };
  const ci = createPackageMachine({
    "data/policy.json": policy(install),
    "repo/skillwright.lock": machine.read("skillwright.lock"),
    "repo/skillwright.json": machine.read("skillwright.json"),
  });
  expectSuccess(await ci.run(["add", "--frozen", "--yes"]));
  const exempt = policy({ ...install, releaseAgeExclude: [new URL(url).host] });
  expectSuccess(await createPackageMachine({ "data/policy.json": exempt }).run(add));
  expectSuccess(await createPackageMachine({ "data/policy.json": policy({}) }).run(add));
});

test("caches are pruned to their limits, oldest first, and undo still works", async () => {
  const machine = createPackageMachine({ "source/csv/SKILL.md": skillText("csv") });
  const { url } = await serveGit(createRepository().folder);
  const cache = join(machine.folder, "data/cache");
  /** Takes no room on the disk. */
  const write = (path: string, bytes: number, daysAgo: number): string => {
    const file = join(cache, path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, "");
    truncateSync(file, bytes);
    utimesSync(file, new Date(), new Date(Date.now() - daysAgo * 86_400_000));
    return file;
  };
  const gigabyte = 1_073_741_824;
  const hash = "ab".repeat(32);
  const old = [
    write("downloads/sha256/aa/old", gigabyte, 9),
    write(`packages/files/ab/${hash}`, gigabyte, 9),
    write("git/0123456789/objects/pack/a.pack", 5 * gigabyte, 9),
    write("git/git-abandoned/config", 10, 9),
  ];
  utimesSync(join(cache, "git/git-abandoned"), new Date(), new Date(Date.now() - 9 * 86_400_000));
  utimesSync(join(cache, "git/0123456789"), new Date(), new Date(Date.now() - 9 * 86_400_000));
  const record = join(cache, `packages/trees/sha256-${"cd".repeat(32)}.json`);
  mkdirSync(join(record, ".."), { recursive: true });
  writeFileSync(record, JSON.stringify([{ path: "SKILL.md", hash, executable: false }]));
  utimesSync(record, new Date(), new Date(Date.now() - 9 * 86_400_000));
  const recent = [write("downloads/sha256/bb/new", 1_000_000, 1), write("git/9876543210/config", 1000, 1)];

  expectSuccess(await machine.run(["add", `git+${url}/.git`, "--agent", "claude-code", "--yes"]));
  expect(old.filter(existsSync)).toEqual([]);
  expect(recent.filter(existsSync)).toEqual(recent);
  expect(existsSync(record)).toBe(false);
  // The next command has no need to look.
  const later = write("downloads/sha256/aa/old", 2 * gigabyte, 9);
  expectSuccess(await machine.run(["add", "../source", "--agent", "claude-code", "--yes"]));
  expect(existsSync(later)).toBe(true);
  utimesSync(join(cache, "packages/pruned"), new Date(), new Date(Date.now() - 86_400_000));
  expectSuccess(await machine.run(["add", "--offline", "--frozen", "--yes"]));
  expect(existsSync(later)).toBe(false);
  expectSuccess(await machine.run(["undo"]));
  await expectVerified(machine, ["pdf"]);
  machine.removeInstalled();
  expectSuccess(await machine.run(["add", "--offline", "--frozen", "--yes"]));
  await expectVerified(machine, ["pdf"]);
});
