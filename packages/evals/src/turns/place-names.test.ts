import fc from "fast-check";
import { expect, test } from "vitest";
import { createPlaceNames, type Place } from "./place-names.ts";

const places: readonly Place[] = [
  { name: "HOME", path: "/home/ann/" },
  { name: "WORK", path: "/home/ann/work" },
  { name: "ROOT", path: "/root" },
  { name: "TRIAL", path: "/tmp/trial-", isPrefix: true },
  { name: "ODD", path: 'C:\\odd "one"' },
];
const one = "0b8f6d0e-6b0c-4a53-9f0a-2f5c3c1d7e11";
const two = "5f0d3a52-0f4c-4c2e-8f46-5a1d1a2b3c4d";

/** `<NAME>` instead of the real placeholder, which the linter takes for a forgotten template. */
function written(text: string): string {
  return text.replaceAll("<", "${").replaceAll(">", "}");
}

test.each([
  ["a folder", "see /home/ann.", "see <HOME>."],
  ["the innermost of two folders", "/home/ann/work/a /home/ann/b", "<WORK>/a <HOME>/b"],
  ["a folder inside a longer path", "file:///mnt/home/ann/b", "file:///mnt<HOME>/b"],
  ["another folder of which it is the beginning", "/home/annabel /home/ann-b", "/home/annabel /home/ann-b"],
  ["a folder at the root of the disk", "/root/a\n/root", "<ROOT>/a\n<ROOT>"],
  ["other folders that end so", "/mnt/root /rootfs", "/mnt/root /rootfs"],
  ["such a folder after a line in JSON", '{"a":"b\\n/root/c"}', '{"a":"b\\n<ROOT>/c"}'],
  ["a path in JSON", '"C:\\\\odd \\"one\\"\\\\a"', '"<ODD:json>\\\\a"'],
  ["a folder with a name made by chance", "/tmp/trial-aB3dE6/x", "<TRIAL>/x"],
  ["two of these", "/tmp/trial-aaaaaa /tmp/trial-bbbbbb /tmp/trial-aaaaaa", "<TRIAL> <TRIAL_2> <TRIAL>"],
  ["no such folder", "/tmp/trial-aaaaaaa /tmp/trial-aaaaa", "/tmp/trial-aaaaaaa /tmp/trial-aaaaa"],
  ["ids, in the order of their appearance", `${two} ${one} ${two}`, "<ID_1> <ID_2> <ID_1>"],
  ["words that look like names", "<HOME> <=HOME> <OTHER> $HOME", "<=HOME> <==HOME> <OTHER> $HOME"],
])("%s", (_, plain, named) => {
  const text = written(plain);
  const names = createPlaceNames(places)();
  expect(names.nameRequest(text)).toBe(written(named));
  expect(names.restore(written(named))).toBe(text);
});

test("an id that is not in the request is the model's own", () => {
  const names = createPlaceNames(places)();
  names.nameRequest(one);
  expect(names.nameAnswer(`${two} ${one}`)).toBe(`${two} \${ID_1}`);
});

test("names from one machine are restored to the folders and ids of another", () => {
  const here = createPlaceNames(places)();
  const there = createPlaceNames([
    { name: "WORK", path: "/Users/ben/work" },
    { name: "TRIAL", path: "/var/tmp/trial-", isPrefix: true },
  ])();
  const told = (folder: string, id: string): string => `You work in ${folder}, session ${id}.`;
  expect(there.nameRequest(told("/var/tmp/trial-zzzzzz", two))).toBe(
    here.nameRequest(told("/tmp/trial-aaaaaa", one)),
  );
  const answer = here.nameAnswer(`cat /tmp/trial-aaaaaa/${one} /home/ann/work/a`);
  expect(there.restore(answer)).toBe(`cat /var/tmp/trial-zzzzzz/${two} /Users/ben/work/a`);
});

test("an unknown placeholder is unchanged", () => {
  expect(createPlaceNames(places)().restore(written("<TRIAL> <ID_7>"))).toBe(written("<TRIAL> <ID_7>"));
});

test("the root folder and an empty path are not replaced", () => {
  const names = createPlaceNames([
    { name: "DISK", path: "/" },
    { name: "NONE", path: "" },
  ])();
  expect(names.nameRequest("a/b //")).toBe("a/b //");
});

test.each(["home", "A-B", "", "ID", "ID_1", "A}"])("%j is not a valid name for a folder", (name) => {
  expect(() => createPlaceNames([{ name, path: "/a/b" }])).toThrow(
    expect.objectContaining({ code: "option-invalid" }),
  );
});

const piece = fc.oneof(
  fc.constantFrom(...places.filter(({ isPrefix }) => !isPrefix).map(({ path }) => path.replace(/\/$/, ""))),
  fc.constantFrom("/tmp/trial-aaaaaa", "/tmp/trial-bbbbbb", one, two, JSON.stringify(places[4]?.path)),
  fc.constantFrom(
    ...["<HOME>", "<=HOME>", "<TRIAL_2>", "<ID_1>", "<==ODD:json>"].map(written),
    "$",
    "{",
    "}",
    "=",
    "/",
    "\\n",
    " ",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);

test("naming and restoring any text gives the same text, and no path is left", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 12 }), (asked, answered) => {
      const names = createPlaceNames(places)();
      const request = asked.join("");
      const answer = answered.join("");
      const named = names.nameRequest(request);
      expect(names.restore(named)).toBe(request);
      expect(names.restore(names.nameAnswer(answer))).toBe(answer);
      expect(names.nameRequest(request)).toBe(named);
      expect(names.nameRequest(asked.join(" "))).not.toContain("/home/ann");
    }),
    { numRuns: 500 },
  );
});
