import { SkillError } from "@skillwright/core";
import type { Credential } from "../http/client.ts";

/** An `.npmrc`. */
export type NpmrcFile = {
  readonly text: string;
  /**
   * It comes with a project that others may have written. Its references to environment variables stay unused, or a cloned
   * repository could have them sent to a server of its choice.
   */
  readonly isProject?: boolean;
};

export type NpmSettings = {
  /** The registry of a package, by its scope; ends with `/`. */
  registryOf(name: string): string;
  readonly credentials: readonly Credential[];
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads what matters here of `.npmrc` files, the weakest first: registries, their scopes and their tokens. */
export function readNpmrc(files: readonly NpmrcFile[], environment: Environment = {}): NpmSettings {
  const values = new Map<string, string>();
  for (const { text, isProject = false } of files) {
    for (const [key, value] of readLines(text)) {
      const expanded = expand(value, isProject ? {} : environment);
      if (expanded !== undefined) values.set(key, expanded);
    }
  }
  const registry = readRegistry(values.get("registry") ?? "https://registry.npmjs.org/");
  const registryOf = (name: string): string => {
    const scoped = name.startsWith("@")
      ? values.get(`${name.slice(0, name.indexOf("/"))}:registry`)
      : undefined;
    return scoped === undefined ? registry : readRegistry(scoped);
  };
  return { registryOf, credentials: readCredentials(values) };
}

function readRegistry(text: string): string {
  if (text.length > 2048 || !/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new SkillError("config-invalid", {
      path: ".npmrc",
      reason: "a registry is not an http or https address",
    });
  return text.endsWith("/") ? text : `${text}/`;
}

function* readLines(text: string): Generator<readonly [string, string]> {
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const line = raw.trim();
    const at = line.indexOf("=");
    if (at <= 0 || line.startsWith("#") || line.startsWith(";")) continue;
    const value = line.slice(at + 1).trim();
    const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
    yield [line.slice(0, at).trim(), isQuoted ? value.slice(1, -1) : value];
  }
}

/** `${NAME}`; undefined if one of them is not set. */
function expand(value: string, environment: Environment): string | undefined {
  let isComplete = true;
  const expanded = value.replace(/\$\{([^${}?]{1,200})\??\}/g, (_, name: string) => {
    const found = environment[name];
    if (found === undefined) isComplete = false;
    return found ?? "";
  });
  return isComplete ? expanded : undefined;
}

/** `//host/path/:_authToken=…`, `_auth`, or `username` with `_password`. Plain http gets them only if a registry is named so. */
function readCredentials(values: ReadonlyMap<string, string>): readonly Credential[] {
  const plain = new Set(
    [...values].flatMap(([key, value]) =>
      /(?:^|:)registry$/.test(key) && value.startsWith("http:") ? prefixesOf(readRegistry(value)) : [],
    ),
  );
  return [...values.keys()].flatMap((key) => {
    const [, place, field] = /^\/\/(.+):(_authToken|_auth|_password)$/.exec(key) ?? [];
    const authorization = place && authorizationOf(values, `//${place}`, field ?? "");
    if (!authorization || !URL.canParse(`https://${place}`)) return [];
    const isPlain = plain.has(`http://${place.replace(/\/?$/, "/")}`);
    const prefixes = [`https://${place}`, ...(isPlain ? [`http://${place}`] : [])];
    return prefixes.map((prefix) => ({ prefix, authorization }));
  });
}

/** An address and those above it. */
function prefixesOf(address: string): readonly string[] {
  const start = address.indexOf("/", address.indexOf("//") + 2);
  const ends = [...address.matchAll(/\//g)].map(({ index }) => index).filter((index) => index >= start);
  return ends.map((end) => address.slice(0, end + 1));
}

function authorizationOf(
  values: ReadonlyMap<string, string>,
  place: string,
  field: string,
): string | undefined {
  const value = values.get(`${place}:${field}`) ?? "";
  if (!/^[\x21-\x7e]+$/.test(value)) return undefined;
  if (field === "_authToken") return `Bearer ${value}`;
  if (field === "_auth") return `Basic ${value}`;
  const user = values.get(`${place}:username`);
  if (user === undefined) return undefined;
  const password = Buffer.from(value, "base64").toString();
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}
