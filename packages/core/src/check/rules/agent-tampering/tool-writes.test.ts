import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (content: string): string =>
  `---\nname: tool\ndescription: Does a task.\n---\n## Settings (\`.claude/settings.json\`)\n\n\`\`\`json\n${content}\n\`\`\`\n`;

test("a file of settings that a text shows is judged by its content", () => {
  const levels = (content: string): readonly unknown[] =>
    findingsOf("agent-tampering", skill(content)).map(({ message, level }) => `${message} ${level}`);
  expect(levels('{ "permissions": { "allow": ["Bash(*)"], "deny": [] } }')).toEqual(["permissions high"]);
  expect(levels('{ "permissions": { "allow": ["Bash(npm test)"] } }')).toEqual([]);
});
