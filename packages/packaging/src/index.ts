export {
  type Applied,
  applyPlan,
  type InstallPorts,
  recoverInstallation,
  undoLast,
} from "./apply/apply-plan.ts";
export { type Cache, createCache } from "./apply/cache.ts";
export type { Disk } from "./apply/disk.ts";
export { createNodeDisk } from "./apply/node-disk.ts";
export { type CacheFolders, type PruneOptions, pruneCaches } from "./apply/prune-caches.ts";
export { createSignatureStore, type SignatureStore } from "./apply/signature-store.ts";
export { type ArchiveOptions, readArchive } from "./archives/read-archive.ts";
export { writeTarGz } from "./archives/write-tar.ts";
export { writeZip } from "./archives/write-zip.ts";
export { addDependencies } from "./dependencies/add-dependencies.ts";
export { dependentsIn, neededOnly, planRemovals, type Removal } from "./dependencies/lock-needs.ts";
export type { DependencyNote, ResolvedDependencies } from "./dependencies/resolve-dependencies.ts";
export type { DependencySetting } from "./dependencies/skill-graph.ts";
export {
  type Credential,
  createHttpClient,
  type FollowedAnswer,
  type FollowRequest,
  type HttpClient,
  type HttpOptions,
  type Progress,
} from "./http/client.ts";
export {
  capabilityOf,
  findPrefix,
  hasSecret,
  lacksCapability,
  redactUrl,
  withCapability,
  withoutCapability,
} from "./http/safe-url.ts";
export { askOnce } from "./install/ask-once.ts";
export { type DeployedSkill, fetchDeployed } from "./install/fetch-deployed.ts";
export { type FoundAvailable, findAvailable } from "./install/find-available.ts";
export { type LoadSetting, loadWants } from "./install/load-wants.ts";
export { isLockedFrom, lockedSource, wantedSource } from "./install/locked-source.ts";
export { type Choice, chooseSkills, fetchOffer, type InstallSetting, type Offer } from "./install/offer.ts";
export { type Installation, lockSkill, prepareInstall, wantOf } from "./install/prepare-install.ts";
export { specOf, wantVersion } from "./install/version-range.ts";
export {
  type GotWanted,
  getLocked,
  getWanted,
  type HeldRelease,
  type RootSkill,
  type WantedSetting,
} from "./install/wanted-skills.ts";
export { addWant, removeWant, setOmitted, type WantsFile } from "./lock/edit-wants.ts";
export { type ExpandedWants, expandWants, type LoadedWants } from "./lock/expand-wants.ts";
export { type ExportedSkill, exportSkillsLock } from "./lock/export-skills-lock.ts";
export { type ImportedWants, importableFiles, importWants } from "./lock/import-wants.ts";
export { emptyLock, formatLock, type Lock, type LockedSkill } from "./lock/lock.ts";
export type { LockConflict } from "./lock/merge-sides.ts";
export { parseLock, type ReadLock } from "./lock/parse-lock.ts";
export { type Inclusion, parseWants, type SkillSet, type SkillWant, type Wants } from "./lock/wants.ts";
export { findProblems } from "./pack/find-problems.ts";
export {
  type PackedFile,
  type PackFormat,
  type Packing,
  type PackOptions,
  packFormats,
  packSkill,
} from "./pack/pack-skill.ts";
export { type ReadFolder, readFolder } from "./pack/read-folder.ts";
export { agentFolders, type Place, type SkillsFolder, storeAgents, storeFolder } from "./plan/place.ts";
export type { FileChange, Plan, PlanItem, PlanWarning, Target } from "./plan/plan.ts";
export {
  expectInstallName,
  type InstallRequest,
  planInstall,
  type WantedSkill,
} from "./plan/plan-install.ts";
export { type InstalledQuery, readInstalled } from "./plan/read-installed.ts";
export type { FolderState } from "./plan/snapshot.ts";
export {
  checkInstall,
  type InstallCandidate,
  type InstallContext,
  type InstallRefusal,
} from "./policy/check-install.ts";
export { canonicalSource, matchesSource } from "./policy/source-pattern.ts";
export { type HubPublishOptions, publishHub } from "./publish/hub.ts";
export { type NpmPublishOptions, publishNpm } from "./publish/npm.ts";
export { type OciPublishOptions, publishOci } from "./publish/oci.ts";
export {
  type Publication,
  type PublicationOptions,
  type PublishItem,
  type PublishOptions,
  type PublishPlan,
  readPublication,
} from "./publish/publication.ts";
export { publishSite, withoutLinks } from "./publish/site.ts";
export { readBundle } from "./sign/bundle.ts";
export { type KeptSignatures, openTrustRoot } from "./sign/kept-signature.ts";
export {
  createKey,
  isEncryptedKey,
  type NewKey,
  readPrivateKey,
  readPublicKey,
  type SigningKey,
  signDigest,
} from "./sign/keys.ts";
export { isTrustedSigner, type TrustedSigners } from "./sign/signer.ts";
export { formatStatement, type Statement } from "./sign/statement.ts";
export { readTrustRoot, type TrustRoot } from "./sign/trust-root.ts";
export { type SignatureTrust, type Signed, verifySignature } from "./sign/verify-signature.ts";
export { bundleSuffix } from "./sources/bundled-signatures.ts";
export type { LeftOutPart } from "./sources/extract-skill.ts";
export { type FoundSkill, type FoundSkills, findSkills } from "./sources/find-skills.ts";
export { formatSource } from "./sources/format-source.ts";
export { createGitSource, type GitSource, type GitSourceOptions } from "./sources/git.ts";
export { createHubSource, type HubDeps } from "./sources/hub.ts";
export { createLocalSource } from "./sources/local.ts";
export { createNpmSource } from "./sources/npm.ts";
export { type NpmrcFile, type NpmSettings, readNpmrc } from "./sources/npmrc.ts";
export { createOciSource } from "./sources/oci.ts";
export { type OciDeps, type RegistryLogin, readDockerConfig } from "./sources/oci-client.ts";
export { parseSource, type SourcePlace } from "./sources/parse-source.ts";
export type { GitProgress } from "./sources/run-git.ts";
export { createSiteSource } from "./sources/site.ts";
export { readSiteIndex, type SiteIndex, type SiteSkill, siteSchema } from "./sources/site-index.ts";
export type {
  Fetched,
  GitSpec,
  HubSpec,
  LeftOut,
  LocalSpec,
  NpmSpec,
  OciSpec,
  Release,
  SiteSpec,
  Source,
  SourceSpec,
} from "./sources/source.ts";
export {
  createTree,
  digestTree,
  type FileTree,
  inFolder,
  linkTargetOf,
  subtree,
  type TreeEntry,
  type TreeFile,
  type TreeLink,
} from "./tree/file-tree.ts";
export { createTreeFileSystem } from "./tree/tree-file-system.ts";
export { createLockedCheck, findLockedProblem, type LockedProblem } from "./verify/locked-check.ts";
export { type Available, findOutdated, type OutdatedSkill } from "./verify/outdated.ts";
export {
  type VerifiedFile,
  type VerifiedSkill,
  type VerifiedStatus,
  type VerifyOptions,
  verifyInstalled,
} from "./verify/verify-installed.ts";
export { waitingInPlan } from "./verify/waiting-files.ts";
export { explainWhy, type Reason, type WantedRoot } from "./verify/why.ts";
export { type ChosenVersions, chooseVersions, findCycles } from "./versions/choose-versions.ts";
export { dependenciesOf, readNameAndRange } from "./versions/dependencies-of.ts";
export { explainConflict } from "./versions/explain-conflict.ts";
export {
  type Dependency,
  type Solution,
  type SolverOptions,
  solveVersions,
  type VersionProvider,
} from "./versions/pubgrub.ts";
export { readRange, sortVersions, versionsIn } from "./versions/range.ts";
export type { KnownVersions } from "./versions/solver-node.ts";
