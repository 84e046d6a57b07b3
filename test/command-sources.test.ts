import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeTarGz } from "../packages/packaging/src/archives/write-tar.ts";
import { writeZip } from "../packages/packaging/src/archives/write-zip.ts";
import { createHttpClient, type HttpClient } from "../packages/packaging/src/http/client.ts";
import { createTestCertificate } from "../packages/packaging/src/http/test-certificate.ts";
import { startProxy, startServer, type TestServer } from "../packages/packaging/src/http/test-servers.ts";
import { publishHub } from "../packages/packaging/src/publish/hub.ts";
import { publishNpm } from "../packages/packaging/src/publish/npm.ts";
import { publishOci } from "../packages/packaging/src/publish/oci.ts";
import { planSite } from "../packages/packaging/src/publish/site.ts";
import { testPublication } from "../packages/packaging/src/publish/test-publications.ts";
import { startSite } from "../packages/packaging/src/publish/test-static-site.ts";
import { readNpmrc } from "../packages/packaging/src/sources/npmrc.ts";
import { createTestRepository, serveGit, writeFiles } from "../packages/packaging/src/sources/test-git.ts";
import { startHub } from "../packages/packaging/src/sources/test-hub.ts";
import { startNpmRegistry } from "../packages/packaging/src/sources/test-npm-registry.ts";
import { startOciRegistry } from "../packages/packaging/src/sources/test-oci-registry.ts";
import { inFolder } from "../packages/packaging/src/tree/file-tree.ts";
import { parseOutput } from "./command-schema.ts";
import {
  createPackageMachine,
  expectSuccess,
  expectVerified,
  type PackageMachine,
} from "./package-machine.ts";
import { removeFoldersAfterwards, skillText, skillwright } from "./run-command.ts";

removeFoldersAfterwards();

const files = {
  "skills/pdf/SKILL.md": skillText("pdf", "# PDF\n\nRead [the forms](references/forms.md).\n"),
  "skills/pdf/references/forms.md": "# Forms\n",
  "skills/csv/SKILL.md": skillText("csv"),
};

const pdf = testPublication("pdf");

function client(options: Parameters<typeof createHttpClient>[0] = {}): HttpClient {
  const made = createHttpClient(options);
  onTestFinished(() => made.close());
  return made;
}

/** What the user types, what the lock then says, and what the machine needs for it. */
type Prepared = {
  readonly text: string;
  readonly source?: string;
  readonly resolved: RegExp;
  readonly env?: Readonly<Record<string, string>>;
  /** Sources on this disk need no cache. */
  readonly isLocal?: true;
};
type Prepare = (machine: PackageMachine) => Promise<Prepared>;

const commit = /^[0-9a-f]{40}$/;
const digest = /^sha256:[0-9a-f]{64}$/;

function site(isServed: (path: string) => boolean, below = ""): ReturnType<typeof startSite> {
  return startSite(
    planSite([pdf, testPublication("csv")]).filter(({ path }) => isServed(path)),
    below,
  );
}

function archive(name: string, write: () => Uint8Array): Prepare {
  return async ({ folder }) => {
    writeFileSync(join(folder, name), write());
    return { text: `../${name}`, resolved: digest, isLocal: true };
  };
}

