import { marketplaceName } from "@skillwright/core/registry";
import { jsonAnswer } from "../http/json-answer.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { baseUrl } from "./base-url.ts";
import { alsoByCapability, placeOf } from "./capability.ts";
import { siteSkills } from "./well-known.ts";

/** The skills as plugins of Claude Code: `claude plugin marketplace add URL`. Each plugin is a commit of the git view. */
export const marketplaceRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/marketplace.json",
    summary: "The skills as a marketplace of plugins for Claude Code.",
    needs: "nothing",
    handle: async (call) => {
      const { hub, request, params } = call;
      const base = baseUrl(hub, request) + placeOf(params);
      const plugins = (await siteSkills(call)).map(({ name, skill, latest }) => ({
        ...{ name, description: latest.description, version: latest.version },
        source: {
          source: "url",
          url: `${base}/git/${encodeURIComponent(skill.name)}.git`,
          ref: `v${latest.version}`,
          sha: latest.git_commit,
        },
        // The repository has a skill and no manifest of a plugin; this entry is the manifest.
        strict: false,
      }));
      const answer = {
        $schema: "https://json.schemastore.org/claude-code-marketplace.json",
        name: marketplaceName(hub.settings.name),
        owner: { name: hub.settings.name },
        plugins,
      };
      // Without a configured address, the answer depends on how the client named this host.
      const isPublic = call.principal === undefined && hub.settings.publicUrl !== undefined;
      return jsonAnswer(answer, request, { isPublic });
    },
  }),
].flatMap(alsoByCapability);
