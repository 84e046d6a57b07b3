import { setImmediate } from "node:timers/promises";
import { type ParsedSkill, parseSkill } from "@skillwright/core";
import type { SkillSummary } from "@skillwright/core/registry";
import { withoutLinks } from "@skillwright/packaging";
import { type SelectQueryBuilder, sql } from "kysely";
import { hubStream } from "../audit/record-change.ts";
import type { HubDatabase, HubReader } from "../database/database.ts";
import type { EventRow, SkillRow, Tables, VersionRow } from "../database/tables.ts";
import { readRequested } from "../governance/requested.ts";
import { type ActiveRevocation, findRevocation } from "../governance/revoked.ts";
import { hubLimits } from "../limits.ts";
import { type ContentFile, contentFilesSchema } from "./content-files.ts";
import type { PublicVersion } from "./find-skill.ts";
import { latestOf } from "./latest-version.ts";

/** A skill with the version that clients get who ask for none. */
export type LibraryEntry = {
  readonly skill: SkillRow;
  readonly latest: PublicVersion;
  /** Paths of the latest version's files, and of what its links lead to. */
  readonly paths: readonly string[];
  readonly traits: LibraryTraits;
  /** Its author wants only people to start it. */
  readonly isForPeople: boolean;
};

/** What people filter lists by. */
type LibraryTraits = Pick<SkillSummary, "tags" | "tools" | "scripts" | "findings" | "verdict">;

export type LoadedSkill = { readonly entry: LibraryEntry; readonly parsed: ParsedSkill };

/** Skills of a tenant that were changed, added or removed; those without an offered version are not among the loaded ones. */
type LibraryChange = {
  readonly tenant: string;
  readonly names: readonly string[];
  readonly loaded: readonly LoadedSkill[];
};

export type LibraryReader = {
  /** A tenant in which anything changed has a last change without names. */
  changes(): AsyncGenerator<LibraryChange>;
  /** The next changes have every skill of the tenant. */
  forget(tenant: string): void;
};

/**
 * Reads what changed since the last time. Every change of a skill is in the hub's audit stream with the skill's name (`recordChange`), also
 * if another hub on the same database made it, so that only changed skills are read.
 */
export function createLibraryReader(database: HubDatabase): LibraryReader {
  const sequences = new Map<string, number>();
  return {
    forget: (tenant) => void sequences.delete(tenant),
    changes: async function* () {
      const streams = await database.read
        .selectFrom("streams")
        .select(["tenant", "sequence"])
        // By the key, as there are far more logs of agents than tenants.
        .where("tenant", "in", (builder) => builder.selectFrom("tenants").select("id"))
        .where("stream", "=", hubStream)
        .execute();
      for (const { tenant, sequence } of streams) {
        const known = sequences.get(tenant);
        if (known === sequence) continue;
        for await (const names of changedNames(database, tenant, known)) {
          yield { tenant, names, loaded: await loadSkills(database, { tenant, names }) };
          // SQLite answers without a pause, and thousands of skills take seconds: other requests come first.
          await setImmediate();
        }
        sequences.set(tenant, sequence);
        yield { tenant, names: [], loaded: [] };
      }
    },
  };
}

/** The names of changed skills, a batch at a time; all of them the first time. */
function changedNames(
  database: HubDatabase,
  tenant: string,
  since: number | undefined,
): AsyncGenerator<readonly string[]> {
  return since === undefined ? allNames(database, tenant) : namesSince(database, tenant, since);
}

async function* allNames({ read }: HubDatabase, tenant: string): AsyncGenerator<readonly string[]> {
  let last = "";
  while (true) {
    const rows = await read
      .selectFrom("skills")
      .select("name")
      .where("tenant", "=", tenant)
      .where("name", ">", last)
      .orderBy("name")
      .limit(hubLimits.libraryBatch)
      .execute();
    if (rows.length === 0) return;
    yield rows.map(({ name }) => name);
    last = rows.at(-1)?.name ?? last;
  }
}

async function* namesSince(
  { read }: HubDatabase,
  tenant: string,
  since: number,
): AsyncGenerator<readonly string[]> {
  let last = since;
  while (true) {
    const rows = await selectChanges(read, tenant, last).execute();
    if (rows.length === 0) return;
    const names = new Set(rows.flatMap(({ skill }) => (skill === null ? [] : [skill])));
    if (names.size > 0) yield [...names];
    last = rows.at(-1)?.sequence ?? last;
  }
}

/** In the order of the hub's stream: ordered by name, SQLite would read the events of all agents for it. */
export function selectChanges(
  read: HubReader,
  tenant: string,
  since: number,
): SelectQueryBuilder<Tables, "events", Pick<EventRow, "sequence" | "skill">> {
  return read
    .selectFrom("events")
    .select(["sequence", "skill"])
    .where("tenant", "=", tenant)
    .where("stream", "=", hubStream)
    .where("sequence", ">", since)
    .orderBy("sequence")
    .limit(hubLimits.libraryBatch);
}

