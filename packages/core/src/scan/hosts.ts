import { editDistance } from "../text/suggest.ts";
import {
  codeHosts,
  dnsLogs,
  fileDrops,
  type HostTable,
  imitated,
  knownInstallers,
  lureWords,
  pasteSites,
  shorteners,
  tunnels,
  webhooks,
  wellKnown,
} from "./host-tables.ts";
import { isLoopbackIp, isPrivateIp, isReservedIp, parseIp } from "./ip-address.ts";

/** What a host is, where that matters to security. */
export type HostKind =
  | "loopback"
  | "private"
  | "example"
  | "known-installer"
  | "well-known"
  | "code-host"
  | "paste-site"
  | "file-drop"
  | "webhook"
  | "tunnel"
  | "shortener"
  | "dns-log"
  | "raw-address"
  | "look-alike"
  | "unknown";

/** `address` is a URL, a host or `host:port`. */
export function classifyHost(address: string): HostKind {
  const target = readAddress(address);
  const { host } = target;
  if (/^(?:[a-z]{2,8}:\/\/)?[<{[][\w\s]/i.test(address)) return "example";
  if (host === "" || host === "localhost" || host.endsWith(".localhost"))
    return host === "" ? "unknown" : "loopback";
  const ip = parseIp(host);
  if (ip) {
    if (isLoopbackIp(ip)) return "loopback";
    if (isPrivateIp(ip)) return "private";
    return isReservedIp(ip) ? "example" : "raw-address";
  }
  if (privateName.test(host)) return "private";
  if (isExample(host)) return "example";
  return lookUp(target) ?? (imitates(host) ? "look-alike" : "unknown");
}

export type Address = {
  readonly scheme: string | undefined;
  /** In lower case, without port, `www.` and brackets. */
  readonly host: string;
  readonly port: string | undefined;
  /** In lower case, from the first slash. */
  readonly path: string;
  /** `https://github.com@host/` shows another name than it leads to. */
  readonly hasUser: boolean;
};

/** Longer addresses are cut: nothing after this decides what a host is. */
const longestAddress = 2048;

/** The parts of a URL, a host or `host:port`, whatever else is wrong with it. */
export function readAddress(address: string): Address {
  let rest = address
    .slice(0, longestAddress)
    .trim()
    .replace(/^["'<(]/, "");
  const scheme = /^([a-z][a-z\d+.-]{0,20}):\/\//i.exec(rest)?.[1]?.toLowerCase();
  rest = scheme === undefined ? rest.replace(/^\/\//, "") : rest.slice(scheme.length + 3);
  const end = rest.search(/[/?#\\\s"'`<>]/);
  let authority = end === -1 ? rest : rest.slice(0, end);
  const path = end === -1 ? "" : rest.slice(end);
  const user = authority.lastIndexOf("@");
  authority = authority.slice(user + 1);
  const bracketed = /^\[([^\]]{0,64})\](?::(\d{1,5}))?/.exec(authority);
  const colon = authority.indexOf(":");
  const isPlainIp6 = !bracketed && colon !== authority.lastIndexOf(":");
  const cut = bracketed || isPlainIp6 || colon === -1 ? authority.length : colon;
  const host = (bracketed?.[1] ?? authority.slice(0, cut))
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/\.$/, "");
  const port = bracketed ? bracketed[2] : authority.slice(cut + 1) || undefined;
  return { scheme, host, port, path: path.toLowerCase(), hasUser: user !== -1 };
}

const privateName =
  /\.(?:local|lan|internal|intranet|corp|home\.arpa|svc|cluster)$|^(?:host\.docker\.internal|gateway\.docker\.internal|metadata)$/;
const exampleName = /(?:^|\.)(?:example(?:\.(?:com|org|net|edu|io|dev))?|test|invalid)$/;
/** A placeholder to fill in; an example of an attack says whose host it is. */
const placeholder = /^(?:<[^>]{1,60}>?|\{[^}]{1,60}\}?|(?:your|my)[-_.]?[\w.-]{1,60})$/;
const hostile = /evil|attack|malic|hack|exfil|steal|c2\b|c2[.-]|\bcnc|phish|victim/;

function isExample(host: string): boolean {
  return (exampleName.test(host) || placeholder.test(host)) && !hostile.test(host);
}

type Row = { readonly path: string; readonly kind: HostKind };

const tables: readonly (readonly [HostKind, HostTable])[] = [
  ["known-installer", knownInstallers],
  ["paste-site", pasteSites],
  ["file-drop", fileDrops],
  ["webhook", webhooks],
  ["tunnel", tunnels],
  ["shortener", shorteners],
  ["dns-log", dnsLogs],
  ["code-host", codeHosts],
  ["well-known", wellKnown],
];

const rows: ReadonlyMap<string, readonly Row[]> = indexTables();

/** Rows by host; those with a path come first. */
function indexTables(): ReadonlyMap<string, readonly Row[]> {
  const index = new Map<string, Row[]>();
  for (const [kind, entries] of tables) {
    for (const entry of entries) {
      const slash = entry.indexOf("/");
      const host = slash === -1 ? entry : entry.slice(0, slash);
      const row = { path: slash === -1 ? "" : entry.slice(slash), kind };
      const known = index.get(host);
      if (!known) index.set(host, [row]);
      else if (row.path === "") known.push(row);
      else known.unshift(row);
    }
  }
  return index;
}

/** The first row of the host, else of the domain above it. */
function lookUp(target: Address): HostKind | undefined {
  const { host } = target;
  for (let from = 0; from !== -1 && from < host.length; from = nextLabel(host, from)) {
    const row = rows.get(host.slice(from))?.find((one) => fits(one, target));
    if (row) return row.kind;
  }
  return undefined;
}

function nextLabel(host: string, from: number): number {
  const dot = host.indexOf(".", from);
  return dot === -1 ? -1 : dot + 1;
}

function fits({ path, kind }: Row, target: Address): boolean {
  if (kind === "known-installer" && !isPlainHttps(target)) return false;
  if (path === "") return true;
  // A segment ends where the entry ends, so that `/install` does not stand for `/installer-of-others`.
  return target.path.startsWith(path) && /^(?:$|[/?#])/.test(target.path.slice(path.length));
}

/** User information, a port or plain http could lead elsewhere. Commands leave out the scheme of well-known hosts. */
function isPlainHttps({ scheme, hasUser, port }: Address): boolean {
  return (scheme === undefined || scheme === "https") && !hasUser && port === undefined;
}

const lookAlikes: Readonly<Record<string, string>> = {
  а: "a",
  ą: "a",
  á: "a",
  à: "a",
  ä: "a",
  α: "a",
  е: "e",
  é: "e",
  è: "e",
  ё: "e",
  ε: "e",
  о: "o",
  ο: "o",
  ó: "o",
  ö: "o",
  ø: "o",
  р: "p",
  ρ: "p",
  с: "c",
  ç: "c",
  у: "y",
  γ: "y",
  х: "x",
  χ: "x",
  і: "i",
  ı: "i",
  í: "i",
  ι: "i",
  ј: "j",
  ѕ: "s",
  ԁ: "d",
  һ: "h",
  ԛ: "q",
  ԝ: "w",
  ν: "v",
  ѵ: "v",
  ѡ: "w",
  ω: "w",
  ӏ: "l",
  κ: "k",
  к: "k",
  т: "t",
  τ: "t",
  м: "m",
  н: "h",
  п: "n",
  ո: "n",
  ɡ: "g",
  ց: "g",
  "0": "o",
  "1": "l",
  "3": "e",
  "5": "s",
};

/** Letters as they look: `rn` as m, Cyrillic о as o, 0 as o. */
function skeletonOf(name: string): string {
  return [...name]
    .map((letter) => lookAlikes[letter] ?? letter)
    .join("")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

/** Names this short are one letter away from many others. */
const shortestImitated = 6;

/** Whether the name before the top level looks like a well-known one without being it. */
function imitates(host: string): boolean {
  const labels = host.split(".");
  const name = labels.at(-2) ?? "";
  if (name.length > 64) return false;
  const skeleton = skeletonOf(name);
  if (imitated.includes(name)) return isOtherTop(labels.at(-1) ?? "");
  if (imitated.includes(skeleton)) return true;
  const parts = skeleton.split("-");
  if (
    parts.length > 1 &&
    parts.some((part) => imitated.includes(part)) &&
    parts.some((part) => lureWords.has(part))
  )
    return true;
  return imitated.some((known) => known.length >= shortestImitated && editDistance(skeleton, known, 2) === 1);
}

/** Known names under unusual top levels; owners often hold those of their own country or trade. */
function isOtherTop(top: string): boolean {
  return cheapTops.has(top);
}

const cheapTops: ReadonlySet<string> = new Set(
  "biz buzz cam cc cf cfd cl click club cm co cyou fun ga gq icu info link live lol ml monster online pw quest rest ru sbs shop site space store su tk to top uno vip wiki website work ws xyz zip".split(
    " ",
  ),
);
