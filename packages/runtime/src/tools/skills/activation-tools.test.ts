import { expect, test } from "vitest";
import { systemClock } from "../../clock.ts";
import { createOutputFolders } from "../../scripts/script-output.ts";
import { createTestSession, skillText } from "../../session/test-session.ts";
import { createSkillTools } from "../create-tools.ts";

test.each([
  ["Skill", { skill: "pdf" }],
  ["skills_load", { name: "pdf" }],
])("%s requests its skill before it awaits anything", async (name, input) => {
  const { session, catalog, workspace } = createTestSession({ "pdf/SKILL.md": skillText("pdf") });
  const asked: string[] = [];
  const watched = {
    ...session,
    activate: (request: { readonly skill: string }) => {
      asked.push(request.skill);
      return session.activate(request);
    },
  };
  const outputs = createOutputFolders({ id: "none" });
  const tools = await createSkillTools({ catalog, session: watched, clock: systemClock, workspace, outputs });
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined || !("activate" in tool)) throw new Error(`${name} runs instead of activating`);
  const running = tool.activate(input, { call: { id: "1", tool: name, input } });
  expect(asked).toEqual(["pdf"]);
  await running;
});
