import type { Level } from "../../../finding.ts";
import type { Action } from "../../../scan/evidence.ts";
import { classifyHost, type HostKind, readAddress } from "../../../scan/hosts.ts";
import { actionsOf, at, byDanger, worstAtEachPlace } from "../../actions/at.ts";
import { excerptOf } from "../../actions/excerpt.ts";
import { baseName, readsProgram, scriptOf } from "../../actions/interpreters.ts";
import { isSocket } from "../../actions/is-socket.ts";
import { createProducts, type IsProduct, productsOf } from "../../actions/products.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { isOwnRelease } from "./own-release.ts";

export const rule: Rule = defineRule({
  id: "download-and-run",
  category: "security",
  severity: "warning",
  summary: "No command runs a program that it downloads.",
  messages: {
    unseen:
      "'{command}' runs what it downloads from {host} without review; download to a file, verify it against a known digest, then run it, or install from a package manager.",
    knownInstaller:
      "'{command}' runs the installer from {host} without review or a pinned version; prefer a package manager or a pinned version, and let the user start it.",
  },
  threat: {
    owasp: ["AST01", "AST02"],
    why: "Whoever controls the address decides what runs on the user's machine, and can change it after the skill was reviewed.",
    remedy:
      "Include the program in the skill, or install a pinned version and verify its digest before it runs.",
    levels: { unseen: "high", knownInstaller: "low" },
  },
  check(skill, { report }) {
    const found: Found[] = [];
    const actions = actionsOf(skill);
    const isProduct = createProducts(skill);
    const downloaded = downloadedFiles(actions);
    for (const action of actions) {
      const sources = sourcesOf(action, downloaded);
      if (sources.length === 0) continue;
      const [worst = "", level] = worstOf(sources, (source) => levelOf(source, action, isProduct));
      if (isMention(worst)) continue;
      found.push({ action, worst, level });
    }
    for (const { action, worst, level } of worstAtEachPlace(found)) {
      const host = readAddress(worst).host || "an address computed at run time";
      const message = level === "low" ? "knownInstaller" : "unseen";
      report({ message, args: { command: excerptOf(action), host }, ...at(action, level) });
    }
  },
});

type Found = { readonly action: Action; readonly worst: string; readonly level: Level };

/** `curl … | sh` mentions the practice without an address; `<address>` is for the reader to fill in. */
function isMention(address: string): boolean {
  return !/[\w})]\.\w|\w\/|[$%]|^\w+:/.test(address) || /^(?:https?:\/\/)?[<{[…=]/.test(address);
}

/** Files whose content was downloaded, by name, and from where. */
type Downloads = ReadonlyMap<string, readonly string[]>;

function downloadedFiles(actions: readonly Action[]): Downloads {
  const files = new Map<string, readonly string[]>();
  for (const action of actions) {
    if (action.kind !== "write") continue;
    const from = remoteOf(action);
    if (from.length > 0)
      files.set(baseName(action.path), [...(files.get(baseName(action.path)) ?? []), ...from]);
  }
  return files;
}

function remoteOf({ carries }: Action): readonly string[] {
  return carries
    .filter((one) => one.label === "remote" && !isSocket(one) && !tellsAddress.test(one.from))
    .map(({ from }) => from);
}

/** Services that only say which address the caller has. */
const tellsAddress =
  /^(?:https?:\/\/)?(?:ifconfig\.(?:me|co|io)|(?:ipv4\.|ipv6\.)?icanhazip\.com|api(?:4|6|64)?\.ipify\.org|checkip\.amazonaws\.com|ident\.me|ipecho\.net)(?:[/:?]|$)/;

/** Where the program that an action runs comes from, not only its arguments; none if it was not downloaded. */
function sourcesOf(action: Action, downloaded: Downloads): readonly string[] {
  if (action.kind === "evaluate") return remoteOf(action);
  if (action.kind !== "run") return [];
  const file = downloaded.get(action.program);
  // A program of the same name may come from a package; one that was downloaded brings its label.
  if (file !== undefined) return remoteOf(action).length > 0 ? file : [];
  const script = scriptOf(action);
  if (script === undefined) return readsProgram(action) ? remoteOf(action) : [];
  // `deno run https://…` loads its program itself.
  if (/^https?:\/\//.test(script)) return [...remoteOf(action), script];
  return downloaded.has(baseName(script)) || /^(?:<\(|\/dev\/fd\/|\$\(|`|https?:)/.test(script)
    ? remoteOf(action)
    : [];
}

const levels: Readonly<Record<HostKind, Level>> = {
  loopback: "low",
  private: "medium",
  example: "medium",
  "known-installer": "low",
  "well-known": "low",
  "code-host": "medium",
  unknown: "high",
  "paste-site": "critical",
  "file-drop": "critical",
  webhook: "critical",
  tunnel: "critical",
  shortener: "critical",
  "dns-log": "critical",
  "raw-address": "critical",
  "look-alike": "critical",
};

function levelOf(address: string, action: Action, isProduct: IsProduct): Level {
  const kind = classifyHost(address);
  if (kind === "unknown" && productsOf(address).some((name) => isProduct(action, name)))
    return isInstaller(address) ? "low" : "medium";
  if (isOwnRelease(address, action, isProduct)) return "low";
  return isClone(kind, address) ? "low" : levels[kind];
}

/** Anyone can name a host like a skill, so an address there must at least be what documents call an installer. */
function isInstaller(address: string): boolean {
  const { host, path } = readAddress(address);
  return (
    /^(?:get|install|sh)\./.test(host) ||
    /^\/(?:[\w.-]{1,40}\/){0,4}(?:install|setup|get)[\w.-]{0,20}$/.test(path)
  );
}

/** A repository that is cloned is what the user asked for by its name; a single file of it is not. */
function isClone(kind: HostKind, address: string): boolean {
  const { host, path } = readAddress(address);
  return (
    kind === "code-host" &&
    /^(?:github|gitlab|bitbucket|codeberg|huggingface)\./.test(host) &&
    !/\/(?:raw|releases|archive|-\/raw|resolve)\//.test(path)
  );
}

function worstOf(
  sources: readonly string[],
  rate: (source: string) => Level,
): readonly [string | undefined, Level] {
  const rated = sources.map((source) => [source, rate(source)] as const);
  return rated.reduce(
    (worst, one) => (byDanger(one[1], worst[1]) < 0 ? one : worst),
    rated[0] ?? ["", "low"],
  );
}
