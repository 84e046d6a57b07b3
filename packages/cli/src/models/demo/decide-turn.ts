import { chooseFromHits, chooseFromListing } from "./choose-skill.ts";
import { followInstructions } from "./follow-instructions.ts";
import type { Conversation, LoadedSkill, Step } from "./read-conversation.ts";
import { noTools, nothingFits, tellForked, tellLoaded, tellRefusal, tellResult } from "./tell-outcome.ts";
import type { Turn } from "./turn.ts";

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
