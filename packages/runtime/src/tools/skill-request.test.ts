import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { createOutputFolders } from "../scripts/output-folders.ts";
import { createTestSession, skillText } from "../session/test-session.ts";
import { createSkillTools } from "./create-tools.ts";
import { isActivating } from "./skill-request.ts";
import { createTestCall } from "./test-tools.ts";

test.each(["Skill", "skill", "skills_load", "SKILLS_LOAD", "activate_skill"])(
  "%s activates skills",
  (tool) => {
    expect(isActivating(tool)).toBe(true);
  },
);

test.each(["skills_list", "skills_read_file", "skills_run_script", "bash", "read"])("%s does not", (tool) => {
  expect(isActivating(tool)).toBe(false);
});

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
  const running = tools.find((tool) => tool.name === name)?.run(input, createTestCall(workspace));
  expect(asked).toEqual(["pdf"]);
  await running;
});
