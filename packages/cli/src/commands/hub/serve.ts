import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import { readSettings } from "@skillwright/core/config";
import { createNodeFileSystem, toFileError } from "@skillwright/core/node";
import { compact, printable } from "@skillwright/core/text";
import { type HubSettings, HubSettingsSchema, type RunningHub, startHub } from "@skillwright/hub";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";

/** Serves until it is interrupted. */
export async function serveHub(invocation: Invocation, io: Io): Promise<number> {
  const ending = io.signal();
  const file = pathOption(invocation, io, "admin-token-file");
  const hub = await startHub({
    ...{ ...readHubPlace(invocation, io), now: io.today },
    writeLog: (line) => void io.err(line),
    ...(file !== undefined && { saveFirstToken: (token: string) => writeSecret(file, token) }),
  });
  try {
    await announce(hub, invocation, io);
    if (!ending.aborted)
      await new Promise((resolve) => ending.addEventListener("abort", resolve, { once: true }));
    return exitCode.ok;
  } finally {
    await hub.close();
  }
}

export type HubPlace = { readonly settings: HubSettings; readonly dataFolder: string };

/** Which hub an invocation is about. */
export function readHubPlace(invocation: Invocation, io: Io): HubPlace {
  const dataFolder = pathOption(invocation, io, "data") ?? `${io.place.dataFolder}/hub`;
  return { settings: readHubSettings(invocation, io), dataFolder };
}

/** The file, then the environment, then the flags. */
function readHubSettings(invocation: Invocation, io: Io): HubSettings {
  const path = pathOption(invocation, io, "config");
  const file =
    path === undefined
      ? HubSettingsSchema.parse({})
      : readSettings(createNodeFileSystem(), { path, schema: HubSettingsSchema, maxBytes: 1_048_576 });
  const port = invocation.option("port");
  const folder = path === undefined ? io.cwd : dirname(path);
  const inFolder = (name: string): string => absolutePath(name, folder, io.place.home);
  const { SKILLWRIGHT_HUB_DATABASE: database, SKILLWRIGHT_HUB_OIDC_SECRET: clientSecret } = io.environment;
  return checkSettings({
    ...file,
    ...compact({
      host: invocation.option("host"),
      port: port === undefined ? undefined : readPort(port),
      // An empty variable is one that was not set.
      database: invocation.option("database") ?? (database || undefined),
    }),
    ...(file.trustRoot !== undefined && { trustRoot: inFolder(file.trustRoot) }),
    ...(file.tls && { tls: { certificate: inFolder(file.tls.certificate), key: inFolder(file.tls.key) } }),
    ...(file.openIdConnect && clientSecret && { openIdConnect: { ...file.openIdConnect, clientSecret } }),
  });
}

/** What flags and the environment say is checked like the file. The message has no value, which may be a password. */
function checkSettings(settings: HubSettings): HubSettings {
  const { data, error } = HubSettingsSchema.safeParse(settings);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new UsageError(`the setting ${issue?.path.join(".")} is invalid: ${issue?.message}.`);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port is a number from 0 to 65535; found '${printable(text)}'.`);
}

function pathOption(invocation: Invocation, io: Io, name: string): string | undefined {
  const value = invocation.option(name);
  return value === undefined ? undefined : absolutePath(value, io.cwd, io.place.home);
}

async function announce(
  { url, firstToken, firstLink }: RunningHub,
  invocation: Invocation,
  io: Io,
): Promise<void> {
  const file = pathOption(invocation, io, "admin-token-file");
  if (invocation.flag("json")) {
    await io.out(`${JSON.stringify({ version: 1, url })}\n`);
    if (firstToken !== undefined && file === undefined)
      await io.err("The administrator's token was not saved. Run `skillwright hub link` to sign in.\n");
    return;
  }
  const shown = file === undefined ? `shown only now: ${firstToken}` : `in ${file}`;
  const first =
    firstToken === undefined
      ? ""
      : `The administrator's token, ${shown}\nSign in with your browser, once and within an hour: ${firstLink}\n`;
  await io.out(`Serving at ${url}\n${first}Press Ctrl-C to stop.\n`);
}

function writeSecret(path: string, secret: string): void {
  try {
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw new SkillError("file-exists", { path });
    throw toFileError(path, error);
  }
}