type Wanted = {
  readonly tenant: string;
  readonly names: readonly string[];
  /** Versions that one of these is about are not offered. */
  readonly revocations?: readonly ActiveRevocation[];
};

/** Skills with the latest of their offered versions; those without one are left out. */
export async function loadSkills(
  { read }: HubDatabase,
  { tenant, names, revocations = [] }: Wanted,
): Promise<readonly LoadedSkill[]> {
  const skills = await read
    .selectFrom("skills")
    .selectAll()
    .where("tenant", "=", tenant)
    .where("name", "in", names)
    .execute();
  const versions = await read
    .selectFrom("versions")
    .select(["name", "version", "digest", "archive_digest", "archive_size", "artifact_digest", "git_commit"])
    .select(["signature_digest", "signature_size", "signer", "publisher", "published_at"])
    .select(["description", "state", "yanked", "deprecated"])
    .where("tenant", "=", tenant)
    .where("name", "in", names)
    .execute();
  const byName = Map.groupBy(
    versions.filter((version) => findRevocation(version, revocations) === undefined),
    ({ name }) => name,
  );
  const offered = skills.flatMap((skill) => {
    const latest = latestOf(byName.get(skill.name) ?? []);
    return latest === undefined ? [] : [{ skill, latest }];
  });
  if (offered.length === 0) return [];
  const contents = await read
    .selectFrom("contents")
    .selectAll()
    .where(
      "digest",
      "in",
      offered.map(({ latest }) => latest.digest),
    )
    .execute();
  const traits = await readTraits(read, { tenant, offered });
  const byDigest = new Map(contents.map((content) => [content.digest, content]));
  return offered.map(({ skill, latest }) => {
    const content = byDigest.get(latest.digest);
    const files = contentFilesSchema.parse(JSON.parse(content?.files ?? "[]"));
    const parsed = parseSkill(content?.instructions ?? "");
    const tags = (parsed.manifest.tags ?? []).slice(0, hubLimits.tagsPerSkill);
    const found = traits.get(`${skill.name} ${latest.version}`) ?? noTraits;
    const isForPeople = parsed.manifest.disableModelInvocation === true;
    return {
      entry: { skill, latest, paths: pathsOf(files), traits: { ...found, tags }, isForPeople },
      parsed,
    };
  });
}

type Offered = { readonly skill: SkillRow; readonly latest: PublicVersion };
const noTraits = { scripts: 0, findings: { error: 0, warning: 0, info: 0 } };

/** What the offered versions ask for and what was found in them, by name and version. */
async function readTraits(
  read: HubDatabase["read"],
  { tenant, offered }: { readonly tenant: string; readonly offered: readonly Offered[] },
): Promise<ReadonlyMap<string, Omit<LibraryTraits, "tags">>> {
  const places = offered.map(({ skill, latest }) => ({ name: skill.name, version: latest.version }));
  const rows = await selectVersions(read, tenant, places).execute();
  return new Map(
    rows.map((row) => {
      const { requested, findings, scan } = readRequested(row);
      const count = (severity: string): number => findings.filter((one) => one.severity === severity).length;
      const counts = { error: count("error"), warning: count("warning"), info: count("info") };
      const tools = requested.tools && { tools: requested.tools };
      return [
        `${row.name} ${row.version}`,
        {
          ...tools,
          ...{ scripts: requested.scripts.length, findings: counts },
          ...(scan && { verdict: scan.verdict }),
        },
      ];
    }),
  );
}

type VersionPlace = { readonly name: string; readonly version: string };

/** Whole keys in one list: of conditions that are joined with `or`, SQLite would try all on every version of the tenant. */
export function selectVersions(
  read: HubReader,
  tenant: string,
  places: readonly VersionPlace[],
): SelectQueryBuilder<Tables, "versions", Pick<VersionRow, "name" | "version" | "requested" | "findings">> {
  const keys = places.map(({ name, version }) => sql`(${tenant}, ${name}, ${version})`);
  return read
    .selectFrom("versions")
    .select(["name", "version", "requested", "findings"])
    .where(sql<boolean>`(tenant, name, version) in (values ${sql.join(keys)})`);
}

function pathsOf(files: readonly ContentFile[]): readonly string[] {
  const entries = files.map(({ path, linksTo }) =>
    linksTo === undefined ? { path, bytes: noBytes, executable: false } : { path, linksTo },
  );
  return withoutLinks({ entries }).map(({ path }) => path);
}

const noBytes = new Uint8Array();
