import { expect, test } from "vitest";
import { toFileUri } from "./file-uri.ts";

test("a relative path stays relative and loses its leading dot", () => {
  expect(toFileUri("./skills//pdf/SKILL.md")).toBe("skills/pdf/SKILL.md");
});

test("a path above the working folder keeps its dots", () => {
  expect(toFileUri("../pdf/SKILL.md")).toBe("../pdf/SKILL.md");
});

test("characters that mean something in a URI are encoded", () => {
  expect(toFileUri("a b/c#d?e%f/<stdin>")).toBe("a%20b/c%23d%3Fe%25f/%3Cstdin%3E");
});

test("a colon in the first folder does not become a scheme", () => {
  expect(toFileUri("javascript:x/SKILL.md")).toBe("javascript%3Ax/SKILL.md");
});

test("an absolute path becomes a file URI", () => {
  expect(toFileUri("/srv/my skills/pdf/SKILL.md")).toBe("file:///srv/my%20skills/pdf/SKILL.md");
});

test("half of a surrogate pair does not stop the report", () => {
  expect(toFileUri("a\ud800/SKILL.md")).toBe("a%EF%BF%BD/SKILL.md");
});
