import { SkillError } from "@skillwright/core";
import type { HubSettings } from "../config/settings.ts";
import type { HubDatabase } from "./database.ts";
import { lockDataFolder } from "./lock-data-folder.ts";
import { openPostgres } from "./open-postgres.ts";
import { openSqlite } from "./open-sqlite.ts";

type Place = { readonly settings: Pick<HubSettings, "database">; readonly dataFolder: string };

/** The file of a hub without PostgreSQL. */
export function sqliteFile(dataFolder: string): string {
  return `${dataFolder}/hub.sqlite`;
}

/** Opens the database of a hub that will serve. A data folder belongs to one hub at a time. */
export async function openDatabase(place: Place): Promise<HubDatabase> {
  if (place.settings.database !== undefined) return connect(place);
  const unlock = lockDataFolder(place.dataFolder);
  try {
    const database = await connect(place);
    return {
      ...database,
      close: async () => {
        await database.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Opens the database beside a hub that may be serving. */
export async function connect({ settings, dataFolder }: Place): Promise<HubDatabase> {
  const { database } = settings;
  try {
    return database === undefined ? await openSqlite(sqliteFile(dataFolder)) : await openPostgres(database);
  } catch (error) {
    if (error instanceof SkillError) throw error;
    const where = database === undefined ? sqliteFile(dataFolder) : placeOf(database);
    throw new SkillError("hub-unable", {
      reason: `its database ${where} cannot be used (${reasonOf(error)})`,
    });
  }
}

/** An address without its password. */
function placeOf(address: string): string {
  if (!URL.canParse(address)) return "(PostgreSQL)";
  const { protocol, hostname, pathname, port } = new URL(address);
  return `${protocol}//${hostname}${port && `:${port}`}${pathname}`;
}

/** A host with several addresses fails with several errors and no message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
