import type { ReviewFinding } from "@skillwright/core/check";
import { tokenizeTools } from "@skillwright/core/parse";
import { canonicalTool, isWorse, toolsOfGroup } from "@skillwright/core/policy";
import {
  type CombinedRules,
  type HubVerdict,
  type ReviewedTrait,
  type ScanSummary,
  type SkillSelector,
  severityLimits,
} from "@skillwright/core/registry";
import { compileGlob } from "@skillwright/core/text";
import { isTrustedSigner, matchesSource } from "@skillwright/packaging";
import type { Requested } from "./requested.ts";

/** What policies look at. */
export type JudgedVersion = {
  readonly name: string;
  readonly digest: string;
  readonly publisher: string;
  readonly signer?: string | undefined;
  readonly requested: Requested;
  readonly findings: readonly ReviewFinding[];
  /** Absent for versions from before the scanner. */
  readonly scan?: ScanSummary | undefined;
};

type Reason = HubVerdict["reasons"][number];

/** Whether a version may be used, by what it is and what it asks for. Every reason is given, not only the first. */
export function judgeVersion(version: JudgedVersion, rules: CombinedRules): HubVerdict {
  const denied = [
    ...rules.block.flatMap((selector) => findBlocked(version, selector)),
    ...rules.allow.flatMap((selector) => findUnlisted(version, selector)),
    ...judgeSignature(version, rules),
    ...judgeFindings(version, rules),
    ...judgeScan(version, rules),
  ];
  if (denied.length > 0) return { effect: "deny", reasons: denied };
  const asked = rules.requireApprovalFor.flatMap((trait): Reason[] => {
    const reason = findTrait(version.requested, trait);
    return reason === undefined ? [] : [{ rule: `requireApprovalFor: ${trait}`, reason }];
  });
  return asked.length > 0 ? { effect: "ask", reasons: asked } : { effect: "allow", reasons: [] };
}

/** A block by the plain name also covers the name in a scope, since agents know skills by the plain one. */
function findBlocked(version: JudgedVersion, selector: SkillSelector): readonly Reason[] {
  const { names, sources, publishers, digests } = selector;
  const plain = version.name.slice(version.name.lastIndexOf("/") + 1);
  const name = names?.find((one) => matches(one, version.name) || matches(one, plain));
  const source = sources?.find((one) => matchesSource(`hub:${version.name}`, one));
  const publisher = publishers?.find((one) => matches(one, version.publisher));
  const reasons: Reason[] = [];
  if (name !== undefined) reasons.push({ rule: "block.names", reason: `its name matches ${name}` });
  if (source !== undefined) reasons.push({ rule: "block.sources", reason: `its source matches ${source}` });
  if (publisher !== undefined)
    reasons.push({ rule: "block.publishers", reason: `its publisher matches ${publisher}` });
  if (digests?.includes(version.digest))
    reasons.push({ rule: "block.digests", reason: "its digest is listed" });
  return reasons;
}

function findUnlisted(version: JudgedVersion, selector: SkillSelector): readonly Reason[] {
  const { names, sources, publishers, digests } = selector;
  const reasons: Reason[] = [];
  if (names && !names.some((one) => matches(one, version.name)))
    reasons.push({ rule: "allow.names", reason: `its name ${version.name} is not on the list` });
  if (sources && !sources.some((one) => matchesSource(`hub:${version.name}`, one)))
    reasons.push({ rule: "allow.sources", reason: "the hub is not a listed source" });
  if (publishers && !publishers.some((one) => matches(one, version.publisher)))
    reasons.push({
      rule: "allow.publishers",
      reason: `its publisher ${version.publisher} is not on the list`,
    });
  if (digests && !digests.includes(version.digest))
    reasons.push({ rule: "allow.digests", reason: "its digest is not on the list" });
  return reasons;
}

function matches(pattern: string, text: string): boolean {
  return compileGlob(pattern, { whole: true })(text);
}

function judgeSignature(
  { signer }: JudgedVersion,
  { requireSignature, trustedSigners }: CombinedRules,
): readonly Reason[] {
  if (signer === undefined)
    return requireSignature ? [{ rule: "requireSignature", reason: "it is not signed" }] : [];
  const isTrusted = trustedSigners.every((list) => isTrustedSigner(signer, { keys: list, identities: list }));
  return isTrusted ? [] : [{ rule: "trustedSigners", reason: `its signer ${signer} is not trusted` }];
}

function judgeFindings({ findings }: JudgedVersion, { maximumSeverity }: CombinedRules): readonly Reason[] {
  const highest = severityLimits.indexOf(maximumSeverity);
  const worse = findings.filter(({ severity }) => severityLimits.indexOf(severity) > highest);
  const [first] = worse;
  if (first === undefined) return [];
  const more = worse.length === 1 ? "" : ` and ${worse.length - 1} more`;
  return [{ rule: "maximumSeverity", reason: `it has the finding ${first.rule} (${first.severity})${more}` }];
}

/** What was never scanned might be anything. */
function judgeScan({ scan }: JudgedVersion, { maxVerdict }: CombinedRules): readonly Reason[] {
  if (maxVerdict === undefined || (scan && !isWorse(scan.verdict, maxVerdict))) return [];
  if (scan === undefined)
    return [{ rule: "maxVerdict", reason: "it was never scanned; publish it as a new version" }];
  const { verdict, reasons, unread } = scan;
  const why = verdict === "partial" ? `not read: ${unread[0]?.path}` : reasons.join(", ");
  return [
    {
      rule: "maxVerdict",
      reason: `the verdict of its scan is ${verdict} (${why}), and the policy allows at most ${maxVerdict}`,
    },
  ];
}

/** Why a version has a trait; undefined if it has not. */
function findTrait(requested: Requested, trait: ReviewedTrait): string | undefined {
  if (trait === "everything") return "every version needs an approval";
  const program = findProgram(requested);
  if (trait === "scripts" || program !== undefined) return program;
  if (trait === "external-apis") return findApi(requested);
  const { tools } = requested;
  if (tools === undefined) return "it lists no tools, so it may use all of them";
  const tool = tools.find((one) => isInGroup(one, trait));
  return tool === undefined ? undefined : `it asks for ${tool}`;
}

/** A program can do anything that its user can, so it has every trait. */
function findProgram({ scripts, hookCommands }: Requested): string | undefined {
  if (scripts.length > 0)
    return `it has ${scripts.length === 1 ? "the script" : "scripts such as"} ${scripts[0]}`;
  return hookCommands.length > 0 ? `it has the hook ${hookCommands[0]}` : undefined;
}

function findApi({ hosts, tools }: Requested): string | undefined {
  if (hosts.length > 0) return `its programs name ${hosts[0]}`;
  const tool = tools?.find((one) => isInGroup(one, "network-tools") && !isInGroup(one, "scripts"));
  return tool === undefined ? undefined : `it asks for ${tool}`;
}

function isInGroup(text: string, group: "scripts" | "network-tools" | "file-write"): boolean {
  const [token] = tokenizeTools(text);
  // What cannot be read as a tool might be any.
  if (token === undefined) return true;
  const name = (canonicalTool(token.tool) ?? token.tool).toLowerCase();
  if (name.includes("*")) return true;
  return toolsOfGroup(group).some(({ tool }) => matches(tool.toLowerCase(), name));
}
