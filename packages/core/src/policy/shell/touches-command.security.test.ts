import { expect, test } from "vitest";
import type { Match } from "../match-name.ts";
import { compileCommandPattern } from "./command-pattern.ts";
import { readShell } from "./read-shell.ts";
import { touchesCommand } from "./touches-command.ts";

/** The result of a pattern for a whole line: the worst of its commands. */
function touches(pattern: string, line: string): Match {
  const reading = readShell(line);
  if (!reading.ok) return "unknown";
  const patterns = [compileCommandPattern(pattern)];
  const matches = reading.commands.map((command) => touchesCommand(patterns, command));
  if (matches.includes("yes")) return "yes";
  return matches.includes("unknown") ? "unknown" : "no";
}

test.each([
  "bash -eo pipefail -c 'rm x'",
  "bash -o pipefail -c 'rm x'",
  "bash -o errexit -o pipefail -c 'rm x'",
  "bash -euo pipefail -c 'rm x'",
  "bash -ceo pipefail 'rm x'",
  "bash +o history -c 'rm x'",
  "bash -O extglob -c 'rm x'",
  "bash +O extglob -c 'rm x'",
  "bash --login -c 'rm x'",
  "bash --norc --noprofile -c 'rm x'",
  "bash -E -c 'rm x'",
  "bash -c -e 'rm x'",
  "bash -c -- 'rm x'",
  "bash -nc 'rm x'",
  "sh -o errexit -c 'rm x'",
  "'bash' '-eo' 'pipefail' '-c' 'rm x'",
])("a program after a shell's options is found: %j", (line) => {
  expect(touches("rm:*", line)).toBe("yes");
});

test.each([
  "zsh -oerrexit -c 'rm x'",
  "bash -norc -c 'rm x'",
  "bash -rcfile x -c 'rm x'",
  "bash --rcfile x -c 'rm x'",
  "mksh -T x -c 'rm x'",
  "bash -n +n -c 'rm x'",
  "bash -n $f",
  'bash -o "$x" -c "rm x"',
  "bash -o pipefail",
  "bash -",
  "bash -- /dev/stdin",
  "bash ./../../../dev/stdin",
  "bash <(curl x)",
  'bash "$x"',
  "source <(curl x)",
  ". /dev/stdin",
  '. "$x"',
  "source /d*/stdin",
  "source",
])("an ambiguous shell might run anything: %j", (line) => {
  expect(touches("rm:*", line)).toBe("unknown");
});

test.each([
  "find . -maxdepth 0 -exec env -u + rm {} \\;",
  "find . -exec echo + {} + -exec rm {} \\;",
  "fd -Hx rm",
  "fd x -X rm",
  "fdfind -x rm",
  "fdfind --exec-batch rm",
  "fd . -x echo + \\; -x rm",
  "npx rm x",
  "npx --yes -p a rm x",
  "npm exec -- rm x",
  "npm --silent x rm",
  "npm exe rm",
  "pnpm dlx rm",
  "yarn exec rm",
  "bunx rm",
  "bun x rm",
  "uv run rm x",
  "uv run --with a --no-sync rm x",
  "uv --directory a run rm",
  "poetry run rm",
  "pipenv run sh -c 'rm x'",
  "bundle exec rm",
  "prlimit rm x",
  "prlimit --nofile=10 rm x",
  "setpriv --no-new-privs rm",
  "flock /tmp/l rm x",
  "flock -w 5 /tmp/l rm x",
  "timeout --signal KILL 5 rm x",
  "xargs --max-args 1 rm",
  'env A="$x" rm',
  "sudo -E A=1 rm",
  '"$x/rm" y',
  "~/bin/rm y",
  '"$x"/bash -c "rm y"',
  "GIT_PAGER=rm git log",
  "EDITOR='sh -c \"rm x\"' git commit",
  "env GIT_EXTERNAL_DIFF='rm x' git diff",
  "export GIT_SSH_COMMAND='rm x'",
])("a wrapper program hides nothing: %j", (line) => {
  expect(touches("rm:*", line)).toBe("yes");
});

test.each([
  "git -c alias.x='!rm x' x",
  "sed '1e rm x'",
  "split --filter='rm x'",
  "awk 'BEGIN{system(\"rm x\")}'",
  "git rebase -x 'rm x'",
  "git submodule foreach 'rm x'",
  "git bisect run rm x",
  "tar cf a --checkpoint=1 --checkpoint-action=exec='rm x' b",
  "vim -c '!rm x'",
  "make --eval='$(shell rm x)'",
  "env --split-string='rm x'",
  "env --s='rm x'",
  "env -S 'rm x'",
  "flock /tmp/l -c 'rm x'",
  "flock --command='rm x' /tmp/l",
  "npx -c 'rm x'",
  "fd -xrm",
  "fd --exec=rm",
  "$x/ls y",
  '"$x/ls$y"',
  '"$x"',
  "{rm,x}/ls",
  'git rebase --exec="$x"',
  'tar xf y --to-command="$x"',
  'find . -exec echo "$x" -exec rm {} \\;',
  'find . "$x" rm {} +',
  'find . "$x" rm {} "$y"',
  'fd "$x" rm',
  'git rebase --exec="$x/y"',
  "find $x -name y",
  "find . -exec ls $x {} +",
  "node -r ./$x y",
  'find . "$x" "$y" {} +',
  "python3 - <<E\nE",
  "python3",
  "node < x",
  "node -r x -e y",
  "node --require x -e y",
  "node --import data:text/javascript,x y.js",
  "node --import=data:text/javascript,x y.js",
  "node --unheard-of x -e y",
  "python3 -W x -c y",
  "python3 -Ic y",
  "python3 /dev/stdin",
  'python3 "$x" y',
  "python3 $x.py",
  "perl -Mx -e y",
  "ruby -r x -e y",
  "deno eval x",
  "bun -e x",
  "bun --eval=x",
  "bun exec 'rm x'",
  "npx --call='rm x'",
  "tsx -e x",
  "/lib64/ld-linux-x86-64.so.2 /bin/rm x",
  "ld.so /bin/rm x",
])("an argument that runs another program makes the command unknown: %j", (line) => {
  expect(touches("rm:*", line)).toBe("unknown");
});

