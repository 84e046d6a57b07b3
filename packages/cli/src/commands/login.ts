import { printable } from "@skillwright/core/text";
import { hasSecret, redactUrl } from "@skillwright/packaging";
import { type Command, type Invocation, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { type Login, loginsFile, readLogins, writeLogins } from "../registries/logins.ts";
import { safeJson } from "../terminal/safe-text.ts";

/** Stores tokens for hubs, sites and registries. */
export const loginCommand: Command = {
  name: "login",
  usage: "[URL] [options]",
  flags: {
    "token-stdin": { type: "boolean", help: "Read the token from standard input." },
    user: {
      type: "string",
      value: "NAME",
      help: "User name; the token is then a password (OCI registries).",
    },
    hub: { type: "boolean", help: "Use this address as the hub of `hub:` sources." },
    remove: { type: "boolean", help: "Forget the token for URL." },
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `Without URL, lists the addresses that have a token. A token is sent only to addresses below URL. It is stored in a file that only you
can read. For a site at https://HOST/t/TOKEN,
write the address with /t/***. Tokens for npm in ~/.npmrc and logins by \`docker login\` are used as well.`,
  examples: [
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
    if (address === undefined) return list(logins, invocation, io);
    const url = readAddress(address);
    const others = logins.filter((login) => login.url !== url);
    if (invocation.flag("remove")) {
      if (others.length === logins.length) throw new UsageError(`there is no token for ${printable(url)}.`);
      writeLogins(io, others);
      return list(others, invocation, io);
    }
    const user = invocation.option("user");
    const isHub = invocation.flag("hub");
    const token = await readToken(invocation, io);
    const added: Login = { url, token, ...(user !== undefined && { user }), ...(isHub && { isHub: true }) };
    const kept = isHub ? others.map(({ isHub: _, ...login }) => login) : others;
    writeLogins(io, [...kept, added]);
    return list([...kept, added], invocation, io);
  },
};

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
  const text = invocation.flag("token-stdin")
    ? new TextDecoder().decode(await io.readInput(maxToken))
    : await io.ask("Token (shown while you type): ");
  if (text === undefined) throw new UsageError("no terminal to ask for the token. Pass --token-stdin.");
  const token = text.trim();
  if (token.length > maxToken || !/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("the token must be one line of visible ASCII characters.");
  return token;
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
  const lines = rows.map(({ url, user, hub }) =>
    [printable(url), ...(user === null ? [] : [`as ${printable(user)}`]), ...(hub ? ["(hub)"] : [])].join(
      " ",
    ),
  );
  await io.out(lines.length === 0 ? "No tokens are stored.\n" : `${lines.join("\n")}\n`);
  return exitCode.ok;
}
