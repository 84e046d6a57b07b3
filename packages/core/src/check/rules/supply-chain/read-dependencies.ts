import type { ScannedText } from "../../../scan/evidence.ts";
import { readAddress } from "../../../scan/hosts.ts";
import type { Span } from "../../../text/span.ts";
import { baseName } from "../../actions/interpreters.ts";
import { type Installation, nameOf } from "./installation-of.ts";
import type { Ecosystem } from "./well-known-packages.ts";

export type Dependency = Installation & {
  readonly source: ScannedText;
  readonly span: Span;
  /** What installing the package itself runs. */
  readonly script?: string;
};

/** What lists of dependencies in a skill would install, line by line. */
export function* readDependencies(texts: readonly ScannedText[]): Generator<Dependency> {
  for (const source of texts) {
    const name = baseName(source.path);
    if (/^(?:requirements|constraints)[\w.-]{0,40}\.(?:txt|in)$/.test(name)) yield* readRequirements(source);
    if (name === "package.json") yield* readPackage(source);
    if (settings.test(name)) yield* readRegistries(source);
    if (manifests.test(name)) yield* readAddresses(source);
  }
}

/** Manifests and locks of other ecosystems: what they name by an address comes from there. */
const manifests =
  /^(?:Cargo\.toml|go\.mod|Gemfile|Podfile|composer\.json|build\.gradle(?:\.kts)?|pom\.xml|Pipfile|environment\.ya?ml|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|deno\.jsonc?|import_map\.json)$/;

const manifestAddress =
  /(?:\bgit|registry|\bindex|\bsource|\burl|resolved|tarball|<url>)["']?\s{0,4}[:=(]?\s{0,4}["']?((?:git\+)?(?:https?|ssh|git):\/\/[^\s"'<>#,)]{4,300})/g;

/** `replace … => host/path v1` */
const replacement = /=>\s{1,4}([\w-]{1,60}(?:\.[\w-]{1,60}){1,5}\/[^\s]{1,200})/g;

const mostAddresses = 2000;

function* readAddresses(source: ScannedText): Generator<Dependency> {
  const found = [...source.text.matchAll(manifestAddress), ...source.text.matchAll(replacement)];
  const hosts = new Set<string>();
  for (const { 0: whole, 1: address = "", index } of found.slice(0, mostAddresses)) {
    const host = readAddress(address.replace(/^git\+/, "")).host;
    if (hosts.has(host)) continue;
    hosts.add(host);
    const span = { start: index, end: index + whole.length };
    yield { source, span, indexes: [], addresses: [address], packages: [], isUnchecked: false };
  }
}

const mostLines = 2000;

/** What package managers read in the folder that they work in. */
const settings =
  /^(?:\.npmrc|\.yarnrc(?:\.yml)?|pip\.(?:conf|ini)|bunfig\.toml|pyproject\.toml|poetry\.toml|uv\.toml)$/;

/** The address in a table of indexes: `[[tool.uv.index]]`, `[[tool.poetry.source]]`. */
const tableIndex =
  /^\[\[tool\.(?:uv\.index|poetry\.source|pdm\.source)\]\][^[]{0,400}?^[ \t]{0,8}url[ \t]{0,8}=[ \t]{0,8}["'](https?:\/\/[^\s"']{1,300})/gm;

const registry =
  /^[ \t]{0,20}(?:(?:@[\w-]{1,60}:)?registry|npmRegistryServer|(?:extra-|extra_|default-)?index[-_]url|find-links)"?[ \t]{0,8}[:=][ \t]{0,8}["']?(https?:\/\/[^\s"']{1,300})/gim;

function* readRegistries(source: ScannedText): Generator<Dependency> {
  const found = [...source.text.matchAll(registry), ...source.text.matchAll(tableIndex)];
  for (const { 0: whole, 1: address = "", index } of found) {
    const span = { start: index, end: index + whole.length };
    yield { source, span, indexes: [address], addresses: [], packages: [], isUnchecked: false };
  }
}

function* readRequirements(source: ScannedText): Generator<Dependency> {
  let start = 0;
  for (const line of source.text.split("\n", mostLines)) {
    const span = { start, end: start + line.length };
    start += line.length + 1;
    const text = line.slice(0, 400).trim();
    if (text === "" || text.startsWith("#")) continue;
    const index = /^(?:--extra-index-url|--index-url|-i|--find-links|-f)[ =]{1,4}(\S{1,300})/.exec(text)?.[1];
    const address =
      /^(?:-e[ \t]{1,4})?((?:git\+)?https?:\/\/\S{1,300})|@[ \t]{0,4}((?:git\+)?https?:\/\/\S{1,300})/.exec(
        text,
      );
    yield {
      source,
      span,
      indexes: index === undefined ? [] : [index],
      addresses: address ? [address[1] ?? address[2] ?? ""] : [],
      packages: text.startsWith("-") ? [] : [{ ecosystem: "pypi", name: nameOf(text) }],
      isUnchecked: /^--trusted-host/.test(text),
    };
  }
}

const entry = /"([^"\n]{1,100})"[ \t]{0,8}:[ \t]{0,8}"((?:[^"\\\n]|\\.){1,600})"/g;

function* readPackage(source: ScannedText): Generator<Dependency> {
  for (const match of source.text.matchAll(entry)) {
    const [whole, key = "", value = ""] = match;
    const span = { start: match.index, end: match.index + whole.length };
    const none = { source, span, indexes: [], addresses: [], packages: [], isUnchecked: false };
    if (/^(?:pre|post)?install$|^prepare$/.test(key) && reaches.test(value)) yield { ...none, script: value };
    else if (/^(?:git\+|https?:\/\/|git:|git@)/.test(value) && isDependency(source.text, match.index))
      yield { ...none, addresses: [value] };
    else if (/^[~^<>=\d*]|^(?:latest|next)$/.test(value) && key !== "version")
      yield { ...none, packages: [{ ecosystem: "npm" as Ecosystem, name: nameOf(key) }] };
  }
}

/** Whether the object around an entry of package.json lists packages. */
function isDependency(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 20_000), at);
  return /"(?:\w{0,20}[dD]ependencies|overrides|resolutions)"\s{0,8}:\s{0,8}$/.test(
    before.slice(0, before.lastIndexOf("{")).slice(-80),
  );
}

/** Install scripts that fetch, decode or run programs of their own. */
const reaches =
  /\b(?:curl|wget|nc|ssh|scp|powershell|iwr|base64|eval|https?:\/\/|node[ \t]{1,4}-e|python[\d.]{0,4}[ \t]{1,4}-c|bash[ \t]{1,4}-c|sh[ \t]{1,4}-c|chmod|\/dev\/tcp)\b|\|[ \t]{0,4}(?:ba)?sh\b|https?:\/\//i;