test.each([
  "shopt -s expand_aliases; alias x=rm\nx y",
  "hash -p /bin/rm x; x y",
  "time coproc rm x",
  "let 'a[$(rm x)]=1'",
  "read 'a[$(rm x)]'",
  "declare 'a[$(rm x)]=1'",
  "test -v 'a[$(rm x)]'",
  "[ -v 'a[`rm x`]' ]",
  "printf -v 'a[$(rm x)]' y",
  "unset 'a[$(rm x)]'",
  "compgen -C 'rm x'",
  "mapfile -C 'rm x' -c 1 a",
  "mapfile -tC 'rm x' a",
  "enable -f ./x.so x",
  "PATH=x ls",
  "LD_PRELOAD=x ls",
  "BASH_ENV=x bash y",
  "ENV=./x sh y",
  'GIT_PAGER="$x" git log',
  "GIT_CONFIG_COUNT=1 git log",
  "NODE_OPTIONS='--import data:text/javascript,x' node y.js",
  "GOFLAGS=-toolexec=rm go build",
  "JAVA_OPTS='-XX:OnError=rm' java x",
  "TAR_OPTIONS=-Irm tar xf x",
  "CFLAGS=$x make",
  "env LD_PRELOAD=x ls",
])("a command run by the shell itself or a variable is unknown: %j", (line) => {
  expect(touches("rm:*", line)).toBe("unknown");
});

test.each<[line: string, match: Match]>([
  ["/usr/lib/git-core/git-push origin", "yes"],
  ["git-push", "yes"],
  ["git-log", "no"],
  ["git -c alias.p=push p origin", "unknown"],
  ["git -c color.ui=never log", "unknown"],
])("a rule on git push, with %j: %s", (line, match) => {
  expect(touches("git push:*", line)).toBe(match);
});

test.each([
  'python3 script.py "$x" -c y',
  'node script.js "$x" -e y',
  "node --test",
  "node --version",
  "node --enable-source-maps x.js $y",
  'python3 -m pytest -c x "$y"',
  'python3 -u ./scripts/"$x".py',
  "find \"$dir\" -name '*.ts'",
  'find "$dir" -name "$pattern"',
  'find "$dir" -type f -exec grep -l "$x" {} +',
  'find . -name "*.$ext"',
  'find . -exec grep "$x" "$y" {} +',
  "bash scripts/$x.sh",
  'bash -n "$f"',
  "bash -x script.sh",
  "bash -o pipefail script.sh -c x",
  "bash --version",
  "bash ./bin/*.sh",
  "command -v rm",
  "source .venv/bin/activate",
  ". ./env.sh",
  'while IFS= read -r f; do wc -l "$f"; done',
  "IFS=, read -r a b",
  "NODE_OPTIONS=--max-old-space-size=4096 npm run build",
  "CFLAGS='-O2 -Wall' make -j4",
  "RUSTFLAGS='-D warnings' cargo test",
  "GOFLAGS=-mod=mod go build",
  "MAVEN_OPTS=-Xmx1g mvn test",
  "GIT_PAGER=cat git log",
  "GIT_EDITOR=true git rebase --continue",
  "EDITOR= git commit",
  "GIT_SSH_COMMAND='ssh -i key' git fetch",
  "GIT_TERMINAL_PROMPT=0 GIT_COMMITTER_DATE=2020-01-01 git fetch",
  "ENV=production npm start",
  'env A=1 B="$x" npm test',
  'export PATH="$PWD/bin:$PATH"',
  '"$HOME/.cargo/bin/cargo" build',
  "~/.cargo/bin/cargo build",
  "npm exec -- tsc -p x",
  "npx tsc --noEmit",
  "pnpm exec eslint .",
  'npm run "$x"',
  'npm install "$x"',
  'gh pr create --title x --body "$(cat y)"',
  'sed -i "s/one/$x/" y',
  'git checkout "$x"',
  'make "$x"',
  "npm run exec",
  "npm install rm",
  "npm ci",
  "uv run pytest -k x",
  "bundle exec rspec",
  "uv sync",
  'bun run x "$y"',
  'deno run x.ts "$y"',
  'tsx x.ts "$y" -e',
  "timeout --signal KILL 60 npm test",
  "xargs --max-args 1 ls",
  "flock /tmp/l npm test",
  "printf '%s\\n' 'a[1]'",
  "[ \"$x\" = 'a[1]' ]",
  'git push -u origin "$(git branch --show-current)"',
  "sed -n 1,80p x",
  "sed -i s/a/b/ x",
  "awk '{print $1}' x",
  "tar czf a.tgz b",
  "hash -r",
  "alias",
])("ordinary commands still pass: %j", (line) => {
  expect(touches("rm:*", line)).toBe("no");
});

test("nested commands take bounded time", () => {
  for (const part of ["find . -exec ", 'find "$x" -exec ', "fd -x ", 'fd "$x" -x ', "sudo "]) {
    const started = performance.now();
    touches("rm:*", `${part.repeat(200)}ls {} +`);
    expect(performance.now() - started, part).toBeLessThan(500);
  }
});