const sources: readonly (readonly [string, Prepare])[] = [
  [
    "git over smart HTTP",
    async () => {
      const repository = createTestRepository();
      repository.commit(files);
      const { url } = await serveGit(repository.folder);
      return { text: `git+${url}/.git`, resolved: commit };
    },
  ],
  [
    "a branch and a folder of git over file://",
    async () => {
      const repository = createTestRepository();
      repository.commit(files);
      repository.git("branch", "stable");
      const url = `file://${repository.folder}`;
      return { text: `${url}#stable:skills`, source: url, resolved: commit };
    },
  ],
  [
    "a site of the format 0.2",
    async () => {
      const { url } = await site((path) => path.includes("/agent-skills/"));
      return { text: url, resolved: digest };
    },
  ],
  [
    "a site of the format 0.1",
    async () => {
      const { url } = await site((path) => path.includes("/skills/"));
      return { text: url, resolved: digest };
    },
  ],
  [
    "a site that wants a token",
    async (machine) => {
      const { url } = await startSite(planSite([pdf]), "", ({ headers }, response) => {
        if (headers.authorization !== "Bearer s3cret-token") response.writeHead(401).end();
      });
      writeFileSync(
        join(machine.folder, "data/logins.json"),
        JSON.stringify({ version: 1, logins: [{ url, token: "s3cret-token" }] }),
      );
      return { text: url, resolved: digest };
    },
  ],
  [
    "an npm registry with a token in .npmrc",
    async ({ folder }) => {
      const registry = await startNpmRegistry("npm-token");
      const { host } = new URL(registry.url);
      const text = `registry=${registry.url}\n//${host}/:_authToken=npm-token\n`;
      writeFileSync(join(folder, "home/.npmrc"), text);
      await publishNpm(pdf, { http: client(), settings: readNpmrc([{ text }]) }, { package: "@team/pdf" });
      return { text: "npm:@team/pdf@^1.0.0", source: "npm:@team/pdf", resolved: /^1\.2\.3$/ };
    },
  ],
  [
    "an OCI registry that gives out tokens",
    async ({ folder }) => {
      const registry = await startOciRegistry({ user: "me:secret" });
      const basic = Buffer.from("me:secret").toString("base64");
      const spec = { registry: registry.host, repository: "team/pdf", reference: "1.2.3" };
      const logins = [{ registry: registry.host, basic }];
      await publishOci(pdf, { http: client(), logins }, { spec, createdAt: "2026-01-13T10:30:00Z" });
      mkdirSync(join(folder, "home/.docker"));
      const config = { auths: { [registry.host]: { auth: basic } } };
      writeFileSync(join(folder, "home/.docker/config.json"), JSON.stringify(config));
      const source = `oci:${registry.host}/team/pdf`;
      return { text: `${source}:1.2.3`, source, resolved: digest };
    },
  ],
  [
    "a hub",
    async () => {
      const hub = await startHub("hub-token");
      const credentials = [{ prefix: hub.url, authorization: "Bearer hub-token" }];
      await publishHub(pdf, { http: client({ credentials }), hub: hub.url }, { package: "team/pdf" });
      const env = { SKILLWRIGHT_HUB: hub.url };
      return { text: "hub:team/pdf@^1", source: "hub:team/pdf", resolved: /^1\.2\.3$/, env };
    },
  ],
  ["a .tar.gz archive", archive("skills.tar.gz", () => writeTarGz(inFolder(pdf.tree, "pdf")))],
  ["a .zip archive", archive("skills.zip", () => writeZip(inFolder(pdf.tree, "pdf")))],
  ["a .skill archive", archive("pdf.skill", () => writeZip(inFolder(pdf.tree, "pdf")))],
  [
    "a folder",
    async ({ folder }) => {
      writeFiles(join(folder, "source"), files);
      return { text: "../source", resolved: digest, isLocal: true };
    },
  ],
];

test.each(sources)("S3-55: %s: add, lock, verify, restore, work offline, remove", async (_kind, prepare) => {
  const machine = createPackageMachine();
  const { text, source = text, resolved, env = {}, isLocal = false } = await prepare(machine);
  const add = ["add", text, "--skill", "pdf", "--agent", "claude-code", "--yes", "--json"];
  const added = await machine.start(add, env);
  expect({ code: added.code, stderr: added.stderr }).toEqual({ code: 0, stderr: "" });
  expect(parseOutput("add", added.stdout)).toMatchObject({ applied: true });
  const entry = machine.locked("pdf");
  expect(entry).toMatchObject({ source, digest: expect.stringMatching(digest) });
  expect(entry?.resolved).toMatch(resolved);
  await expectVerified(machine, ["pdf"]);

  const lock = machine.read("skillwright.lock");
  machine.removeInstalled();
  expectSuccess(await machine.run(["add", "--frozen", "--offline", "--yes"], env));
  await expectVerified(machine, ["pdf"]);
  expect(machine.read("skillwright.lock")).toBe(lock);

  // The content is gone, so that it comes from what was downloaded, and has the locked digest again.
  rmSync(join(machine.folder, "data/cache/packages"), { recursive: true, force: true });
  machine.removeInstalled();
  expectSuccess(await machine.run(["add", "--frozen", "--offline", "--yes"], env));
  await expectVerified(machine, ["pdf"]);
  expectSuccess(await machine.run([...add, "--offline"], env));
  expect(machine.read("skillwright.lock")).toBe(lock);

  rmSync(join(machine.folder, "data/cache"), { recursive: true, force: true });
  const missing = await machine.run([...add, "--offline"], env);
  if (isLocal) expectSuccess(missing);
  else {
    expect(missing.code).toBe(4);
    expect(missing.stderr).toMatch(/is not in the cache, and --offline forbids getting it\.\n$/);
    expect(missing.stderr).toContain(source.replace(/^git\+|\/\.git$/g, ""));
  }
  await expectVerified(machine, ["pdf"]);

  expectSuccess(await machine.run(["remove", "pdf", "--yes"], env));
  expect(machine.locked("pdf")).toBeUndefined();
  await expectVerified(machine, []);
});

