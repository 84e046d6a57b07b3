import type { Language, Role } from "../evidence.ts";
import { extensionOf } from "./identify-language.ts";

const programs: ReadonlySet<Language> = new Set<Language>([
  "shell",
  "powershell",
  "batch",
  "python",
  "javascript",
  "ruby",
  "perl",
  "php",
  "other",
]);

export type RoleQuestion = {
  readonly path: string;
  readonly language: Language;
  /** A text that counts names this very file, not only its folder. */
  readonly isNamed: boolean;
};

/** What a text is for, by its path and language. A test that the skill names is a program like any other. */
export function roleOf({ path, language, isNamed }: RoleQuestion): Role {
  if (
    /(?:^|\/)(?:skill|agents?|claude|gemini)\.md$/i.test(path) ||
    /(?:^|\/)(?:commands|agents)\/[^/]+\.md$/i.test(path)
  )
    return "instructions";
  if (!isNamed && isTest(path)) return "test";
  if (programs.has(language)) return "program";
  if (language === "configuration") return "configuration";
  return dataExtensions.has(extensionOf(path)) ? "data" : "reference";
}

export function isProgram(language: Language): boolean {
  return programs.has(language);
}

const dataExtensions: ReadonlySet<string> = new Set(
  "csv tsv log svg dat data bin png jpg jpeg gif webp pdf xml".split(" "),
);

function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|spec|specs|fixtures|evals?|testdata)\/|(?:^|\/)test_[^/]*\.py$|(?:_test|\.test|\.spec)\.\w{1,5}$/i.test(
    path,
  );
}
