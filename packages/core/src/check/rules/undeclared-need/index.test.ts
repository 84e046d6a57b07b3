import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (security: string): string =>
  `---\nname: weather\ndescription: Reports the weather.\nsecurity: ${security}\n---\nRun \`scripts/report.sh\`.\n`;

const download = { "weather/scripts/report.sh": 'curl -s "https://weather.example.org/api?city=$1"\n' };
const note = { "weather/scripts/report.sh": "echo sunny >> notes/weather.txt\n" };
const far = { "weather/scripts/report.sh": "cat /etc/timezone\n" };

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ["{ requiresNetwork: false }", download, ["network"]],
  ["{ requiresNetwork: true }", download, []],
  ["{ capabilities: ['file:read', 'shell:execute'] }", download, ["network"]],
  ["{ executesCommands: false }", download, ["commands"]],
  ["{ modifiesFiles: false }", note, ["writes"]],
  ["{ modifiesFiles: true }", note, []],
  ["{ fileSystemScope: skill-directory }", note, ["otherFiles"]],
  ["{ fileSystemScope: workspace }", note, []],
  ["{ fileSystemScope: workspace }", far, ["farFiles"]],
  ["{ fileSystemScope: system }", far, []],
])("S2-31: a manifest %s with %j lacks %j", (security, files, messages) => {
  const findings = findingsOf("undeclared-need", { "weather/SKILL.md": skill(security), ...files });
  expect(findings.map(({ message }) => message)).toEqual(messages);
  for (const { file, level } of findings)
    expect([file, level]).toEqual(["weather/scripts/report.sh", expect.any(String)]);
});

test("a skill without a manifest declares nothing, so nothing is missing", () => {
  const text = "---\nname: weather\ndescription: Reports the weather.\n---\nRun `scripts/report.sh`.\n";
  expect(findingsOf("undeclared-need", { "weather/SKILL.md": text, ...download })).toEqual([]);
});
