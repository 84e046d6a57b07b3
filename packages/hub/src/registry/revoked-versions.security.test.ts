import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { digestTree, writeTarGz } from "@skillwright/packaging";
import { expect, test } from "vitest";
import { startTestRegistry, type TestRegistry, testTree } from "./test-registry.ts";
import { sha256Of } from "./uploads.ts";

const bodies = { "1.0.0": "# Old\n", "1.1.0": "# New\n" };
type Version = keyof typeof bodies;

const treeOf = (version: Version) => testTree({ body: bodies[version] });
const archiveOf = (version: Version) => sha256Of(writeTarGz(treeOf(version)));

/** Every address that lists versions, as the versions that a client would find there. */
async function listed(hub: TestRegistry, token: string): Promise<Record<string, string>> {
  const text = async (path: string): Promise<string> => {
    const answer = await hub.send("GET", path, { token });
    return answer.text();
  };
  const versionsIn = async (path: string): Promise<string> => {
    const found = await text(path);
    return Object.keys(bodies)
      .filter((version) => found.includes(`"${version}"`))
      .join(" ");
  };
  const site = await text("/.well-known/agent-skills/index.json");
  const file = await text("/.well-known/skills/pdf/SKILL.md");
  const { stdout } = await promisify(execFile)("git", [
    ...["-c", `http.extraHeader=Authorization: Bearer ${token}`],
    ...["ls-remote", `${hub.url}/git/pdf.git`],
  ]).catch((error: Error) => {
    expect(error.message).toContain("not found");
    return { stdout: "" };
  });
  return {
    document: await versionsIn("/api/v1/skills/pdf"),
    search: await versionsIn("/api/v1/search?q=pdf"),
    list: await versionsIn("/api/v1/skills"),
    marketplace: await versionsIn("/marketplace.json"),
    clawhub: await versionsIn("/clawhub/api/v1/skills/pdf/versions"),
    clawhubSearch: await versionsIn("/clawhub/api/v1/search?q=pdf"),
    site: (["1.0.0", "1.1.0"] as const).filter((one) => site.includes(archiveOf(one).slice(7))).join(" "),
    file: (["1.0.0", "1.1.0"] as const).filter((one) => file.includes(bodies[one])).join(" "),
    git: [...stdout.matchAll(/refs\/tags\/v(\S+)/g)].map(([, version]) => version).join(" "),
  };
}

/** Every address of one version, with its status. */
async function statuses(hub: TestRegistry, version: Version, token: string): Promise<readonly number[]> {
  const paths = [
    `/api/v1/skills/pdf/versions/${version}`,
    `/api/v1/skills/pdf/versions/${version}/file?path=SKILL.md`,
    `/api/v1/blobs/${archiveOf(version)}`,
    `/api/v1/digests/${digestTree(treeOf(version))}`,
    `/.well-known/agent-skills/pdf/${archiveOf(version).slice(7)}.tar.gz`,
    `/clawhub/api/v1/download?slug=pdf&version=${version}`,
    `/clawhub/api/v1/skills/pdf/versions/${version}`,
  ];
  const found: number[] = [];
  for (const path of paths) {
    const answer = await hub.send("GET", path, { token });
    const text = await answer.text();
    if (answer.status === 410) expect(text).toContain("It leaks keys.");
    found.push(answer.status);
  }
  return found;
}

const all = (value: string): Record<string, string> =>
  Object.fromEntries(
    "document search list marketplace clawhub clawhubSearch site file git"
      .split(" ")
      .map((key) => [key, value]),
  );
const latest = { search: "1.1.0", list: "1.1.0", marketplace: "1.1.0", clawhubSearch: "1.1.0" };
const whole = { ...all("1.0.0 1.1.0"), ...latest, site: "1.1.0", file: "1.1.0" };
const gone = Array(7).fill(410);
const there = Array(7).fill(200);

async function start(): Promise<{ hub: TestRegistry; reader: string; publisher: string }> {
  const hub = await startTestRegistry();
  const publisher = await hub.tokenOf("publisher", "red");
  for (const version of ["1.0.0", "1.1.0"] as const)
    await hub.publish({ version, body: bodies[version], token: publisher });
  return { hub, publisher, reader: await hub.tokenOf("reader", "red") };
}

async function revoke(hub: TestRegistry, tenant: string, target: object): Promise<string> {
  const body = { message: "It leaks keys.", ...target };
  const answer = await hub.send("POST", `/api/v1/revocations?tenant=${tenant}`, { token: hub.token, body });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  return id;
}

async function lift(hub: TestRegistry, tenant: string, id: string): Promise<void> {
  const path = `/api/v1/revocations/${id}/lift?tenant=${tenant}`;
  expect((await hub.send("POST", path, { token: hub.token, body: {} })).status).toBe(200);
}

test.each([
  ["version", "red", () => "pdf@1.1.0"],
  ["digest", "enterprise", () => digestTree(treeOf("1.1.0"))],
])("a version revoked by %s in %s is nowhere offered until that is lifted", async (kind, tenant, value) => {
  const { hub, reader } = await start();
  expect(await listed(hub, reader)).toEqual(whole);
  const id = await revoke(hub, tenant, { kind, value: value() });
  expect(await listed(hub, reader)).toEqual(all("1.0.0"));
  expect(await statuses(hub, "1.1.0", reader)).toEqual(gone);
  expect(await statuses(hub, "1.0.0", reader)).toEqual(there);
  await lift(hub, tenant, id);
  expect(await listed(hub, reader)).toEqual(whole);
  expect(await statuses(hub, "1.1.0", reader)).toEqual(there);
});

test.each(["name", "publisher"])("with its %s revoked, no version of a skill is offered", async (kind) => {
  const { hub, reader, publisher } = await start();
  const value = kind === "name" ? "pdf" : `token:${publisher.split("_")[1]}`;
  const id = await revoke(hub, "red", { kind, value });
  expect(await listed(hub, reader)).toEqual(all(""));
  for (const version of ["1.0.0", "1.1.0"] as const)
    expect(await statuses(hub, version, reader)).toEqual(gone);
  await lift(hub, "red", id);
  expect(await listed(hub, reader)).toEqual(whole);
});

test("those who take part in approvals can look at a revoked version, but no one downloads it", async () => {
  const { hub, publisher } = await start();
  await revoke(hub, "red", { kind: "name", value: "pdf" });
  expect(await statuses(hub, "1.1.0", publisher)).toEqual([200, 200, 410, 410, 410, 410, 410]);
});

test("a tenant's revocation of the enterprise's skill does not concern other tenants", async () => {
  const hub = await startTestRegistry();
  for (const version of ["1.0.0", "1.1.0"] as const) await hub.publish({ version, body: bodies[version] });
  const [red, blue] = [await hub.tokenOf("reader", "red"), await hub.tokenOf("reader", "blue")];
  await revoke(hub, "red", { kind: "version", value: "pdf@1.1.0" });
  expect(await listed(hub, red)).toEqual(all("1.0.0"));
  expect(await listed(hub, blue)).toEqual(whole);
  expect(await statuses(hub, "1.1.0", red)).toEqual(gone);
  expect(await statuses(hub, "1.1.0", blue)).toEqual(there);
});
