import type { JsonObject } from "@skillwright/core/text";
import { followInstructions } from "./follow-instructions.ts";
import type { Conversation, LoadedSkill, Step } from "./read-conversation.ts";
import { noTools, nothingFits, tellForked, tellLoaded, tellRefusal, tellResult } from "./tell-outcome.ts";

/** The next step: search, load, do one thing the skill names, answer. Depends only on the conversation. */
export function decideTurn(conversation: Conversation): Turn {
  const last = conversation.steps.at(-1);
  if (last === undefined) return begin(conversation);
  if (!last.outcome.ok) return { text: tellRefusal(last, last.outcome.reason) };
  const { data } = last.outcome;
  if (last.tool === "skills_search") return loadSkill(chooseFromHits(data), conversation);
  if (!isLoading(last)) return { text: tellResult(last, data) };
  const skill = String(last.input.skill ?? last.input.name);
  if (data.forked === true) return { text: tellForked({ skill, answer: String(data.content ?? "") }) };
  return follow({ skill, text: String(data.content ?? "") }, conversation);
}

function begin(conversation: Conversation): Turn {
  const { loaded, forked, task, tools } = conversation;
  if (loaded !== undefined) return follow(loaded, conversation);
  if (forked !== undefined) return { text: tellForked(forked) };
  if (tools.has("skills_search") && task.trim() !== "")
    return {
      text: "Searching for a matching skill.",
      call: { tool: "skills_search", input: { query: task, limit: 5 } },
    };
  const listing = tools.get("Skill");
  if (listing === undefined) return { text: noTools };
  return loadSkill(chooseFromListing(listing, task), conversation);
}

function loadSkill(skill: string | undefined, { task, tools }: Conversation): Turn {
  if (skill === undefined) return { text: nothingFits };
  const text = `The skill “${skill}” matches best; loading it.`;
  const args = task.replace(/\s+/g, " ").trim();
  if (tools.has("Skill")) return { text, call: { tool: "Skill", input: { skill, args } } };
  if (tools.has("skills_load")) return { text, call: { tool: "skills_load", input: { name: skill, args } } };
  return { text: noTools };
}

function isLoading({ tool }: Step): boolean {
  return tool === "Skill" || tool === "skills_load";
}

function follow({ skill, text }: LoadedSkill, { task, tools, workspace }: Conversation): Turn {
  const turn = followInstructions({ skill, text, task, workspace }, new Set(tools.keys()));
  return turn ?? { text: tellLoaded(skill) };
}

/** The best search result, if its score is good enough. */
function chooseFromHits({ skills }: JsonObject): string | undefined {
  const [best] = Array.isArray(skills) ? skills : [];
  if (best === undefined || typeof best.name !== "string") return undefined;
  return typeof best.score === "number" && best.score < fittingScore ? undefined : best.name;
}

/** With the example skills, "hello" scores 0.08 and "write a commit message" 0.99. */
const fittingScore = 0.3;

/** The listed skill that shares the most words with the task; lines look like `"name": description`. */
function chooseFromListing(listing: string, task: string): string | undefined {
  const wanted = wordsOf(task);
  const listed = [...listing.matchAll(/^"([^"]+)": (.+)$/gm)].map(([, name = "", description = ""]) => {
    const words = wordsOf(`${name} ${description}`);
    return { name, shared: [...wanted].filter((word) => words.has(word)).length };
  });
  // Sorting is stable, so the first of equals wins.
  const [best] = listed.toSorted((one, other) => other.shared - one.shared);
  return best !== undefined && best.shared > 0 ? best.name : undefined;
}

/** Words of four or more characters; shorter ones are noise. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
}

/** The demo model's next step: text and a tool call, or the final answer. */
export type Turn = { readonly text: string; readonly call?: Call };
export type Call = { readonly tool: string; readonly input: JsonObject };
