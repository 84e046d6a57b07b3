import { parseSkill, renderActivation } from "@skillwright/core";
import { explainMatch, searchDefaults, searchLimits, toSearchDocument } from "@skillwright/core/catalog";
import { createListing, estimateTokens, listingLimits } from "@skillwright/core/listing";
import {
  type ActivationPreview,
  activationPreviewSchema,
  type ListingPreview,
  type TaskMatch,
  taskPreviewSchema,
} from "@skillwright/core/registry";
import { compact } from "@skillwright/core/text";
import { z } from "zod";
import { jsonAnswer } from "../http/json-answer.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { LibraryEntry } from "./library-entries.ts";
import { type FoundSkill, searchSkills, toSummary, type Viewer, visibleSkills } from "./search-skills.ts";
import { readContent, versionOf } from "./version-details.ts";

/** What an agent would see of the hub's skills, stage by stage, without an agent. */
export const previewRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/v1/task-preview",
    summary:
      "What an agent with these skills would be offered for a task: its list of skills, and the matches.",
    needs: "skills:read",
    query: z.object({
      task: z.string().max(searchLimits.searchQueryLength).default(""),
      bytes: z.coerce
        .number()
        .int()
        .min(listingLimits.listingMinimumBytes)
        .max(listingLimits.generousListingBytes)
        .default(listingLimits.listingBytes)
        .describe("The most that the list of skills may have."),
    }),
    answer: taskPreviewSchema,
    sample: { query: { task: "read PDF files" } },
    handle: async (call) => {
      const { task, bytes } = call.query;
      const { threshold } = searchDefaults;
      const found = task.trim() === "" ? [] : await searchSkills(call, task, { most: searchDefaults.limit });
      const matches = await Promise.all(found.map((one) => explain(call, task, one)));
      const best = matches.flatMap(({ skill, score, isForPeople }) =>
        score < threshold || isForPeople ? [] : [skill.name],
      );
      const listing = previewListing(await visibleSkills(call), { best, budget: bytes });
      return jsonAnswer({ listing, matches, threshold }, call.request, { isPublic: false });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/skills/{name}/versions/{version}/activation",
    summary: "What a model gets when it uses a version: its instructions, files and tools.",
    needs: "nothing",
    answer: activationPreviewSchema,
    sample: { params: { name: "pdf", version: "1.0.0" } },
    handle: async (call) => {
      const { skill, version } = await versionOf(call);
      const { instructions, files } = await readContent(call.hub.database, version);
      const { manifest, text, bodySpan } = parseSkill(instructions);
      const others = files.filter(({ path }) => path !== "SKILL.md");
      const activation = renderActivation({
        ...{ name: skill.name, body: text.slice(bodySpan.start, bodySpan.end) },
        files: others.map(({ path }) => path),
      });
      const answer: ActivationPreview = {
        ...{ name: skill.name, version: version.version, text: activation.text, bytes: activation.bytes },
        ...{ tokens: estimateTokens(activation.text), truncated: activation.truncated },
        files: others.map(({ path, size }) => ({ path, size })),
        ...compact({
          allowedTools: manifest.requestedTools?.map((one) => one.text),
          disallowedTools: manifest.disallowedTools?.map((one) => one.text),
        }),
      };
      return jsonAnswer(answer, call.request, { isPublic: skill.visibility === "public" });
    },
  }),
];

async function explain({ hub }: Viewer, task: string, { entry, score }: FoundSkill): Promise<TaskMatch> {
  const { instructions } = await readContent(hub.database, entry.latest);
  const words = explainMatch(task, toSearchDocument(parseSkill(instructions)));
  return { skill: toSummary(entry), score, words, isForPeople: entry.isForPeople };
}

type ListOptions = { readonly best: readonly string[]; readonly budget: number };

function previewListing(entries: readonly LibraryEntry[], { best, budget }: ListOptions): ListingPreview {
  const skills = entries
    .filter(({ isForPeople }) => !isForPeople)
    .map(({ skill, latest, traits: { tags } }) => ({
      id: skill.name,
      description: latest.description,
      tags,
    }));
  const { text, tier, bytes, tokens, listed, dropped } = createListing(skills, {
    ...{ placement: "tool", budget: { bytes: budget }, best },
  });
  return {
    ...{ text, tier, bytes, tokens, budget, skills: skills.length, listed },
    ...{ shortened: dropped.shortened.count, namesOnly: dropped.descriptions.count },
  };
}
