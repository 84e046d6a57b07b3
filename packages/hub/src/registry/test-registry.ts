import { createTree, digestTree, type FileTree, writeTarGz } from "@skillwright/packaging";
import { enterprise, type Role } from "../access/permissions.ts";
import { createToken, type NewToken } from "../access/tokens.ts";
import type { HubDatabase } from "../database/database.ts";
import { openSqlite } from "../database/open-sqlite.ts";
import { startTestHub, type TestHub, temporaryFolder } from "../test-hub.ts";
import { sha256Of } from "./uploads.ts";

export type TestRegistry = TestHub & {
  /** The hub's own database. */
  readonly database: HubDatabase;
  /** A new token of a role in a tenant, or in a team of it. */
  tokenOf(role: Role, tenant: string, team?: string): Promise<string>;
  createToken(token: Omit<NewToken, "createdBy">): Promise<string>;
  publish(skill: TestPublication): Promise<Response>;
  /** The answer's JSON; fails for anything but 200. */
  read(path: string, token?: string): Promise<unknown>;
};

export type TestPublication = {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly body?: string;
  /** Beside SKILL.md. */
  readonly files?: Readonly<Record<string, string>>;
  readonly signature?: string;
  readonly token?: string;
  readonly tenant?: string;
};

/** A hub with the tenants red and blue, and a team in red. */
export async function startTestRegistry(settings: object = {}): Promise<TestRegistry> {
  const folder = temporaryFolder();
  const hub = await startTestHub(
    { rateLimit: { perMinute: 100_000, anonymousPerMinute: 100_000 }, ...settings },
    folder,
  );
  const database = await openSqlite(`${folder}/hub.sqlite`);
  await database.write(enterprise, async (transaction) => {
    for (const id of ["red", "blue"])
      await transaction.insertInto("tenants").values({ id, name: id, created_at: 0 }).execute();
    for (const name of ["paint", "wood"])
      await transaction.insertInto("teams").values({ tenant: "red", name, created_at: 0 }).execute();
  });
  const newToken: TestRegistry["createToken"] = async (token) => {
    const created = await database.write(token.tenant, (transaction) =>
      createToken(transaction, { ...token, createdBy: "test" }, Date.now()),
    );
    return created.token;
  };
  return {
    ...hub,
    database,
    close: async () => {
      await database.close();
      await hub.close();
    },
    createToken: newToken,
    tokenOf: (role, tenant, team) => newToken({ kind: "service", name: role, tenant, role, team }),
    publish: (skill) => publishTo(hub, skill),
    read: async (path, token) => {
      const answer = await hub.send("GET", path, { token });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
  };
}

export function testTree({ name = "pdf", description, body, files = {} }: TestPublication = {}): FileTree {
  const folder = name.slice(name.lastIndexOf("/") + 1);
  const text = `---\nname: ${folder}\ndescription: ${JSON.stringify(description ?? `Reads ${folder} files.`)}\n---\n${body ?? "# Use\n"}`;
  const all = { "SKILL.md": text, ...files };
  return createTree(
    Object.entries(all).map(([path, content]) => ({
      ...{ path, bytes: Buffer.from(content), executable: content.startsWith("#!") },
    })),
    name,
  );
}

/** Uploads and publishes as clients do. */
export async function publishTo(hub: TestHub, skill: TestPublication): Promise<Response> {
  const { name = "pdf", version = "1.0.0", token = hub.token, signature, tenant } = skill;
  const tree = testTree(skill);
  const archive = writeTarGz(tree);
  const bundle = signature === undefined ? undefined : Buffer.from(signature);
  const search = tenant === undefined ? "" : `?tenant=${tenant}`;
  for (const bytes of bundle === undefined ? [archive] : [archive, bundle]) {
    const sent = await hub.send("PUT", `/api/v1/blobs/${sha256Of(bytes)}${search}`, { token, body: bytes });
    if (sent.status !== 201) return sent;
  }
  return hub.send("POST", `/api/v1/skills/${encodeURIComponent(name)}/versions${search}`, {
    token,
    body: {
      ...{ version, description: "", digest: digestTree(tree) },
      archive: { digest: sha256Of(archive), size: archive.length },
      ...(bundle && { signature: { digest: sha256Of(bundle), size: bundle.length } }),
    },
  });
}
