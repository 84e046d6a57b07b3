import { sql } from "kysely";
import type { HubDatabase, HubTransaction } from "./database.ts";
import { firstTables } from "./first-tables.ts";

export type SetInsert = {
  readonly kind: HubDatabase["kind"];
  /** A table without columns of bytes. */
  readonly table: "events";
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
};

/** Inserts rows with one statement and one parameter, however many there are: several times faster than a parameter for each value. */
export async function insertRows(
  transaction: HubTransaction,
  { kind, table, rows }: SetInsert,
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.entries(firstTables[table]?.columns ?? {});
  const names = sql.join(columns.map(([name]) => sql.ref(name)));
  const json = JSON.stringify(rows);
  if (kind === "sqlite") {
    const values = sql.join(columns.map(([name]) => sql`value ->> ${sql.lit(name)}`));
    await sql`insert into ${sql.table(table)} (${names}) select ${values} from json_each(${json})`.execute(
      transaction,
    );
    return;
  }
  const types = sql.join(
    columns.map(
      ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type.startsWith("text") ? "text" : "bigint")}`,
    ),
  );
  await sql`insert into ${sql.table(table)} (${names}) select ${names} from json_to_recordset(${json}::json) as given (${types})`.execute(
    transaction,
  );
}
