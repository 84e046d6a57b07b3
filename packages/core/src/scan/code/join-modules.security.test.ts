import { expect, test } from "vitest";
import type { Language, ScannedText } from "../evidence.ts";
import { scannedText } from "../shell/test-actions.ts";
import { joinModules } from "./join-modules.ts";

const long = 90_000;

test.each<[Language, string, string]>([
  ["javascript", "js", 'import a from "./m.js";\nfetch(process.env);'],
  ["javascript", "js", 'import  { a, b as c \n*} as from "./m.js";\nfetch(process.env);'],
  ["python", "py", "from m import (\nimport m as a\nrequests(environ);"],
  ["python", "py", "import m\nrequests(environ); m.m.m.m"],
  ["shell", "sh", ". m.sh\n. aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\ncurl ~/a"],
])("long programs that name each other are joined in time: %s %s %s", (language, end, line) => {
  const body = line.repeat(Math.floor(long / line.length));
  const names = ["m", "a", "b", "c"];
  const texts = names.map((name): ScannedText => {
    const file = `${name}.${end}`;
    return { ...scannedText(`${line}\n${body}`, language, file), placeOf: (span) => ({ file, span }) };
  });
  const joined = joinModules(texts);
  const total = joined.reduce((sum, { text }) => sum + text.length, 0);
  expect(total).toBeLessThan(500_000);
  for (const { text, placeOf } of joined) {
    const { file } = placeOf({ start: text.length - 2, end: text.length - 1 });
    expect(texts.map(({ path }) => path)).toContain(file);
  }
});

test("hundreds of programs that all use the same modules stay within bounds", () => {
  const module = scannedText("x = os.environ\nrequests.get(y)\n", "python", "m.py");
  const mains = Array.from({ length: 1500 }, (_, at) =>
    scannedText("import m\n".repeat(200), "python", `p${at}.py`),
  );
  const total = joinModules([module, ...mains]).reduce((sum, { text }) => sum + text.length, 0);
  expect(total).toBeLessThan(500_000);
});
