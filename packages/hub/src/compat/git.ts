import { z } from "zod";
import { networkOf } from "../http/client-address.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, defineUpload, type RawCall, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { findSkill, unknownSkill } from "../registry/find-skill.ts";
import { offeredVersions } from "../registry/offered-versions.ts";
import { alsoByCapability } from "./capability.ts";
import { readGitRequest } from "./serve-git.ts";

const sample = { params: { name: "pdf.git" } };

/** A repository of each skill for agents that clone: git's smart protocol over HTTP, for reading only. */
export const gitRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/git/{name}/info/refs",
    summary: "The branches and tags of a skill's repository.",
    needs: "nothing",
    query: z.object({ service: z.string().max(100) }),
    sample: { ...sample, query: { service: "git-upload-pack" } },
    handle: async (call) => {
      if (call.query.service !== "git-upload-pack")
        throw new Refusal("NOT_FOUND", "This repository is for reading only.");
      const { hub, request } = call;
      const protocol = request.headers.get("git-protocol");
      const repository = await repositoryOf(call);
      return hub.registry.serveGit({ repository, protocol, client: clientOf(call) });
    },
  }),
  defineUpload({
    method: "POST",
    path: "/git/{name}/git-upload-pack",
    summary: "Commits of a skill's repository.",
    needs: "nothing",
    maxBytes: hubLimits.gitRequestBytes,
    sample,
    handle: async (call) => {
      const { hub, body, request } = call;
      const input = readGitRequest(body, request.headers.get("content-encoding"));
      const protocol = request.headers.get("git-protocol");
      const repository = await repositoryOf(call);
      return hub.registry.serveGit({ repository, input, protocol, client: clientOf(call) });
    },
  }),
].flatMap(alsoByCapability);

async function repositoryOf({
  hub,
  params,
  tenant,
  principal,
}: Pick<RawCall, "hub" | "params" | "tenant" | "principal">): Promise<string> {
  const name = (params.name ?? "").replace(/\.git$/, "");
  const skill = await findSkill(hub.database, { name, tenant, principal });
  const versions = await offeredVersions(hub, skill, tenant);
  if (versions.length === 0) throw unknownSkill(name);
  return hub.registry.git.open(skill, versions);
}

/** Many machines may share an address with a token in it, so only tokens in headers count as a client. */
function clientOf({ principal, params, address }: Pick<RawCall, "principal" | "params" | "address">): string {
  if (principal === undefined || params.token !== undefined) return networkOf(address);
  return principal.credential ?? principal.id;
}