test("a token in the path of a site is in no file of the project and in no output", async () => {
  const token = "c4pab1l1ty-t0ken";
  const machine = createPackageMachine();
  const { url } = await startSite(planSite([pdf]), `/t/${token}`);
  const outputs: string[] = [];
  const run = async (words: readonly string[]): Promise<number | null> => {
    const { code, stdout, stderr } = await machine.run(words);
    outputs.push(stdout, stderr);
    return code;
  };
  const add = ["add", `${url}/t/${token}`, "--skill", "pdf", "--agent", "claude-code"];
  expect(await run([...add, "--dry-run"])).toBe(0);
  expect(await run(["login", "--json"])).toBe(0);
  expect(outputs.at(-2)).not.toContain("/t/");
  expect(await run([...add, "--yes"])).toBe(0);
  expect(machine.locked("pdf")?.source).toBe(`${url}/t/***`);
  expect(JSON.parse(machine.read("skillwright.json")).skills).toEqual({ pdf: `${url}/t/***` });
  expect(statSync(join(machine.folder, "data/logins.json")).mode & 0o777).toBe(0o600);
  // The stored token is found again, by a restore without any cache and by the address without it.
  rmSync(join(machine.folder, "data/cache"), { recursive: true });
  machine.removeInstalled();
  expect(await run(["add", "--frozen", "--yes"])).toBe(0);
  await expectVerified(machine, ["pdf"]);
  expect(await run(["add", `${url}/t/***`, "--skill", "pdf", "--yes", "--json"])).toBe(0);
  expect(await run(["why", "pdf"])).toBe(0);
  expect(await run(["login"])).toBe(0);
  expect(outputs.at(-2)).toBe(`${url}/t/***\n`);

  // Another token for the same address is not taken silently.
  const other = await machine.run(["add", `${url}/t/0ther-t0ken`, "--yes"]);
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("another token is stored for")]);
  expect(other.stderr).not.toContain("0ther");

  // A colleague has the project, but not the token.
  const colleague = createPackageMachine({
    "repo/skillwright.lock": machine.read("skillwright.lock"),
    "repo/skillwright.json": machine.read("skillwright.json"),
  });
  const refused = await colleague.run(["add", "--frozen", "--yes"]);
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain(`skillwright login '${url}/t/***' --token-stdin`);
  const env = { HOME: join(colleague.folder, "home"), SKILLWRIGHT_HOME: join(colleague.folder, "data") };
  const login = await skillwright(["login", `${url}/t/***`, "--token-stdin"], { env, input: `${token}\n` });
  expect(login.code).toBe(0);
  expectSuccess(await colleague.run(["add", "--frozen", "--yes"]));
  await expectVerified(colleague, ["pdf"]);

  // A token that is wrong is not printed either.
  const bad = await createPackageMachine().run(["add", `${url}/t/wr0ng-t0ken`, "--yes"]);
  expect(bad.code).toBe(4);
  outputs.push(bad.stderr, refused.stderr, login.stdout);
  for (const text of outputs) expect(text).not.toMatch(/t0ken/);
  for (const { folder } of [machine, colleague]) {
    const paths = readdirSync(join(folder, "repo"), { recursive: true, withFileTypes: true });
    const texts = paths
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) expect(text).not.toContain(token);
  }
});

