import type { RunAction, WriteAction } from "../../../scan/evidence.ts";
import { baseName } from "../../actions/interpreters.ts";
import type { Ecosystem } from "./well-known-packages.ts";

export type Installation = {
  /** Registries named instead of, or besides, the usual one. */
  readonly indexes: readonly string[];
  /** Packages by address. */
  readonly addresses: readonly string[];
  readonly packages: readonly { readonly ecosystem: Ecosystem; readonly name: string }[];
  /** Certificates or signatures are not checked. */
  readonly isUnchecked: boolean;
};

/** What a command or a written configuration installs, and from where. */
export function installationOf(action: RunAction | WriteAction): Installation | undefined {
  return action.kind === "run" ? ofCommand(action) : ofConfiguration(action);
}

const tools: Readonly<Record<string, Ecosystem>> = {
  npm: "npm",
  npx: "npm",
  pnpm: "npm",
  pnpx: "npm",
  yarn: "npm",
  bun: "npm",
  bunx: "npm",
  pip: "pypi",
  pip3: "pypi",
  pipx: "pypi",
  uv: "pypi",
  uvx: "pypi",
  poetry: "pypi",
  easy_install: "pypi",
  gem: "other",
  cargo: "other",
  go: "other",
  apt: "other",
  "apt-get": "other",
  brew: "other",
};

/** Words after which packages are named. */
const installs = /^(?:install|i|add|ci|dlx|exec|x|inject|get|update|sync|tap)$/;
const indexOptions: Readonly<Record<Ecosystem, RegExp>> = {
  npm: /^--registry$/,
  pypi: /^(?:-i|-f|--(?:extra-)?index-url|--index|--default-index|--find-links|--pypi-url)$/,
  other: /^(?:--source|--clear-sources|--index)$/,
};
const packageOption = /^(?:--(?:package|from|spec|with)|-p)$/;
const valueOption =
  /^(?:-[rcCtw]|--(?:requirement|constraint|target|prefix|python|root|cwd|cache-dir|workspace|filter|env-file|log|proxy|directory|extra|group))$/;
const uncheckedOption =
  /^--(?:trusted-host|no-check-certificate|strict-ssl=false|no-strict-ssl|insecure|allow-unauthenticated|allow-insecure-repositories|force-yes|allow-insecure-host|no-verify-ssl)(?:=|$)/;
const uncheckedSetting = /strict-ssl[ =]{1,4}false|GONOSUM(?:CHECK|DB)=|GOFLAGS=-insecure|GOINSECURE=/;
const addressWord = /^(?:[\w.-]{1,60}@)?((?:git\+)?(?:https?|git|ssh):\/\/.{1,300}|git@.{1,300})/;

function ofCommand(action: RunAction): Installation | undefined {
  const command = readTool(action);
  if (!command) return undefined;
  const { ecosystem, words, isRunner } = command;
  const isSetting = words[0] === "config" || words[0] === "set";
  if (!isRunner && !isSetting && !words.slice(0, 3).some((word) => installs.test(word))) return undefined;
  const indexes: string[] = [];
  const named: string[] = [];
  for (let at = 0; at < Math.min(words.length, mostWords); at++) {
    const word = words[at] ?? "";
    const [option = "", value] = word.startsWith("-") ? word.split("=", 2) : [word];
    if (indexOptions[ecosystem].test(option)) indexes.push(value ?? words[++at] ?? "");
    else if (packageOption.test(option)) named.push(value ?? words[++at] ?? "");
    else if (valueOption.test(word)) at++;
    else if (isSetting && /registry=?|index-url=?|^source/.test(word))
      indexes.push(word.split("=", 2)[1] ?? words[at + 1] ?? "");
    else if (!word.startsWith("-") && !installs.test(word) && !isSetting) named.push(word);
    // What follows a runner's package are its arguments.
    if (isRunner && named.length > 0) break;
  }
  const addresses = named
    .map((word) => addressWord.exec(word)?.[1])
    .filter((address) => address !== undefined);
  const packages = ecosystem === "other" ? [] : named.map((name) => ({ ecosystem, name: nameOf(name) }));
  const isUnchecked =
    words.some((word) => uncheckedOption.test(word)) || uncheckedSetting.test(action.text.slice(0, 1000));
  return { indexes: indexes.filter(Boolean), addresses, packages, isUnchecked };
}

/** The package manager that a command starts, and the words after it. */
function readTool({ program, words }: RunAction) {
  const known = words.filter((word) => word !== undefined);
  const isModule =
    /^python[\d.]{0,5}$/.test(program) && known[0] === "-m" && /^(?:pip|uv|pipx)$/.test(known[1] ?? "");
  const tool = isModule || /^pip[\d.]{0,5}$/.test(program) ? "pip" : program;
  const ecosystem = tools[tool];
  if (!ecosystem) return undefined;
  return {
    ecosystem,
    words: isModule ? known.slice(2) : known,
    isRunner: /^(?:npx|pnpx|bunx|uvx)$/.test(tool),
  };
}

const mostWords = 200;

/** A name without version, extras and quotes: `@scope/name@1.2` → `@scope/name`. */
export function nameOf(text: string): string {
  return /^["']?(@?[\w.-]{1,80}(?:\/[\w.-]{1,80})?)/.exec(text)?.[1] ?? "";
}

/** `.npmrc`, `pip.conf` and lists of package sources. */
function ofConfiguration({ path, content }: WriteAction): Installation | undefined {
  if (
    content === undefined ||
    !/^(?:\.npmrc|\.yarnrc(?:\.yml)?|pip\.(?:conf|ini)|\.pypirc|uv\.toml|\.condarc|nuget\.config|settings\.xml|[\w.-]{1,60}\.list|[\w.-]{1,60}\.sources)$/i.test(
      baseName(path),
    )
  )
    return undefined;
  const text = content.slice(0, 4000);
  const indexes = [
    ...text.matchAll(
      /(?:registry|index-url|npmRegistryServer|index|url)"?[ \t]{0,4}[:=][ \t]{0,4}["']?(https?:\/\/[^\s"']{1,200})/gi,
    ),
  ].map(([, address = ""]) => address);
  return {
    indexes,
    addresses: [],
    packages: [],
    isUnchecked:
      /strict-ssl[ \t]{0,4}=[ \t]{0,4}false|trusted-host|trusted=yes|enableStrictSsl:[ \t]{0,4}false/i.test(
        text,
      ),
  };
}
