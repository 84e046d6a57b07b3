import { type BackupReport, backupHub, createAdminLink, restoreHub } from "@skillwright/hub";
import type { Invocation } from "../../command.ts";
import { UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { oneLine, safeJson } from "../../terminal/safe-text.ts";
import { countOf } from "../../terminal/text-width.ts";
import { type HubPlace, readHubPlace } from "./serve.ts";

/** Backups of a hub, and the way in when all tokens are lost. */
export async function maintainHub(invocation: Invocation, io: Io): Promise<number> {
  const [action, file, ...rest] = invocation.positionals;
  const place = readHubPlace(invocation, io);
  if (action === "link" && file === undefined) return link(place, invocation, io);
  if (action !== "backup" && action !== "restore")
    throw new UsageError(`expected backup FILE, restore FILE, link, agents or feedback; found '${action}'.`);
  if (file === undefined || rest.length > 0) throw new UsageError(`${action} takes one FILE.`);
  if (place.settings.database !== undefined)
    throw new UsageError(
      `${action} is for hubs with SQLite. Use pg_dump and pg_restore for PostgreSQL: everything is in the database.`,
    );
  const target = absolutePath(file, io.cwd, io.place.home);
  const options = { dataFolder: place.dataFolder, file: target };
  const report =
    action === "backup" ? await backupHub(options) : await restoreHub({ ...options, now: io.today() });
  await show(report, { action, file: target, isJson: invocation.flag("json"), io });
  return exitCode.ok;
}

type Shown = { readonly action: string; readonly file: string; readonly isJson: boolean; readonly io: Io };

async function show(report: BackupReport, { action, file, isJson, io }: Shown): Promise<void> {
  if (isJson) return io.out(`${safeJson({ version: 1, file, ...report })}\n`);
  const { bytes, tenants, skills, versions, events } = report;
  const counts = [
    countOf(tenants, "tenant"),
    countOf(skills, "skill"),
    countOf(versions, "version"),
    countOf(events, "audit event"),
  ];
  const done = action === "backup" ? "Wrote and verified" : "Restored";
  await io.out(`${done} ${oneLine(file)}: ${countOf(bytes, "byte")}, ${counts.join(", ")}.\n`);
  if (action === "restore") await io.out(afterRestore);
}

const afterRestore = `Agents accept the next state document of this hub. Revoke and deploy again what was revoked and deployed since the backup.
Agents that have uploaded audit lines since then report that the hub's log was rolled back; those lines are missing here.
`;

async function link({ settings, dataFolder }: HubPlace, invocation: Invocation, io: Io): Promise<number> {
  const created = await createAdminLink({ settings, dataFolder, now: io.today() });
  const { publicUrl, host, port, tls } = settings;
  const own = port === 0 ? "" : `${tls ? "https" : "http"}://${host}:${port}`;
  const address = (publicUrl ?? own).replace(/\/$/, "") + created.link;
  const text = invocation.flag("json")
    ? safeJson({ version: 1, link: address, expiresAt: created.expiresAt })
    : `Open this address at your hub, once and before ${created.expiresAt}: ${address}`;
  await io.out(`${text}\n`);
  return exitCode.ok;
}
