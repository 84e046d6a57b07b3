import {
  type OciSpec,
  type Publication,
  parseSource,
  publishHub,
  publishNpm,
  publishOci,
  publishSite,
} from "@skillwright/packaging";
import { type Invocation, UsageError } from "../../command.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import type { Registries } from "../../registries/open-registries.ts";
import type { NamedPlan } from "./publish.ts";

type Target =
  | { readonly kind: "npm" }
  | { readonly kind: "hub" }
  | { readonly kind: "oci"; readonly spec: OciSpec }
  | { readonly kind: "site"; readonly folder: string };

export function readTarget(invocation: Invocation, io: Io): Target {
  const site = invocation.option("site");
  const to = invocation.option("to");
  if ((site === undefined) === (to === undefined)) throw new UsageError("pass either --to or --site.");
  if (site !== undefined) return { kind: "site", folder: absolutePath(site, io.cwd, io.place.home) };
  if (to === "npm" || to === "hub") return { kind: to };
  const spec = to?.startsWith("oci:") ? parseSource(to, { cwd: io.cwd, home: io.place.home }) : undefined;
  if (spec?.kind === "oci") return { kind: "oci", spec };
  throw new UsageError("--to must be npm, hub or oci:REGISTRY/NAME.");
}

type PublishDeps = {
  readonly registries: Registries;
  readonly invocation: Invocation;
  readonly dryRun: boolean;
};

export async function publishTo(
  target: Target,
  skills: readonly Publication[],
  deps: PublishDeps,
): Promise<readonly NamedPlan[]> {
  const { dryRun } = deps;
  if (target.kind === "site") {
    const plan = await publishSite(target.folder, skills, { dryRun });
    return [{ ...plan, names: skills.map(({ name }) => name) }];
  }
  const plans: NamedPlan[] = [];
  for (const skill of skills) {
    const plan = await publishOne(target, skill, deps);
    plans.push({ ...plan, names: [skill.name], source: sourceOf(target, skill, deps.invocation) });
  }
  return plans;
}

/** What others write to install it. */
function sourceOf(target: OneTarget, { name, version }: Publication, invocation: Invocation): string {
  if (target.kind !== "oci") return `${target.kind}:${invocation.option("package") ?? name}@${version}`;
  const { registry, repository, reference } = target.spec;
  return `oci:${registry}/${repository}:${reference ?? version?.replace("+", "_")}`;
}

type OneTarget = Exclude<Target, { kind: "site" }>;

function publishOne(
  target: OneTarget,
  skill: Publication,
  { registries, invocation, dryRun }: PublishDeps,
): ReturnType<typeof publishHub> {
  const { http, npm, ociLogins } = registries;
  const name = invocation.option("package");
  switch (target.kind) {
    case "npm":
      return publishNpm(
        skill,
        { http, settings: npm },
        { dryRun, package: name, tag: invocation.option("tag") },
      );
    case "oci":
      return publishOci(skill, { http, logins: ociLogins }, { spec: target.spec, dryRun });
    case "hub": {
      const hub = invocation.option("hub") ?? registries.hub;
      if (hub === undefined || !URL.canParse(hub))
        throw new UsageError("no hub is known. Pass --hub URL, or run `skillwright login URL --hub`.");
      return publishHub(skill, { http, hub }, { dryRun, package: name });
    }
  }
}
