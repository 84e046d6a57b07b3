import { expect, test } from "vitest";
import { commandsInside } from "./commands-inside.ts";
import { readShell } from "./read-shell.ts";

/** The commands inside the one of a line, each as its words with `?` for those that are not known. */
function inside(line: string): readonly string[] | string {
  const reading = readShell(line);
  const [command] = reading.ok ? reading.commands : [];
  if (!command) throw new Error(`cannot read ${line}`);
  const found = commandsInside(command);
  return found === "unknown"
    ? found
    : found.map(({ words }) => words.map(({ text }) => text ?? "?").join(" "));
}

test.each<[line: string, commands: readonly string[] | "unknown"]>([
  ["ls -l", []],
  ["A=1", []],
  ["sudo ls -l", ["ls -l"]],
  ["/usr/bin/sudo ls", ["ls"]],
  ["sudo -nu a -- ls", ["ls"]],
  ["sudo -ua A=1 B=2 ls", ["ls"]],
  ["sudo --user=a ls", ["ls"]],
  ["sudo --user a ls", "unknown"],
  ["sudo -Z ls", "unknown"],
  ["sudo $x ls", "unknown"],
  ["sudo ls $x", ["ls ?"]],
  ["sudo", []],
  ["sudo -s", "unknown"],
  ["env", []],
  ["env - A=1 ls", ["ls"]],
  ["env -S 'ls x'", "unknown"],
  ["timeout 5 ls", ["ls"]],
  ["timeout -s KILL 5 ls", ["ls"]],
  ["timeout -- 5 ls", ["ls"]],
  ["timeout $x ls", "unknown"],
  ["nice -5 ls", ["ls"]],
  ["nice -n 5 ls", ["ls"]],
  ["ionice -c2 -n 7 ls", ["ls"]],
  ["stdbuf -oL ls", ["ls"]],
  ["exec -a x ls", ["ls"]],
  ["time -p ls", ["ls"]],
  ["xargs", []],
  ["xargs -n 1 ls x", ["ls x ?"]],
  ["xargs --max-args 1 ls", "unknown"],
  ["sh -c 'a; b | c'", ["a", "b", "c"]],
  ["bash -lc a", ["a"]],
  ["bash -c -e a", "unknown"],
  ["bash -c -- a", "unknown"],
  ['bash -c "$x"', "unknown"],
  ["bash -c 'a ('", "unknown"],
  ["bash x", []],
  ["bash -s x", "unknown"],
  ["bash /dev/stdin", "unknown"],
  ["bash", "unknown"],
  ["zsh -c a", ["a"]],
  ["eval a 'b; c'", ["a b", "c"]],
  ["eval $x", "unknown"],
  ["trap 'a; b' EXIT INT", ["a", "b"]],
  ["watch -n 5 'a | b'", ["a", "b"]],
  ["ssh host", []],
  ["ssh -p 22 a@b c '&&' d", ["c", "d"]],
  ["ssh -o ProxyCommand=x host", "unknown"],
  ["find . -name x", []],
  ["find . -exec a {} \\; -ok b x{}y +", ["a ?", "b ?"]],
  ["fd x -x a", ["a"]],
  ["find . -exec a", ["a"]],
  ["python3.12 -c x", "unknown"],
  ["python3 x.py", []],
  ["node --eval x", "unknown"],
  ["perl -ne x", "unknown"],
  ["$x", "unknown"],
  [". x", "unknown"],
  ["su -c x", "unknown"],
])("inside %j is %j", (line, commands) => {
  expect(inside(line)).toEqual(commands);
});
