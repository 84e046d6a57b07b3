import { expect, test } from "vitest";
import { promptFormats, toPrompt } from "./to-prompt.ts";

const pdf = {
  name: "pdf",
  description: "Reads PDF files.\n  Use when asked.",
  location: "/skills/pdf/SKILL.md",
};
const forms = { name: "pdf-forms", description: 'Fills in "forms" <fast> & well.' };

test("S1-27: skills-ref is the reference tool's block, element by line", () => {
  expect(toPrompt([pdf])).toBe(`<available_skills>
<skill>
<name>
pdf
</name>
<description>
Reads PDF files.
  Use when asked.
</description>
<location>
/skills/pdf/SKILL.md
</location>
</skill>
</available_skills>`);
});

test("S1-27: without skills the reference block is two lines", () => {
  expect(toPrompt([])).toBe("<available_skills>\n</available_skills>");
});

test("R4-6: nested has one element per field, location only if known", () => {
  expect(toPrompt([pdf, forms], "nested")).toBe(`<available_skills>
  <skill>
    <name>pdf</name>
    <description>Reads PDF files. Use when asked.</description>
    <location>/skills/pdf/SKILL.md</location>
  </skill>
  <skill>
    <name>pdf-forms</name>
    <description>Fills in &quot;forms&quot; &lt;fast&gt; &amp; well.</description>
  </skill>
</available_skills>`);
});

test("S4-10, S4-11: attributes are VibeTavern's block, with optional location", () => {
  expect(toPrompt([{ name: "foo", description: "..." }], "attributes")).toBe(
    '<available_skills>\n  <skill name="foo" description="..." />\n</available_skills>',
  );
  expect(toPrompt([pdf], "attributes")).toContain(
    '<skill name="pdf" description="Reads PDF files. Use when asked." location="/skills/pdf/SKILL.md" />',
  );
});

test("S1-17: boxxy at level 1 adds trit, role and color", () => {
  const [, line] = toPrompt([pdf], "boxxy").split("\n");
  expect(line).toMatch(
    /^ {2}<skill name="pdf" description="Reads PDF files\. Use when asked\." location="\/skills\/pdf\/SKILL\.md" trit="(?:0|\+1|-1)" role="(?:Coordinator|Generator|Verifier)" color="#[0-9A-F]{6}" \/>$/,
  );
});

test("S1-18: boxxy at level 2 has the whole body and the sum of the set", () => {
  const full = toPrompt([{ ...pdf, body: "\n# PDF\n\nSee <b> & go.\n" }, forms], "boxxy");
  expect(full.split("\n")[0]).toBe('<skills count="2">');
  expect(full).toMatch(/<skill name="pdf" [^>]+>\n# PDF\n\nSee &lt;b&gt; &amp; go\.\n<\/skill>/);
  expect(full).toMatch(/<skill name="pdf-forms" [^>]+>\n\n<\/skill>/);
  expect(full).toMatch(/<!-- gf3-conservation: balanced=(?:true|false) sum=[012] -->\n<\/skills>$/);
});

test("S3-2: quoted lines have empty lines between them", () => {
  expect(toPrompt([pdf, forms], "quoted-lines")).toBe(
    '<available_skills>\n"pdf": Reads PDF files. Use when asked.\n\n"pdf-forms": Fills in &quot;forms&quot; &lt;fast&gt; &amp; well.\n</available_skills>',
  );
});

test("bullets are one line a skill", () => {
  expect(toPrompt([pdf, forms], "bullets")).toBe(
    "- pdf: Reads PDF files. Use when asked.\n- pdf-forms: Fills in &quot;forms&quot; &lt;fast&gt; &amp; well.",
  );
});

test.each(promptFormats)("%s renders no skills, and the same every time", (format) => {
  expect(toPrompt([], format)).toBe(format === "bullets" ? "" : "<available_skills>\n</available_skills>");
  expect(toPrompt([pdf, forms], format)).toBe(toPrompt([pdf, forms], format));
});
