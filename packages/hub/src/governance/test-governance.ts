import { createHttpClient, createTree, publishHub, readPublication } from "@skillwright/packaging";
import { onTestFinished } from "vitest";
import { enterprise, type Role } from "../access/permissions.ts";
import { createToken } from "../access/tokens.ts";
import { HubSettingsSchema } from "../config/settings.ts";
import type { HubDatabase, HubTransaction } from "../database/database.ts";
import { openPostgres } from "../database/open-postgres.ts";
import { openSqlite } from "../database/open-sqlite.ts";
import { startTestHub, type TestHub, temporaryFolder } from "../test-hub.ts";

type Answer = {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every route.
  readonly json: any;
};

export type GovernedHub = {
  readonly hub: TestHub;
  readonly clock: { time: number };
  /** The database itself, for what no route does. */
  readonly database: HubDatabase;
  /** A personal token of a person with these roles. */
  person(name: string, ...grants: readonly TestGrant[]): Promise<string>;
  service(role: Role, options?: { tenant?: string; createdBy?: string }): Promise<string>;
  call(token: string, line: string, body?: unknown): Promise<Answer>;
  /** Publishes a skill; returns the answer of the newest version. */
  publish(token: string, skill: TestSkill): Promise<void>;
};

type TestGrant = { readonly role: Role; readonly tenant?: string; readonly team?: string };
type TestSkill = {
  readonly name: string;
  readonly version: string;
  readonly fields?: string;
  readonly body?: string;
  readonly files?: Readonly<Record<string, string>>;
};

export type GovernedOptions = {
  readonly settings?: object;
  /** A PostgreSQL address; SQLite otherwise. */
  readonly postgres?: string;
  readonly tenants?: readonly string[];
  readonly clock?: { time: number };
};

/** A hub with the tenants red and blue, people on demand and a clock that the test moves. */
export async function startGovernedHub(options: GovernedOptions = {}): Promise<GovernedHub> {
  const {
    postgres,
    tenants = ["red", "blue"],
    clock = { time: Date.parse("2026-03-01T00:00:00Z") },
  } = options;
  const folder = temporaryFolder();
  const settings = {
    ...{ rateLimit: { perMinute: 1_000_000 }, ...options.settings },
    ...(postgres && { database: postgres }),
  };
  const hub = await startTestHub(HubSettingsSchema.parse(settings), folder, () => clock.time);
  const database = postgres ? await openPostgres(postgres) : await openSqlite(`${folder}/hub.sqlite`);
  onTestFinished(() => database.close());
  const write = <Result>(work: (transaction: HubTransaction) => Promise<Result>): Promise<Result> =>
    database.write(enterprise, work);
  await write(async (transaction) => {
    for (const id of tenants)
      await transaction
        .insertInto("tenants")
        .values({ id, name: id, created_at: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
  return {
    ...{ hub, clock, database },
    person: (name, ...grants) => write((transaction) => addPerson(transaction, name, grants)),
    service: (role, { tenant = "red", createdBy = "test" } = {}) =>
      write(async (transaction) => {
        const made = { kind: "service", name: role, tenant, role, createdBy } as const;
        return (await createToken(transaction, made, 0)).token;
      }),
    call: async (token, line, body) => {
      const [method = "", path = ""] = line.split(" ");
      const answer = await hub.send(method, path, {
        token,
        body: body ?? (method === "POST" ? {} : undefined),
      });
      const text = await answer.text();
      return { status: answer.status, json: text === "" ? undefined : JSON.parse(text) };
    },
    publish: async (token, skill) => {
      const http = createHttpClient({ credentials: [{ prefix: hub.url, authorization: `Bearer ${token}` }] });
      await publishHub(toPublication(skill), { http, hub: hub.url });
      http.close();
    },
  };
}

async function addPerson(
  transaction: HubTransaction,
  name: string,
  grants: readonly TestGrant[],
): Promise<string> {
  await transaction
    .insertInto("people")
    .values({
      ...{ id: name, name, email: null, issuer: null, subject: null },
      ...{ created_at: 0, disabled_at: null },
    })
    .execute();
  for (const { role, tenant = "red", team = "" } of grants)
    await transaction.insertInto("memberships").values({ person: name, tenant, team, role }).execute();
  const tenant = grants[0]?.tenant ?? "red";
  const token = { kind: "personal", name, person: name, tenant, createdBy: `person:${name}` } as const;
  return (await createToken(transaction, token, 0)).token;
}

function toPublication({
  name,
  version,
  fields = "",
  body = "# Title\n\nRead it.\n",
  files = {},
}: TestSkill) {
  const text = `---\nname: ${name}\ndescription: Handles ${name}. Use it for ${name}.\n${fields}metadata:\n  version: ${version}\n---\n${body}`;
  const entries = Object.entries({ "SKILL.md": text, ...files }).map(([path, content]) => ({
    ...{ path, bytes: Buffer.from(content), executable: path.startsWith("scripts/") },
  }));
  return readPublication(createTree(entries, name), name);
}

/** Drafts a policy and activates it. */
export async function applyPolicy(
  governed: Pick<GovernedHub, "call">,
  token: string,
  policy: object,
): Promise<number> {
  const drafted = await governed.call(token, "POST /api/v1/policies", { policy: { version: 1, ...policy } });
  if (drafted.status !== 201) throw new Error(JSON.stringify(drafted.json));
  const { version } = drafted.json;
  const activated = await governed.call(token, `POST /api/v1/policies/${version}/activate`);
  if (activated.status !== 200) throw new Error(JSON.stringify(activated.json));
  return version;
}
