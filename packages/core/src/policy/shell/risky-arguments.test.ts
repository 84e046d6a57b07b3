import { expect, test } from "vitest";
import { readShell } from "./read-shell.ts";
import { riskyArguments, runningArguments } from "./risky-arguments.ts";
import { gitSubcommands } from "./risky-git.ts";
import { riskyPrograms } from "./risky-programs.ts";

/** The risky words of a line; `?` for unknown ones, `…` for words outside the command. */
function risks(line: string): string {
  const reading = readShell(line);
  const command = reading.ok ? reading.commands.at(-1) : undefined;
  if (!command || command.words.length === 0) throw new Error(`cannot read ${line}`);
  const { words } = command;
  return riskyArguments(command)
    .map((index) => (words[index] ? (words[index].text ?? "?") : "…"))
    .join(" ");
}

test.each([
  ["ls -o x $y", ""],
  ["curl -sSL https://x", ""],
  ["curl -XPOST -d o https://x", ""],
  ["curl -sSLo x https://y", "-sSLo"],
  ["curl --outp=x https://y", "--outp=x"],
  ["curl -K x", "-K"],
  ["curl $x", "?"],
  ['curl "https://x/$y"', ""],
  ["curl https://x/$y", "?"],
  ['curl -H "$x" https://y', ""],
  ['curl --url -H "$x"', "?"],
  ["sed --line-length -e 1p '1e id'", "1e id"],
  ["wget -qO- x", "-qO-"],
  ["tar xzf x.tgz", ""],
  ["tar xIf sh x", "xIf"],
  ["tar -x --to-command=sh -f x", "--to-command=sh"],
  ["tar cf x --checkpoint-action=exec=sh y", "--checkpoint-action=exec=sh"],
  ["sed -n 1,5p x", ""],
  ["sed -n '/a/,/b/p' x", ""],
  ["sed 's/a/b/g' e w", ""],
  ["sed 's|a/b|c|' x", ""],
  ["sed 's/a/b/e' x", "s/a/b/e"],
  ["sed 's/a/b/w x' y", "s/a/b/w x"],
  ["sed '1e id' x", "1e id"],
  ["sed 'w x' y", "w x"],
  ["sed -e 1p -e '1e id' x", "1e id"],
  ["sed -ne1p x", ""],
  ["sed --expression='1e id' x", "--expression=1e id"],
  ["sed --expr='1e id' x", "--expr=1e id"],
  ["sed --expression '1e id' x", "1e id"],
  ["sed -i s/a/b/ x", "-i"],
  ["sed -f x", "-f x"],
  ['sed "s/a/$x/" y', "?"],
  ["sed 1p src/*", ""],
  ["awk '{print $1}' x", ""],
  ["awk -F : '{print $1}' x", ""],
  ["awk 'BEGIN{system(\"id\")}'", 'BEGIN{system("id")}'],
  ["awk '{print > \"x\"}' y", '{print > "x"}'],
  ["awk -f x", "-f"],
  ["sort -k2,2 -t o x", ""],
  ["sort -uo x y", "-uo"],
  ["sort --compress-prog=sh x", "--compress-prog=sh"],
  ["uniq -c x", ""],
  ["uniq x y", "y"],
  ["tee x y", "x y"],
  ["dd if=x of=y", "of=y"],
  ["find . -name '*.ts' -print", ""],
  ["find . -delete", "-delete"],
  ["find . -fprintf x y", "-fprintf"],
  ["rsync -av x y", ""],
  ["rsync -ave 'sh -c id' x y", "-ave"],
  ["scp -oProxyCommand=id x y:", "-oProxyCommand=id"],
  ["ssh host ls -l", ""],
  ["ssh host -oProxyCommand=id", "-oProxyCommand=id"],
  ["make -j4 test", ""],
  ["make CC=id", "CC=id"],
  ["make --eval=x", "--eval=x"],
  ["npm run build", ""],
  ["npm exec x", "exec"],
  ["npm --loglevel silent exec x", "exec"],
  ["npm run x --script-shell=id", "--script-shell=id"],
  ["man -P id ls", "-P"],
  ["less '+!id' x", "+!id"],
  ["vim -c '!id' x", "-c"],
  ["python3 x.py -c y $z", ""],
  ["python3 -m pytest -c y", ""],
  ["python3 -Bc x", "-Bc"],
  ["python3 $x", "?"],
  ["node x.js -e y", ""],
  ["node --title x -e y", "-e"],
  ["node --ev=x", "--ev=x"],
  ["perl -ne x", "-ne"],
  ["ruby -rx y", "-rx"],
  ["zip -r x y", ""],
  ["zip -TT id x y", "-TT"],
  ["[ -f x ]", ""],
  ["[ -v 'a[$(id)]' ]", "-v"],
  ["printf %s x", ""],
  ["printf -v x y", "-v"],
  ["export A=1", "A=1"],
  ["sudo ls -l", "ls"],
  ["sudo curl -o x y", "curl -o"],
  ["xargs git log", "git …"],
  ["xargs ls", "ls"],
  ["eval ls", "…"],
  ["parallel x y", "x y …"],
  ["sudo $x", "? …"],
])("in %j the risk is %j", (line, found) => {
  expect(risks(line)).toBe(found);
});

