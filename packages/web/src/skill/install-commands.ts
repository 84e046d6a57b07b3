import { marketplaceName } from "@skillwright/core/registry";

type InstalledSkill = {
  readonly name: string;
  readonly version: string;
  readonly latest: string | undefined;
  /** The hub's address for clients without credentials, with or without a token. */
  readonly base?: string;
  /** The name of the hub. */
  readonly hub?: string;
};

export const installAgents = ["skillwright", "claude-code", "codex", "skills", "git", "clawhub"] as const;
export type InstallAgent = (typeof installAgents)[number];

/** What to type to install a version, by agent or client. Names and versions have no characters that mean something to a shell. */
export function installCommands({
  name,
  version,
  latest,
  base = "",
  hub = "",
}: InstalledSkill): Readonly<Record<InstallAgent, readonly string[]>> {
  const isLatest = version === latest;
  // Sites, marketplaces and folders know a scoped skill by the last part of its name.
  const short = name.slice(name.lastIndexOf("/") + 1);
  const source = `hub:${name}${isLatest ? "" : `@${version}`}`;
  const repository = `${base}/git/${encodeURIComponent(name)}.git`;
  const clone = `git clone --depth 1 --branch v${version} ${repository}`;
  return {
    skillwright: [`skillwright add ${source}`],
    "claude-code": [
      `claude plugin marketplace add ${base}/marketplace.json`,
      `claude plugin install ${short}@${marketplaceName(hub)}`,
    ],
    codex: [`skillwright add ${source} --agent codex`, `${clone} ~/.agents/skills/${short}`],
    skills: [`npx skills add ${base} --skill ${short}`],
    git: [clone],
    clawhub: [`clawhub --site ${base} install ${short}`],
  };
}
