import { isAbsolutePath } from "../path/path.ts";
import type { DeclaredLimits, FileScope } from "../policy/declared-limits.ts";
import type { Action, Evidence } from "./evidence.ts";
import { classifyHost } from "./hosts.ts";
import { classifyPlace, normalizePath } from "./places.ts";

/** What a skill's programs and code blocks would do, each with the first action that shows it. */
export type Needs = ReadonlyMap<Need, Action>;

/** `otherFiles` are not the skill's own, `farFiles` are outside of the folder that it works in too. */
export type Need = (typeof allNeeds)[number];

const allNeeds = ["network", "writes", "commands", "otherFiles", "farFiles"] as const;

/** Commands in running text are left out: they are often only mentioned. */
export function inferNeeds({ actions, texts }: Evidence): Needs {
  const own = new Set(texts.map(({ path }) => path));
  const needs = new Map<Need, Action>();
  for (const action of actions) {
    if (action.isQuoted || action.setting === "inline") continue;
    for (const need of needsOf(action, own)) if (!needs.has(need)) needs.set(need, action);
  }
  return needs;
}

function needsOf(action: Action, own: ReadonlySet<string>): readonly Need[] {
  switch (action.kind) {
    case "run":
      return isDownloader(action.program, action.words) ? ["commands", "network"] : ["commands"];
    case "connect":
      return action.address !== undefined && classifyHost(action.address) === "loopback" ? [] : ["network"];
    case "read":
      return scopesOf(action.path, own);
    case "write":
    case "delete":
      return isPassing(action.path) ? [] : ["writes", ...scopesOf(action.path, own)];
    case "evaluate":
      return [];
  }
}

function scopesOf(path: string, own: ReadonlySet<string>): readonly Need[] {
  const plain = normalizePath(path);
  if (plain === "" || isPassing(path) || own.has(plain) || ownFolder.test(plain)) return [];
  const isFar = isAbsolutePath(plain) || plain.startsWith("~") || plain.startsWith("../");
  return isFar ? ["otherFiles", "farFiles"] : ["otherFiles"];
}

const ownFolder = /^(?:\.\/)?(?:scripts|references|assets)\/|^\$\{?(?:CLAUDE_)?SKILL_(?:DIR|ROOT)\b/;

/** Temporary files, and devices that keep nothing. */
function isPassing(path: string): boolean {
  return classifyPlace(path) === "temporary" || /^\/dev\/(?:null|stdout|stderr|tty)$/.test(path);
}

/** Programs that use the network without an address in the command. */
function isDownloader(program: string, words: readonly (string | undefined)[]): boolean {
  if (remote.has(program)) return true;
  const verbs = program === "git" ? exchanging : installing;
  return downloaders.has(program) && words.slice(0, 4).some((word) => word !== undefined && verbs.has(word));
}

const remote: ReadonlySet<string> = new Set("npx bunx uvx pipx brew ssh scp rsync".split(" "));
const downloaders: ReadonlySet<string> = new Set(
  "npm pnpm yarn bun pip pip3 uv gem cargo go apt apt-get dnf yum docker git".split(" "),
);
const installing: ReadonlySet<string> = new Set(
  "install i add ci get update publish upgrade sync pull push".split(" "),
);
const exchanging: ReadonlySet<string> = new Set("clone fetch pull push ls-remote".split(" "));

/** The needs that a security manifest does not declare. */
export function undeclared(needs: Needs, declared: DeclaredLimits): readonly Need[] {
  const excluded: Readonly<Record<Need, boolean>> = {
    network: !declared.network,
    writes: !declared.writes,
    commands: !declared.commands,
    otherFiles: declared.files === "skill-directory",
    farFiles: declared.files === "workspace",
  };
  return allNeeds.filter((need) => excluded[need] && needs.has(need));
}

/** The security manifest that declares these needs and no more, as lines of frontmatter. */
export function toManifest(needs: Needs): string {
  return [
    "security:",
    `  requiresNetwork: ${needs.has("network")}`,
    `  modifiesFiles: ${needs.has("writes")}`,
    `  executesCommands: ${needs.has("commands")}`,
    `  fileSystemScope: ${scopeOf(needs)}`,
  ].join("\n");
}

function scopeOf(needs: Needs): FileScope {
  if (needs.has("farFiles")) return "system";
  return needs.has("otherFiles") ? "workspace" : "skill-directory";
}
