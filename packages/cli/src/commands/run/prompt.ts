import { isInside } from "@skillwright/core/discover";
import { createSystemPrompt, readProjectInstructions } from "@skillwright/core/listing";
import type { OpenedCatalog } from "../../catalog/open-catalog.ts";
import type { Io } from "../../io.ts";

/** The agent's system prompt: tools and skills, project instructions, folder and date. */
export function createRunPrompt({ catalog, fs, roots }: OpenedCatalog, io: Io): string {
  const { cwd } = io;
  const projects = roots.flatMap(({ project }) => project ?? []);
  const upTo = projects.find((project) => isInside(project, cwd)) ?? cwd;
  const hasSkills = catalog.list().skills.some(({ enabled }) => enabled);
  const { text } = createSystemPrompt({
    tools: { read: "read", run: "bash" },
    navigation: hasSkills ? "full" : "none",
    projectInstructions: readProjectInstructions(fs, { from: cwd, upTo }).instructions,
  });
  return `${text}\n\n${describeSurroundings(io)}`;
}

/** Folder, platform and date, for the agent and its sub-agents. */
export function describeSurroundings({ cwd, place, today }: Io): string {
  const date = new Date(today()).toISOString().slice(0, 10);
  return `# Surroundings\n\nYou work in the folder ${cwd} on ${platformNames[place.platform]}. Today is ${date}.`;
}

const platformNames: Readonly<Record<Io["place"]["platform"], string>> = {
  linux: "Linux",
  darwin: "macOS",
  win32: "Windows",
};
