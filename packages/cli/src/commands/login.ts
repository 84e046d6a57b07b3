import { formatError, SkillError } from "@skillwright/core";
import { printable } from "@skillwright/core/text";
import { hasSecret, redactUrl } from "@skillwright/packaging";
import { type Command, type Invocation, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { absolutePath } from "../input/absolute-path.ts";
import { readTextFile } from "../input/read-files.ts";
import type { Io } from "../io.ts";
import { type Login, loginsFile, readLogins, writeLogins } from "../registries/logins.ts";
import { openRegistries, toCredential } from "../registries/open-registries.ts";
import { askHub, forgetHub, writePin } from "../registries/pin-hub.ts";
import { safeJson } from "../terminal/safe-text.ts";

/** Stores tokens for hubs, sites and registries. */
export const loginCommand: Command = {
  name: "login",
  usage: "[URL] [options]",
  flags: {
    "token-stdin": { type: "boolean", help: "Read the token from standard input." },
    "token-file": { type: "string", value: "FILE", help: "Read the token from a file." },
    user: {
      type: "string",
      value: "NAME",
      help: "User name; the token is then a password (OCI registries).",
    },
    hub: { type: "boolean", help: "Use this address as the hub; found out with --token-file." },
    environment: {
      type: "string",
      value: "NAME",
      help: "This machine's environment, such as production: deployments for others do not reach it.",
    },
    remove: { type: "boolean", help: "Forget the token for URL." },
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `Without URL, lists the addresses that have a token. A token is sent only to addresses below URL. It is stored in a file that only you
can read. A hub's key is remembered, and everything that \`skillwright sync\` gets must be signed with it. For a site at
https://HOST/t/TOKEN, write the address with /t/***. Tokens for npm in ~/.npmrc and logins by \`docker login\` are used as well.`,
  examples: [
    "skillwright login https://hub.example.com --token-file token",
    "skillwright login https://hub.example.com --hub",
    "echo $TOKEN | skillwright login https://npm.example.com/team --token-stdin",
    "skillwright login https://ghcr.io --user me --token-stdin < token",
    "skillwright login 'https://skills.example.com/t/***' --token-stdin < token",
    "skillwright login https://hub.example.com --remove",
  ],
  async run(invocation, io) {
    const logins = readLogins(io);
    const [address, ...rest] = invocation.positionals;
    if (rest.length > 0) throw new UsageError("expected one URL.");
    if (address === undefined && invocation.flag("remove"))
      throw new UsageError("--remove requires the URL whose token is to be forgotten.");
    if (address === undefined) return list(logins, invocation, io);
    const url = readAddress(address);
    const others = logins.filter((login) => login.url !== url);
    if (invocation.flag("remove")) {
      if (others.length === logins.length) throw new UsageError(`there is no token for ${printable(url)}.`);
      writeLogins(io, others);
      if (logins.some((login) => login.url === url && login.isHub)) forgetHub(io);
      return list(others, invocation, io);
    }
    const user = invocation.option("user");
    const token = await readToken(invocation, io);
    const login: Login = { url, token, ...(user !== undefined && { user }) };
    const isHub = await checkHub(login, invocation, io);
    const added: Login = { ...login, ...(isHub && { isHub: true }) };
    const kept = isHub ? others.map(({ isHub: _, ...other }) => other) : others;
    writeLogins(io, [...kept, added]);
    if (invocation.flag("json")) return list([...kept, added], invocation, io);
    await io.out(`Stored the token for ${describe(added)}.\n`);
    return exitCode.ok;
  },
};

/** Whether the address is the user's hub from now on. A hub's key is pinned, and a token that it refuses is not stored. */
async function checkHub(login: Login, invocation: Invocation, io: Io): Promise<boolean> {
  const isNamed = invocation.flag("hub");
  const mayBe = invocation.option("token-file") !== undefined && login.user === undefined;
  if (!isNamed && !mayBe) return false;
  const environment = invocation.option("environment");
  const { http } = openRegistries(io, { credentials: [toCredential(login)] });
  try {
    const pin = await askHub({ http, hub: login.url, environment }, io);
    if (pin !== undefined) writePin(pin, io);
    return isNamed || pin !== undefined;
  } catch (error) {
    // A login may be prepared before the hub can be reached; the first sync then pins its key.
    if (!isNamed || !(error instanceof SkillError) || error.code !== "source-unavailable") throw error;
    await io.err(
      `note: ${formatError(error)} Its key will be remembered by the first \`skillwright sync\`.\n`,
    );
    return true;
  } finally {
    http.close();
  }
}

function readAddress(text: string): string {
  const isWeb = /^https?:\/\//i.test(text) && URL.canParse(text);
  if (!isWeb) throw new UsageError(`URL must start with https:// or http://; found '${printable(text)}'.`);
  const url = new URL(text);
  if (hasSecret(url) || url.hash !== "")
    throw new UsageError("URL must have no user, password, query or token. Pass a token with --token-stdin.");
  return url.pathname === "/" ? url.origin : url.href.replace(/\/$/, "");
}

const maxToken = 16_384;

async function readToken(invocation: Invocation, io: Io): Promise<string> {
  const text = await tokenText(invocation, io);
  if (text === undefined)
    throw new UsageError(
      io.terminal.piped
        ? "no terminal to ask for the token. Pass --token-file or --token-stdin."
        : "no token was entered, so nothing was changed.",
    );
  const token = text.trim();
  if (token.length > maxToken || !/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("the token must be one line of visible ASCII characters.");
  return token;
}

async function tokenText(invocation: Invocation, io: Io): Promise<string | undefined> {
  const file = invocation.option("token-file");
  if (file !== undefined && invocation.flag("token-stdin"))
    throw new UsageError("--token-file and --token-stdin exclude each other.");
  if (file !== undefined) return readTextFile(absolutePath(file, io.cwd, io.place.home), maxToken);
  if (!invocation.flag("token-stdin")) return io.askSecret("Token (not shown while you type): ");
  return new TextDecoder().decode(await io.readInput(maxToken));
}

async function list(logins: readonly Login[], invocation: Invocation, io: Io): Promise<number> {
  const rows = logins.map(({ url, user, isHub = false }) => ({
    url: redactUrl(url),
    user: user ?? null,
    hub: isHub,
  }));
  if (invocation.flag("json")) {
    await io.out(`${safeJson({ version: 1, file: loginsFile(io), logins: rows }, 2)}\n`);
    return exitCode.ok;
  }
  const lines = logins.map(describe);
  await io.out(lines.length === 0 ? "No tokens are stored.\n" : `${lines.join("\n")}\n`);
  return exitCode.ok;
}

function describe({ url, user, isHub }: Login): string {
  const as = user === undefined ? "" : ` as ${printable(user)}`;
  return `${printable(redactUrl(url))}${as}${isHub ? " (hub)" : ""}`;
}
