import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const menusIn = (body: string): readonly unknown[] =>
  findingsOf("defaults-over-menus", `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`).map(
    ({ args }) => args.choices,
  );

test.each([
  ["Use pypdf, pdfplumber, or PyMuPDF.", "pypdf and pdfplumber and PyMuPDF"],
  ["To extract text, use `pypdf`, `pdfplumber`, or `pdf2image`.", "pypdf and pdfplumber and pdf2image"],
  ["You can use either Playwright or Selenium to open the page.", "Playwright and Selenium"],
  ["Choose between RabbitMQ and Kafka.", "RabbitMQ and Kafka"],
  ["- **Mocking:** Use Moq or NSubstitute.", "Moq and NSubstitute"],
  ["- Use Storybook, Docusaurus, or similar tools.", "Storybook and Docusaurus"],
])("S2-29: %j offers equals", (body, choices) => {
  expect(menusIn(body)).toEqual([choices]);
});

test.each([
  "Use pdfplumber when there are tables, or pypdf when there are none.",
  "Use pypdf, pdfplumber, or PyMuPDF, depending on the file.",
  "Use pypdf, pdfplumber, or PyMuPDF. Prefer pdfplumber.",
  "Never use pypdf, pdfplumber, or PyMuPDF.",
  "Should I use WebSockets, Polling, or Streams?",
  "Use `central`, `forward`, or `backward`.",
  "Use icons, text, or patterns.",
  "Segment by tier, use case, or tenure.",
  "| Choose between Azure and Defender | https://example.com |",
  "`Use Moq or NSubstitute`",
  "```\nUse pypdf, pdfplumber, or PyMuPDF.\n```",
])("S2-29: %j is not a menu", (body) => {
  expect(menusIn(body)).toEqual([]);
});

test("S2-29: the finding covers the choice", () => {
  const [finding] = findingsOf(
    "defaults-over-menus",
    "---\nname: a\ndescription: b\n---\nNow use Vite, Webpack, or Rollup to build.\n",
  );
  expect(finding?.range).toEqual({ start: { line: 5, column: 5 }, end: { line: 5, column: 33 } });
});
