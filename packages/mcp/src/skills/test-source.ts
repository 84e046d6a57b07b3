import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { type SkillSource, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Catalog, type CatalogOptions, digestProject, recordTrust } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem, nodeSha256, openCatalog } from "@skillwright/core/node";
import { onTestFinished } from "vitest";
import { createSkillSource } from "./create-skill-source.ts";
import type { SkillWarning } from "./entry-cache.ts";
import type { EntryParts } from "./make-entry.ts";

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A real folder of skills, removed after the test. */
export function writeSkills(files: Files): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-mcp-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** The text of a SKILL.md. `head` holds further frontmatter lines. */
export function skillText(name: string, head = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name}. Use when ${name} is asked for.\n${head}---\nFollow the ${name} steps.\n`;
}

export type TestProject = {
  readonly project: string;
  /** Catalog options for the project's skills, with the user's trust. */
  readonly options: Pick<CatalogOptions, "roots" | "trust">;
};

/** A project with skills in `.claude/skills` that its user trusts. */
export function createTrustedProject(files: Files): TestProject {
  const project = writeSkills(files);
  const roots = [{ path: `${project}/.claude/skills`, scope: "project", project } as const];
  const fs = createNodeFileSystem();
  const { skills: found } = openCatalog({ roots }).list();
  const skills = digestProject({ fs, sha256: nodeSha256, found }, project) ?? [];
  const vouching = { fs, sha256: nodeSha256, project, skills, at: "2026-01-01T00:00:00.000Z" };
  return { project, options: { roots, trust: new Map([[project, recordTrust(vouching, new Map())]]) } };
}

export type TestSource = {
  readonly source: Required<SkillSource>;
  readonly catalog: Catalog;
  readonly warnings: readonly SkillWarning[];
  /** Paths of the files read since the last call. */
  takeReads(): readonly string[];
};

export function openSource(
  roots: CatalogOptions["roots"],
  { checkInstalled, ...options }: Partial<CatalogOptions> & Pick<EntryParts, "checkInstalled"> = {},
): TestSource {
  const warnings: SkillWarning[] = [];
  const reads: string[] = [];
  const catalog = openCatalog({ roots, ...options });
  const disk = createNodeFileSystem();
  const fs: FileSystem = {
    ...disk,
    read: (path, ...rest) => {
      reads.push(path);
      return disk.read(path, ...rest);
    },
  };
  const onWarning = (warning: SkillWarning) => warnings.push(warning);
  const source = createSkillSource({ catalog, fs, onWarning, checkInstalled });
  return { source, catalog, warnings, takeReads: () => reads.splice(0) };
}

/** For tests that call the source directly: there is no request, and the source ignores it. */
export const context = {} as ServerContext;

export const eras = ["2025-11-25", "2026-07-28"] as const;

export type Connected = { readonly client: Client; readonly skills: SkillsClient };

/** The official client, connected in memory to a server for the source, in either protocol version. */
export async function connect(source: SkillSource, era: (typeof eras)[number]): Promise<Connected> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const extension = new SkillsExtension({ source });
  const handle = serveStdio(
    () => {
      const mcp = new McpServer({ name: "test", version: "1.0.0" });
      extension.attach(mcp);
      return mcp;
    },
    { transport: ours },
  );
  const mode = era === "2025-11-25" ? "legacy" : { pin: era };
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(theirs);
  onTestFinished(async () => {
    await client.close();
    await handle.close();
  });
  return { client, skills: new SkillsClient(client) };
}