test.each([
  ["git log -5 --oneline", ""],
  ["git log --output=x -p --ext-diff", "--output=x --ext-diff"],
  ["git -c a=b --git-dir x log", "-c --git-dir"],
  ["git x", "x"],
  ["git $x", "?"],
  ["git clone -b main -j4 https://x y", ""],
  ["git clone -bu x", ""],
  ["git clone -qu x y", "-qu"],
  ["git clone $x", "?"],
  ['git clone "v$x"', "?"],
  ['git clone "ssh://$x"', "?"],
  ['git clone "https://x/$y"', ""],
  ["git commit -m std::move", ""],
  ['git commit -m "$x"', ""],
  ["git commit -m $x", "?"],
  ['git commit -F "$x"', "?"],
  ['git stash show -m "$x"', "?"],
  ['git add -- "$x" $y *', ""],
  ["git log --grep -- $x", "?"],
  ["git log --grep=y -- $x", ""],
  ["git submodule --quiet foreach x", "foreach"],
  ["git submodule update", ""],
  ['git submodule "$x"', "?"],
  ["git config x.y", ""],
  ["git config get x.y", ""],
  ["git config x.y z", "x.y"],
  ["git config user.name -x", ""],
  ["git config $x", "?"],
  ["git config --get-regexp x", ""],
  ["git config --file x --get y", "--file"],
  ["git rebase -Xours -i main", ""],
  ["git rebase -ix y main", "-ix"],
])("in %j the risk is %j", (line, found) => {
  expect(risks(line)).toBe(found);
});

test("the tables have options as options, and letters as letters", () => {
  for (const [name, { options = [], values = "" }] of [...riskyPrograms, ...gitSubcommands]) {
    expect(
      options.filter((option) => !/^-[A-Za-z]$|^--[A-Za-z][\w-]+$/.test(option)),
      name,
    ).toEqual([]);
    expect(values, name).toMatch(/^[A-Za-z0-9]*$/);
    expect(
      [...values].filter((letter) => options.includes(`-${letter}`)),
      name,
    ).toEqual([]);
  }
});

test.each([
  ["git -c alias.x='!rm x' x", true],
  ["git rebase -x 'rm x'", true],
  ["git submodule foreach 'rm x'", true],
  ["git bisect run rm x", true],
  ["git config alias.x '!rm x'", true],
  ["git push ./x HEAD", true],
  ["git p origin", true],
  ["git -C x status", false],
  ["git config core.autocrlf true", false],
  ["git log --output=x", false],
  ["git archive -o x HEAD", false],
  ["git worktree add /tmp/x", false],
  ['git checkout "$x"', false],
  ["git log", false],
  ["sed '1e rm x' y", true],
  ["sed -i s/a/b/ x", false],
  ["sed 'w x' y", false],
  ["awk 'BEGIN{system(\"rm x\")}'", true],
  ["awk '{print > \"x\"}' y", false],
  ["split --filter='rm x' y", true],
  ["tar cf x --checkpoint-action=exec=rm y", true],
  ["tar cfI x rm y", true],
  ["tar xPf x", false],
  ["vim -c '!rm x'", true],
  ["make --eval=x", true],
  ["make -C x", false],
  ["npm exec -- rm", true],
  ["npm --prefix web test", false],
  ["sort --compress-program=rm x", true],
  ["sort -o x y", false],
  ["curl -o x y", false],
  ["tee x", false],
  ["ls -l", false],
  ["read 'a[$(rm x)]'", true],
  ["read -r line", false],
  ["declare 'a[$(rm x)]=1'", true],
  ["export A=1", false],
  ["mapfile -C 'rm x' y", true],
  ["compgen -C 'rm x'", true],
  ["hash -p /bin/rm ls", true],
  ['curl "$x"', false],
])("whether an argument of %j runs a program: %j", (line, runs) => {
  const reading = readShell(line);
  expect(runningArguments((reading.ok && reading.commands.at(-1)?.words) || [])).toBe(runs);
});
