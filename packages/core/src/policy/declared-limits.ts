import { type ToolPattern, tokenizeTools } from "../parse/tool-list.ts";
import type { Capability, SecurityManifest } from "../skill.ts";

/**
 * What a skill may do by its own security manifest (skillscraft): what it does not declare, it does not get. True where the
 * manifest permits it or does not mention it.
 */
export type DeclaredLimits = {
  readonly network: boolean;
  readonly writes: boolean;
  readonly commands: boolean;
  readonly files: FileScope;
};

export type FileScope = "skill-directory" | "workspace" | "system";

/**
 * A manifest's statements count as written. Where it lists capabilities, it does without those that it does not list; a list
 * of words that mean nothing here limits nothing.
 */
export function readDeclaredLimits(security: SecurityManifest | undefined): DeclaredLimits | undefined {
  if (security === undefined) return undefined;
  const listed = kindsOf(security.capabilities);
  const may = (stated: boolean | undefined, ...kinds: readonly Kind[]): boolean =>
    stated ?? (listed.size === 0 || kinds.some((kind) => listed.has(kind)));
  return {
    network: may(security.requiresNetwork, "network"),
    writes: may(security.modifiesFiles, "write"),
    commands: may(security.executesCommands, "command"),
    files: readScope(security.fileSystemScope, may(undefined, "read", "write")),
  };
}

function readScope(stated: string | undefined, usesFiles: boolean): FileScope {
  const scope = stated?.trim().toLowerCase();
  if (scope === "skill-directory" || scope === "workspace" || scope === "system") return scope;
  // An unknown word is read as the narrowest scope.
  if (stated !== undefined) return "skill-directory";
  return usesFiles ? "system" : "skill-directory";
}

type Kind = "network" | "write" | "read" | "command";

function kindsOf(capabilities: readonly Capability[]): ReadonlySet<Kind> {
  return new Set(capabilities.flatMap(({ capability }) => kindsIn(capability)));
}

/** `file:read`, `fs.write`, `shell:execute`, `network`, `http_request`: a subject, then what is done with it. */
function kindsIn(capability: string): readonly Kind[] {
  const [subject = "", action = ""] = capability
    .trim()
    .toLowerCase()
    .slice(0, 128)
    .split(/[\s:._/-]+/);
  const kind = subjects.get(subject);
  if (kind !== "file") return kind === undefined ? [] : [kind];
  if (reading.has(action)) return ["read"];
  return writing.has(action) ? ["write"] : ["read", "write"];
}

const subjects: ReadonlyMap<string, Kind | "file"> = new Map([
  ...["file", "files", "filesystem", "fs", "disk"].map((word) => [word, "file"] as const),
  ...["network", "net", "http", "https", "web", "internet", "fetch"].map(
    (word) => [word, "network"] as const,
  ),
  ...["shell", "command", "commands", "process", "exec", "bash", "subprocess"].map(
    (word) => [word, "command"] as const,
  ),
]);
const reading: ReadonlySet<string> = new Set(["read", "list", "search", "stat", "readonly"]);
const writing: ReadonlySet<string> = new Set(["write", "modify", "create", "edit", "delete", "append"]);

/** What programs and file tools get under all active skills together: of each limit the narrowest. */
export type Confinement = Omit<DeclaredLimits, "commands"> & {
  /** The folder of the skill that limits files the most; empty if unknown. */
  readonly directory: string;
};

export function narrow(confinements: readonly (Confinement | undefined)[]): Confinement | undefined {
  return confinements.reduce((one, other) => {
    if (one === undefined || other === undefined) return one ?? other;
    const { files, directory } = scopes.indexOf(other.files) < scopes.indexOf(one.files) ? other : one;
    return { network: one.network && other.network, writes: one.writes && other.writes, files, directory };
  }, undefined);
}

const scopes: readonly FileScope[] = ["skill-directory", "workspace", "system"];

/** Rules against what the limits exclude; each names the statement that excludes it. */
export function denialsOf({ network, writes, commands }: DeclaredLimits): readonly ToolPattern[] {
  return [...(network ? [] : noNetwork), ...(writes ? [] : noWrites), ...(commands ? [] : noCommands)];
}

function deny(statement: string, tools: string): readonly ToolPattern[] {
  return tokenizeTools(tools).map((pattern) => ({ ...pattern, text: `security: ${statement}` }));
}

// Other agents run commands without our sandbox, so the programs whose purpose it is are denied by name.
const noNetwork = deny(
  "no network",
  "WebFetch WebSearch Browser Bash(curl:*) Bash(wget:*) Bash(nc:*) Bash(ncat:*) Bash(ssh:*) Bash(scp:*) Bash(sftp:*) Bash(ftp:*) Bash(telnet:*)",
);
const noWrites = deny(
  "no changes to files",
  "Write Edit MultiEdit NotebookEdit DeleteFile MoveFile CreateDirectory Bash(rm:*) Bash(rmdir:*) Bash(mv:*) Bash(cp:*) Bash(ln:*) Bash(tee:*) Bash(touch:*) Bash(mkdir:*) Bash(dd:*) Bash(truncate:*) Bash(chmod:*) Bash(chown:*)",
);
const noCommands = deny("no commands", "Bash CodeExecution skills_run_script");
