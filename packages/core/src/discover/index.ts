/** Finding and reading skills; the file-system port; digests. */

export { type BundledFile, isFilePath, isScript, type ReadOptions } from "../catalog/bundled-file.ts";
export { digestFiles } from "../digest/digest-files.ts";
export { digestSkill, readDigestEntries } from "../digest/digest-skill.ts";
export { sha256Hex } from "../digest/sha256.ts";
export type { DirectoryEntry, FileKind, FileSystem } from "../fs/file-system.ts";
export { createMemoryFileSystem, type MemoryFiles } from "../fs/memory.ts";
export { agentId } from "./agent-id.ts";
export { chooseClients } from "./client-folders.ts";
export { type Client, clients } from "./clients.ts";
export { type Discovery, discoverSkill } from "./discover-skill.ts";
export type { SkillRoot } from "./discovered-skill.ts";
export type { DiscoveryFinding } from "./discovery-finding.ts";
export { type IgnoreLayer, isIgnoredItself, readIgnoreLayers, readIgnoreRules } from "./ignore-rules.ts";
export { installationFolder, resolveInside, skippedFolders } from "./layout.ts";
export { discoverLimits } from "./limits.ts";
export { hasSkillFile, linkTerritory } from "./links.ts";
export { type LoadedSkill, loadSkill, skillFromBytes, skillFromText } from "./load-skill.ts";
export { type FindOptions, findSkills, loadSkills } from "./load-skills.ts";
export type { PackageNeeds } from "./package-needs.ts";
export { manifestKinds, readPackage } from "./read-package.ts";
export { readSkillMetadata } from "./read-skill-file.ts";
export { type FoundRoots, findRoots } from "./roots.ts";
export { createSkillFiles } from "./skill-files.ts";
export { type WalkProblem, walkSkills } from "./walk-skills.ts";
