import { expect, test } from "vitest";
import { skillFromText } from "../discover/load-skill.ts";
import { findProfile } from "../profiles/profiles.ts";
import { checkSkill } from "./check-skill.ts";

/** Rules that still report, by line. */
function findingsIn(text: string, ...only: string[]): readonly string[] {
  const findings = checkSkill(skillFromText(text), { profile: findProfile("standard") });
  return findings
    .filter(({ rule }) => only.includes(rule) || rule === "disable-reason")
    .map(({ rule, range }) => `${range.start.line} ${rule}`);
}

function skill(frontmatter: string, body = "Go.\n"): string {
  return `---\n${frontmatter}description: Reads PDF files. Use when asked.\n---\n${body}`;
}

test("without a comment the rule reports", () => {
  expect(findingsIn(skill("name: Bad_Name\n"), "name.format")).toEqual(["2 name.format"]);
});

test("next-line silences the next line only", () => {
  const text = skill("# skillwright-disable-next-line name.format -- legacy\nname: Bad_Name\n");
  expect(findingsIn(text, "name.format")).toEqual([]);
  const late = skill("# skillwright-disable-next-line name.format -- legacy\n\nname: Bad_Name\n");
  expect(findingsIn(late, "name.format")).toEqual(["4 name.format"]);
});

test("line disables its own line, in YAML after the value", () => {
  const text = skill("name: Bad_Name # skillwright-disable-line name.format -- legacy\n");
  expect(findingsIn(text, "name.format")).toEqual([]);
});

test("next-line does not apply to its own line, and line applies only to its own", () => {
  const own = skill("name: Bad_Name # skillwright-disable-next-line name.format -- legacy\n");
  expect(findingsIn(own, "name.format")).toEqual(["2 name.format"]);
  const other = skill("name: Bad_Name\n# skillwright-disable-line name.format -- legacy\n");
  expect(findingsIn(other, "name.format")).toEqual(["2 name.format"]);
});

test("without -line it applies to the whole file, wherever the comment is", () => {
  const text = skill("name: Bad_Name\n", "Go.\n\n<!-- skillwright-disable name.format -- legacy -->\n");
  expect(findingsIn(text, "name.format")).toEqual([]);
});

test("several rules are separated by commas, and other rules still report", () => {
  const frontmatter = "name: Bad_Name\nlicense: [MIT]\n";
  const both = skill(frontmatter, "<!-- skillwright-disable name.format , license.type -- legacy -->\n");
  expect(findingsIn(both, "name.format", "license.type")).toEqual([]);
  const one = skill(frontmatter, "<!-- skillwright-disable name.format -- legacy -->\n");
  expect(findingsIn(one, "name.format", "license.type")).toEqual(["3 license.type"]);
});

test("CRLF and a reason with dashes work the same", () => {
  const text = skill("# skillwright-disable-next-line name.format -- old -- and --kept\nname: Bad_Name\n");
  expect(findingsIn(text.replaceAll("\n", "\r\n"), "name.format")).toEqual([]);
});

test.each([
  "<!-- skillwright-disable name.format -->",
  "<!-- skillwright-disable name.format-->",
  "<!-- skillwright-disable name.format -- -->",
  "<!-- skillwright-disable name.format --   -->",
  "<!-- skillwright-disable name.format --> with a reason behind it",
])("%j gives no reason, so it disables nothing and is reported", (comment) => {
  expect(findingsIn(skill("name: Bad_Name\n", `${comment}\n`), "name.format")).toEqual([
    "2 name.format",
    "5 disable-reason",
  ]);
});

test.each([
  "skillwright-disable name.format -- not a comment",
  "<!-- skillwright-disable everything, please! -- x -->",
  "<!-- skillwright-disable -- no rule -->",
  "<!-- skillwright-disabled name.format -- x -->",
])("%j is not a directive", (comment) => {
  expect(findingsIn(skill("name: Bad_Name\n", `${comment}\n`), "name.format")).toEqual(["2 name.format"]);
});

test("two comments on one line both count", () => {
  const text = skill(
    "name: Bad_Name\nlicense: [MIT]\n",
    "<!-- skillwright-disable name.format -- a --><!-- skillwright-disable license.type -- b -->\n",
  );
  expect(findingsIn(text, "name.format", "license.type")).toEqual([]);
});

test("security findings cannot be silenced from inside the skill", () => {
  const body = "<!-- skillwright-disable hidden-text -- it is fine -->\nHid\u202eden.\n";
  // The attempt is reported beside the finding.
  expect(findingsIn(skill("name: a\n", body), "hidden-text")).toEqual(["6 disable-reason", "6 hidden-text"]);
});

test("the finding about a disable comment cannot be disabled by that comment", () => {
  const body = "<!-- skillwright-disable disable-reason -->\n";
  expect(findingsIn(skill("name: a\n", body))).toEqual(["5 disable-reason"]);
});

test("T10: a huge comment, and a huge number of comments, terminate", () => {
  const long = `<!-- skillwright-disable name.format -- ${" ".repeat(200_000)}x\n`;
  expect(findingsIn(skill("name: Bad_Name\n", long), "name.format")).toEqual([]);
  const many = "<!-- skillwright-disable name.format -->\n".repeat(5000);
  expect(findingsIn(skill("name: a\n", many))).toHaveLength(50);
});

test.each(["# skillwright-disable name.format", "# skillwright-disable name.format --"])(
  "%j in the frontmatter gives no reason either",
  (comment) => {
    expect(findingsIn(skill(`${comment}\nname: Bad_Name\n`), "name.format")).toEqual([
      "2 disable-reason",
      "3 name.format",
    ]);
  },
);

test("a comment in a code block is an example and has no effect", () => {
  const body =
    "```md\n<!-- skillwright-disable name.format -- old -->\n# skillwright-disable name.format -- old\n```\n";
  expect(findingsIn(skill("# a comment\nname: Bad_Name\n", body), "name.format")).toEqual(["3 name.format"]);
});

test("a disabled rule is not reported as capped", () => {
  const links = Array.from({ length: 80 }, (_, index) => `[a](../x${index}.md)`).join("\n\n");
  const text = skill(
    "name: pdf\n",
    `<!-- skillwright-disable reference-escapes -- by design -->\n\n${links}\n`,
  );
  expect(findingsIn(text, "reference-escapes", "findings-capped")).toEqual([]);
});

test("an unknown rule is named", () => {
  const text = skill("name: Bad_Name\n", "<!-- skillwright-disable name.formt -- old -->\n");
  expect(findingsIn(text, "name.format")).toEqual(["2 name.format", "5 disable-reason"]);
});

test("tens of thousands of directives in one comment are read, and few of them reported", () => {
  const directives = "# skillwright-disable x\n".repeat(86_000);
  const text = `---\nname: a\ndescription: b\n---\n<!--\n${directives}-->\n`;
  const findings = checkSkill(skillFromText(text), { profile: findProfile("standard") });
  expect(findings.length).toBeLessThan(200);
});