describe("mirrors", () => {
  async function configure(rows: Readonly<Record<string, string>>): Promise<PackageMachine> {
    return createPackageMachine({ "data/config.json": JSON.stringify({ mirrors: rows }) });
  }

  test("git and HTTP go to the mirror, the lock has the original, and the mirror gets no secret", async () => {
    const repository = createTestRepository();
    repository.commit(files);
    const git = await serveGit(repository.folder);
    const seen: (string | undefined)[] = [];
    const npm = await startServer((request, response) => {
      seen.push(request.headers.authorization);
      const tarball = writeTarGz(inFolder(inFolder(pdf.tree, "pdf"), "package/skills"));
      if (request.url?.endsWith(".tgz")) return response.end(tarball);
      const dist = { tarball: "https://npm.invalid/pdf/-/pdf-1.0.0.tgz", integrity: integrityOf(tarball) };
      const time = { "1.0.0": "2026-01-13T10:30:00.000Z" };
      return response.end(
        JSON.stringify({ "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": { dist } }, time }),
      );
    });
    const machine = await configure({
      "https://git.invalid/team": `${git.url}/.git`,
      "https://npm.invalid/": npm.url,
    });
    writeFileSync(
      join(machine.folder, "home/.npmrc"),
      "registry=https://npm.invalid/\n//npm.invalid/:_authToken=npm-t0ken\n",
    );
    expectSuccess(await machine.run(["add", "git+https://git.invalid/team/", "--skill", "csv", "--yes"]));
    expectSuccess(await machine.run(["add", "npm:pdf", "--yes"]));
    expect([machine.locked("csv")?.source, machine.locked("pdf")?.source]).toEqual([
      expect.stringContaining("git.invalid/team"),
      "npm:pdf",
    ]);
    expect(git.requests.length).toBeGreaterThan(0);
    expect(seen).toEqual(seen.map(() => undefined));
    expect(seen.length).toBeGreaterThan(1);
    await expectVerified(machine, ["csv", "pdf"]);
  });

  test("a mirror with other content than the lock is refused, and one of a capability address is not asked", async () => {
    const original = await site(() => true);
    const changed = testPublication("pdf", [
      { path: "more.md", bytes: Buffer.from("Changed.\n"), executable: false },
    ]);
    const mirror = await startSite(planSite([changed]));
    const machine = createPackageMachine();
    expectSuccess(await machine.run(["add", original.url, "--skill", "pdf", "--yes"]));
    writeFileSync(
      join(machine.folder, "data/config.json"),
      JSON.stringify({ mirrors: { [original.url]: mirror.url } }),
    );
    rmSync(join(machine.folder, "data/cache"), { recursive: true });
    machine.removeInstalled();
    const before = original.log.length;
    const refused = await machine.run(["add", "--frozen", "--yes"]);
    expect(refused.code).toBe(3);
    expect(original.log.length).toBe(before);
    const secret = await machine.run(["add", `${original.url}/t/t0ken`, "--yes"]);
    expect([secret.code, secret.stderr]).toEqual([4, expect.stringContaining("must not get")]);
    expect(`${secret.stderr}${mirror.log.join()}`).not.toContain("t0ken");
  });

  test("a project's own configuration has no say", async () => {
    const { url, log } = await site(() => true);
    const other = await site(() => true);
    const machine = createPackageMachine({
      "repo/skillwright.config.json": JSON.stringify({ mirrors: { [url]: other.url } }),
    });
    expectSuccess(await machine.run(["add", url, "--skill", "pdf", "--yes"]));
    expect([log.length > 0, other.log]).toEqual([true, []]);
  });

  test("an address with a password is refused with the place of the mistake", async () => {
    const machine = await configure({ "https://a.example/": "https://me:s3cret@b.example/" });
    const { code, stderr } = await machine.run(["add", "npm:pdf", "--yes"]);
    expect(code).toBe(2);
    expect(stderr).toContain("at mirrors");
    expect(stderr).not.toContain("s3cret");
  });
});

function integrityOf(bytes: Uint8Array): string {
  return `sha512-${hash("sha512", Buffer.from(bytes), "base64")}`;
}

test("HTTPS_PROXY and NO_PROXY count, and NODE_EXTRA_CA_CERTS makes a private authority trusted", async () => {
  const certificate = createTestCertificate();
  const byPath = new Map(planSite([pdf]).map(({ path, bytes }) => [`/${path}`, bytes]));
  const { url }: TestServer = await startServer((request, response) => {
    const bytes = byPath.get(request.url ?? "");
    response.writeHead(bytes === undefined ? 404 : 200).end(bytes);
  }, certificate);
  const proxy = await startProxy("me:pr0xy");
  const machine = createPackageMachine({ "authority.pem": certificate.cert });
  const add = ["add", url, "--yes"];
  const unknown = await machine.start(add);
  expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining("NODE_EXTRA_CA_CERTS")]);

  const trusted = { NODE_EXTRA_CA_CERTS: join(machine.folder, "authority.pem") };
  const address = proxy.url.replace("://", "://me:pr0xy@");
  expectSuccess(await machine.start(add, { ...trusted, HTTPS_PROXY: address }));
  expect(proxy.log.length).toBeGreaterThan(0);
  expect(proxy.log).toEqual(proxy.log.map(() => `CONNECT ${new URL(url).host}`));
  await expectVerified(machine, ["pdf"]);

  const refused = await machine.start(add, { ...trusted, HTTPS_PROXY: proxy.url });
  expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining("answered 407")]);
  const count = proxy.log.length;
  expectSuccess(await machine.start(add, { ...trusted, HTTPS_PROXY: proxy.url, NO_PROXY: "127.0.0.1" }));
  expect(proxy.log.length).toBe(count);
  // The proxy of the other protocol is not used.
  expectSuccess(await machine.start(add, { ...trusted, HTTP_PROXY: proxy.url }));
  expect(proxy.log.length).toBe(count);
});
