import { CompiledQuery, sql } from "kysely";
import type { HubDatabase, HubTransaction } from "./database.ts";
import { firstTables } from "./first-tables.ts";
import { addedColumns } from "./later-tables.ts";

export type SetInsert = {
  readonly kind: HubDatabase["kind"];
  /** A table without columns of bytes. */
  readonly table: "events";
  readonly rows: readonly Row[];
};

type Row = Readonly<Record<string, string | number | null>>;

/** Inserts many rows in the quickest way of each database; building a query of thousands of values would take longer than running it. */
export async function insertRows(
  transaction: HubTransaction,
  { kind, table, rows }: SetInsert,
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.entries({ ...firstTables[table]?.columns, ...addedColumns[table] });
  if (kind === "postgres") {
    const names = sql.join(columns.map(([name]) => sql.ref(name)));
    const types = sql.join(
      columns.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(postgresType(type))}`),
    );
    const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as given (${types})`;
    await sql`insert into ${sql.table(table)} (${names}) select ${names} from ${given}`.execute(transaction);
    return;
  }
  const names = columns.map(([name]) => name);
  const whole = statementOf(table, names, rowsPerStatement);
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const end = Math.min(rows.length, at + rowsPerStatement);
    const values: (string | number | null)[] = [];
    for (const row of rows.slice(at, end)) for (const name of names) values.push(row[name] ?? null);
    const statement = end - at === rowsPerStatement ? whole : statementOf(table, names, end - at);
    await transaction.executeQuery(CompiledQuery.raw(statement, values));
  }
}

/** Twice as fast as `json_each` in SQLite, and the statement is prepared only once. */
const rowsPerStatement = 50;

function statementOf(table: string, names: readonly string[], rows: number): string {
  const row = `(${names.map(() => "?").join(", ")})`;
  return `insert into ${table} (${names.join(", ")}) values ${Array.from({ length: rows }, () => row).join(", ")}`;
}

function postgresType(type: string): string {
  return type.startsWith("text") ? "text" : "bigint";
}
