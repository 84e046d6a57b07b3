// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of shells.
import fc from "fast-check";
import { expect, test } from "vitest";
import { policyLimits } from "../limits.ts";
import { readShell } from "./read-shell.ts";
import type { ShellCommand, ShellWord } from "./shell-command.ts";

/** A command on one line: words separated by ` `, unknown ones as `<prefix>`, or `<prefix…>` if they split. */
function show({ assignments, words, redirections }: ShellCommand): string {
  return [
    ...assignments.map(({ name, value }) => `${name}=${showWord(value)}`),
    ...words.map(showWord),
    ...redirections.map(({ access, target }) => `${access}:${showWord(target)}`),
  ].join(" ");
}

function showWord(word: ShellWord): string {
  return word.text ?? `<${word.prefix}${word.splits ? "…" : ""}>`;
}

function read(line: string): readonly string[] | string {
  const reading = readShell(line);
  return reading.ok ? reading.commands.map(show) : reading.problem;
}

test("a parsed command has words, assignments and redirections", () => {
  expect(readShell('A=1 git log "x y" $B > out 2>&1')).toEqual({
    ok: true,
    commands: [
      {
        assignments: [{ name: "A", value: { text: "1" } }],
        words: [
          { text: "git" },
          { text: "log" },
          { text: "x y" },
          { prefix: "", splits: true, written: "$B" },
        ],
        redirections: [{ access: "write", target: { text: "out" } }],
      },
    ],
  });
});

test.each<[line: string, inputs: readonly (ShellWord | undefined)[]]>([
  ["a <<< 'x y'", [{ text: "x y" }]],
  ["a <<< $x", [{ prefix: "", splits: true, written: "$x" }]],
  ["a <<'E'\nx $y\nE", [{ text: "x $y\n" }]],
  ["a <<E\nx\nE", [{ text: "x\n" }]],
  ["a <<E\nx $y\nE", [{ prefix: "", splits: true, written: "x $y\n" }]],
  ["a < x", [{ prefix: "", splits: true }]],
  ["a < /dev/null", [undefined]],
  ["echo x y | a | b", [undefined, { text: "x y\n" }, { prefix: "", splits: true }]],
  ["echo 'x\\n' | a", [undefined, { prefix: "", splits: true }]],
  ["echo -e x | a", [undefined, { prefix: "", splits: true }]],
  ["{ echo x; b; } | a", [undefined, undefined, { prefix: "", splits: true }]],
  ["x | { a; b; }", [undefined, { prefix: "", splits: true }, { prefix: "", splits: true }]],
  [
    "{ a; b; } < x",
    [
      { prefix: "", splits: true },
      { prefix: "", splits: true },
    ],
  ],
  ["{ a; b; } <<E\nx\nE", [{ prefix: "", splits: true }, { text: "x\n" }]],
  ["a <<< x <<< y", [{ prefix: "", splits: true }]],
  ["a <<< x <<E\ny\nE", [{ prefix: "", splits: true }]],
  ["echo x | a <<< y", [undefined, { prefix: "", splits: true }]],
  ["a > >(b)", [{ prefix: "", splits: true }, undefined]],
  ["a <(b)", [undefined, undefined]],
  ["a && b || c", [undefined, undefined, undefined]],
])("what the commands of %j read from their input is known", (line, inputs) => {
  const reading = readShell(line);
  expect(reading.ok && reading.commands.map(({ input }) => input)).toEqual(inputs);
});

test.each([
  ["a; b & c && d || e", ["a", "b", "c", "d", "e"]],
  ["a | b |& c", ["a", "b", "c"]],
  ["a\nb\n\n\nc", ["a", "b", "c"]],
  ["! a && ! ! b", ["a", "b"]],
  ["a &&\n\n b |\n c", ["a", "b", "c"]],
  ["a; b;", ["a", "b"]],
  ["a &", ["a"]],
  ["a # b; c\nd", ["a", "d"]],
  ["a#b $# 'c'#d", ["a#b <…> c#d"]],
  ["a \\\n b \\\n# c", ["a b"]],
])("%j is a list", (line, commands) => {
  expect(read(line)).toEqual(commands);
});

test.each([
  ["(a; b) | c", ["a", "b", "c"]],
  ["((a))", "arithmetic with a variable that may hold a command"],
  ["a=1; ((a < 5)) && b", ["a=1", "a read:5", "b"]],
  ["a=1; ((a++)); ((a += 2))", ["a=1", "a++", "a += 2"]],
  ["for ((i = 0; i < 3; i++)); do a $i; done", ["a <…>"]],
  ["for ((i = 0; i < 3; i++)) ; do a $i; done", ["a <…>"]],
  ["for X in 1 2; do a $((X * 2)); done", ["a <…>"]],
  ["for PATH in a; do b; done", ["PATH=<…>", "b"]],
  ["( (a) )", ["a"]],
  ["{ a; b; } > f", ["a", "b write:f"]],
  ["{ a }", "a } that only some shells know"],
  ["{ a; b", "a missing }"],
  ["{ }", "a part without a command"],
  ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
  ["if a\nthen\nb\nfi >f 2>g", ["a", "b write:f write:g"]],
  ["while a | b; do c; done < f", ["a", "b", "c read:f"]],
  ["until a; do b; done", ["a", "b"]],
  ["for x in a $(b) 'c'; do d $x; done", ["b", "d <…>"]],
  ["for x; do a; done", ["a"]],
  ["for x in a\ndo b\ndone", ["b"]],
  ["for x in a # b; do c; done\ndo d; done", ["d"]],
  ["case $(a) in b | `c`) d ;; (e) f ;& *) g ;;& h) ;; i) esac", ["a", "c", "d", "f", "g"]],
  ["case a\nin b) c;; esac", ["c"]],
  ["case a in b) c &;; esac", ["c"]],
  ["if a; then { b; (c); } fi", ["a", "b", "c"]],
  ["for file_name in a; do b; done", ["b"]],
  ["for FILE in a; do b; done", ["b"]],
  ["[[ -f a ]] && b", ["[[ -f a ]]", "b"]],
  ["n=1; [[ $# -eq 0 ]] || [[ $n -lt 5 ]]", ["n=1", "[[ <…> -eq 0 ]]", "[[ <…> -lt 5 ]]"]],
  ["[[ -f a && -f $b || -z c ]] && d", ["[[ -f a", "-f <…>", "-z c ]]", "d"]],
  ["if [[ ! $a == b* ]]; then c; fi", ["[[ ! <…> == <b> ]]", "c"]],
  ['[[ -n "$(a)" ]] 2> f || b', ["a", "[[ -n <> ]] write:f", "b"]],
  ["[[ $a =~ ^[0-9]+$ ]]", ["[[ <…> <=> <^> ]]"]],
  ["[[ a =~ [[:space:]] ]] ; b", ["[[ a <=> <> ]]", "b"]],
  ["! [[ a ']]' ]]", ["[[ a ]] ]]"]],
  ["'if' a; then", "an unexpected t"],
  ["echo if then fi", ["echo if then fi"]],
])("%j is compound", (line, commands) => {
  expect(read(line)).toEqual(commands);
});

test.each([
  ["g'i't \"st\"atus", ["git status"]],
  ["\\g\\i\\t a\\ b", ["git a b"]],
  ["g\\\nit", ["git"]],
  ["a ''", ["a "]],
  ['a "b\\"c\\$d\\\\e\\f\\\ng"', ['a b"c$d\\e\\fg']],
  ["a 'b\\' \"'\"", ["a b\\ '"]],
  ["a 'b\nc'", ["a b\nc"]],
  ['a $ "$" $. b$', ["a $ $ $. b$"]],
  ["a $'b\\tc' x$'y' $\"z\"", ["a <> <x> <>"]],
  ["a 技能 'b\u200dc'", ["a 技能 b\u200dc"]],
])("%j is unquoted", (line, commands) => {
  expect(read(line)).toEqual(commands);
});

test.each([
  ['a $b "$b" x$b "x$b" "x$b"$c', ["a <…> <> <x…> <x> <x…>"]],
  ['a "$@" "$*" "${@}" "${@:1}" "${*}"', ["a <…> <> <…> <…> <>"]],
  ['a "${b:-c}" "${b#c}" "${b/c/d}" "${#b}" "${b:0:3}" "${b:-$@}"', ["a <> <> <> <> <> <…>"]],
  ["a * b? src/*.ts [ab] [ ] x[", ["a <> <b> <src/> <> [ ] x["]],
  ["a '*' \\* \"?\"", ["a * * ?"]],
  ["a {b,c} d{1..3} {b} @{0} {} HEAD^{tree} a..b {a},b}", ["a <> <d> {b} @{0} {} HEAD^{tree} a..b <>"]],
  ["a '{b,c}' {'b,'c}", ["a {b,c} {b,c}"]],
  ["a b,{c} b..{c} {.}", ["a b,{c} b..{c} {.}"]],
  ["a x$b=c $1b[c]", ["a <x…> <…>"]],
  ["=a b =c '=d' = == =~", ["<> b <> =d = == <=>"]],
  ["a ~ ~/b ~c HEAD~1 x=~ '~'", ["a <> <> <> HEAD~1 <x=> ~"]],
  ['a $((1 + 2*(3))) "$((1))"', ["a <…> <>"]],
  ["x=1; y=$((x + 1)); a $((x * y)) $((${x} > $y)) $((RANDOM % 2))", ["x=1", "y=<…>", "a <…> <…> <…>"]],
  ["a $((${#b} - 1))", ["a <…>"]],
  ["x=1; printf '%d' x; a $((x))", ["x=1", "printf %d x", "a <…>"]],
  ["read y; x=1; a $((x))", ["read y", "x=1", "a <…>"]],
  ["x=$(b | wc -l); a $((x - 1))", ["b", "wc -l", "x=<…>", "a <…>"]],
  ['i=0; a ${b[@]} "${b[@]}" "${b[0]}" ${#b[@]} ${b[$i]} ${!b[@]}', ["i=0", "a <…> <…> <> <…> <…> <…>"]],
  ["a ${b: -3} ${b:1:2} ${b@Q}", ["a <…> <…> <…>"]],
  [
    'a $(git merge-base b c) "$(git rev-parse HEAD)" "$(pwd)/x" "$PWD" $PWD',
    ["git merge-base b c", "git rev-parse HEAD", "pwd", "a <0> <0> </> </> </…>"],
  ],
  ['a "${PWD}/b" ${PWD} x"$PWD"', ["a </> </…> <x>"]],
])("%j contains unknown values", (line, commands) => {
  expect(read(line)).toEqual(commands);
});

test.each([
  ["a $(b | c)", ["b", "c", "a <…>"]],
  ['a "$(b "$(c)")"', ["c", "b <>", "a <>"]],
  ["a `b; c`", ["b", "c", "a <…>"]],
  ['a "x`b`"', ["b", "a <x>"]],
  ["A=$(b) B=`c`", ["b", "c", "A=<…> B=<…>"]],
  ["a > x$(b)", ["b", "a write:<x…>"]],
  ["a ${x:-$(b)} \"${x:+`c`}\" ${x-'}'}", ["b", "c", "a <…> <> <…>"]],
  ["a <(b) >(c; d) x<(e)", ["b", "c", "d", "e", "a <> <> <x>"]],
  ["a x<(b)-c `d`-e", ["b", "d", "a <x> <…>"]],
  ["a ${x:-y'}'$(b)}", ["b", "a <…>"]],
  ["a <<< $(b)", ["b", "a"]],
  ["$(a) b", ["a", "<…> b"]],
  ["a $(b # )\n)", ["b", "a <…>"]],
  ["a $()", ["a <…>"]],
  ["a '$(b)' \\$(", "a ( after a word"],
])("%j runs what is substituted", (line, commands) => {
  expect(read(line)).toEqual(commands);
});

test.each([
  ["a > b >> c >| d < e <> f", ["a write:b write:c write:d read:e read:f write:f"]],
  ["a &> b &>> c >& d 2> e", ["a write:b write:c write:d write:e"]],
  ["a 2>&1 >&- <&0 3>&1", ["a"]],
  ["a > /dev/null 2> /dev/stderr < /dev/stdin", ["a"]],
  ["a > /dev/stdout", ["a"]],
  ["a $(< b > c)", ["cat read:b write:c", "a <…>"]],
  ["a $(< b; c)", "a file without a program"],
  ["a 2> c 1 >d x2>e", ["a 1 x2 write:c write:d write:e"]],
  ["> a b c", ["b c write:a"]],
  ["> a", ["cat write:a"]],
  ['a $(< b) "$( <c)"', ["read:b", "read:c", "a <…> <>"]],
  ["a &> b; c &>> d 2>&1 | e", ["a write:b", "c write:d", "e"]],
  ["a > x$b > 'c d' > ~/e > \"/dev/shm/$f\"", ["a write:<x…> write:c d write:<> write:</dev/shm/>"]],
  ["a > >(b)", ["b", "a write:<>"]],
])("%j redirects", (line, commands) => {
  expect(read(line)).toEqual(commands);
});

test.each([
  ["a <<'E'\n$(b)\nE\nc", ["a", "c"]],
  ["a <<E\n$(b) `c` \\$(d) ${x:-$(e)} 'f\nE\ng", ["b", "c", "e", "a", "g"]],
  ["a <<-E\n\tb\n\tE\nc", ["a", "c"]],
  ["a <<E\nEx\nE\nc", ["a", "c"]],
  ["a <<E\n\tE\nb\nE\nc", ["a", "c"]],
  ["a << E\nx\nE\nc", ["a", "c"]],
  ['a <<E1 <<"E2" | b\nx\nE1\n$(y)\nE2\nc', ["a", "b", "c"]],
  ["a \"$(cat <<'E'\nit's (text)\nE\n)\"", ["cat", "a <>"]],
  ["(a <<E; b)\nx\nE", ["a", "b"]],
  ["a <<E\nx", "a here-document without an end"],
  ["a <<E", "an unusual end of a here-document"],
  ["a <<E\nx\\\nE\nb", "a line continuation in a here-document"],
  ["a <<E 'x\ny'\nE", "a line break in quotes before a here-document"],
  ['a <<E "x\ny"\nE', "a line break in quotes before a here-document"],
  ["a <<E `b`\nx\nE", "a substitution after the beginning of a here-document"],
  ["a <<E\n${x:-'$(b)'}\nE", "a ' in an expansion"],
  ["a <<E $(b\nc)\nE", "a substitution after the beginning of a here-document"],
  ["a $(b <<E )\nE\n", "a here-document without text"],
  ["a <<$(b)\n", "an unusual end of a here-document"],
])("%j has here-documents", (line, commands) => {
  // Commands in a here-document come after the command itself.
  const found = read(line);
  expect(typeof found === "string" ? found : [...found].sort()).toEqual(
    typeof commands === "string" ? commands : [...commands].sort(),
  );
});

test.each([
  ["A=1 B='x y' C= a D=2", ["A=1 B=x y C= a D=2"]],
  ["A+=1 a", ["A=1 a"]],
  ["A=$b a", ["A=<…> a"]],
  ["A=x", ["A=x"]],
  ["'A'=1 a", ["A=1 a"]],
  ["1A=1 a", ["1A=1 a"]],
  ["A=1 if a", ["A=1 if a"]],
  ["A=(b $(c) 'd'\n# e\n f) g", ["c", "A=<…> g"]],
  ["A+=(b)", ["A=<…>"]],
  ["local A=(b c)", ["local <A=>"]],
  ["a ${B:=c} ${D:-e}", ["B=<…>", "a <…> <…>"]],
])("%j assigns", (line, commands) => {
  expect(read(line)).toEqual(commands);
});

test.each<[line: string, prefix: string, filled: readonly string[] | undefined]>([
  ["x=-f; a $x", "-", ["-f"]],
  ["x=-f; a /$x", "/", ["/-f"]],
  ["x=../y; a $x", "", ["../y"]],
  ["x=y; a $x", "", undefined],
  ["x=-f; a $y", "", undefined],
  ["x='b c'; y=-d; a $x$y", "-", ["b c-d"]],
  ["for x in 'b c' -d; do a $x; done", "-", ["b c", "-d"]],
  ["for x in 'b c' -d; do y='e f'; a $x$y; done", "-", ["`"]],
  [`for x in ${"'a b' ".repeat(9)}; do a b$x; done`, "b", ["`"]],
  [`x='${"a ".repeat(251)}'; a $x`, "-", ["`"]],
  [`x='${"a ".repeat(250)}'; a ${"$x".repeat(9)}`, "", ["`"]],
])("%j: the last word is filled in with what the line sets its variables to", (line, prefix, filled) => {
  const reading = readShell(line);
  const word = reading.ok ? reading.commands.at(-1)?.words.at(-1) : undefined;
  expect(word?.text === undefined && [word?.prefix, word?.filled]).toEqual([prefix, filled]);
});

test.each([
  ["f() { a; b; }; f x", ["a", "b", "f()"]],
  ["f () (a)\nf", ["a", "f()"]],
  ["f( ) { a; }; f", ["a", "f()"]],
  ["f()\n{\n a | b\n}\nf && f", ["a", "b", "f()", "f()"]],
  ["f; f() { a; }", ["f", "a"]],
  ["f() { a; } && f", ["a", "f"]],
  ["f() { a; } | b; f", ["a", "b", "f"]],
  ["f() { a; } & f", ["a", "f"]],
  ["(f() { a; }); f", ["a", "f"]],
  ["if a; then f() { b; }; fi; f", ["a", "b", "f"]],
  ["f() { a; }; unset -f f; f", ["a", "unset", "f"]],
  ["f() { a; f; }", ["a", "f"]],
])("%j defines a function, whose name is a program where it may not be defined", (line, calls) => {
  const reading = readShell(line);
  const found =
    reading.ok &&
    reading.commands.map(({ words, callsFunction }) => `${words[0]?.text}${callsFunction ? "()" : ""}`);
  expect(found).toEqual(calls);
});

test("a file whose name is unknown may be a network connection", () => {
  const connects = (line: string): unknown => {
    const reading = readShell(line);
    return (
      reading.ok &&
      reading.commands.flatMap(({ redirections }) => redirections.map((one) => one.mayConnect ?? false))
    );
  };
  expect(connects('a > $b < "/dev/$b" > ~b/c')).toEqual([true, true, true]);
  expect(connects('a > x$b > ~/c > "/tmp/$b"')).toEqual([false, false, false]);
});

test.each([
  ["a && b || c; d", ["&&", "||", ";"]],
  ["a\nb | c & d", [";", "|", "&"]],
  ["a", undefined],
  ["a; (b)", [";"]],
  ["a && (b; c)", undefined],
  ["a && b $(c)", undefined],
  ["case x in y) esac && { a; b; }", undefined],
])("%j is a plain list of commands with these operators, or not: %j", (line, signs) => {
  const reading = readShell(line);
  expect(reading.ok && reading.signs).toEqual(signs);
});

test("a quoted name assigns nothing: it is the program", () => {
  expect(readShell("'A'=1")).toEqual({
    ok: true,
    commands: [{ assignments: [], words: [{ text: "A=1" }], redirections: [] }],
  });
});

test.each([
  ["", "there is no command"],
  ["a; !", "a missing command"],
  [" # a", "there is no command"],
  ["a b() { c; }", "a ( after a word"],
  ["a() b", "a function without a group"],
  ["a() ((b))", "a function without a group"],
  ["git() { a; }", "a function in place of git"],
  ["cd() { a; }", "a function in place of cd"],
  ["'a'() { b; }", "a ( after a word"],
  ["a({ b; }", "a ( after a word"],
  ["a() b(c)", "a function without a group"],
  ["a > b () { c; }", "a ( after a word"],
  ["a <<< b () { c; }", "a ( after a word"],
  ["printf() { a; }", "a function in place of printf"],
  ["function a { b; }", "the keyword function"],
  ["[[ ]]", "an empty [[…]]"],
  ["[[ a && -f ]]", "an empty [[…]]"],
  ["[[ a", "signs in [[…]]"],
  ["[[ a || b ]]", "signs in [[…]]"],
  ["[[ a && b ]]", "signs in [[…]]"],
  ["[[ a; b ]]", "signs in [[…]]"],
  ["[[ a\n]]", "signs in [[…]]"],
  ["[[ a # ]]", "signs in [[…]]"],
  ["[[ ( a ) ]]", "signs in [[…]]"],
  ["[[ a < b ]]", "signs in [[…]]"],
  ["[[ a =~ (b|c) ]]", "signs in [[…]]"],
  ["[[ -v a[1] ]]", "a subscript in [[…]]"],
  ["[[ $a -eq 1 ]]", "arithmetic in [[…]]"],
  ["a=1; [[ $a -eq b ]]", "arithmetic in [[…]]"],
  ["a=1; [[ $a -eq 1 ]]; a=b", "arithmetic with a variable that may hold a command"],
  ["[[ a ]] b", "an unexpected b"],
  ["]] a", "the keyword ]]"],
  ["select x in a; do b; done", "the keyword select"],
  ["coproc a", "the keyword coproc"],
  ["a b=(c)", "a ( after a word"],
  ["a=b(c)", "a ( after a word"],
  ["a=(b", "an array without an end"],
  ["a=([x]=b)", "a subscript that is not a number"],
  ["a[x]=b", "a subscript that is not a number"],
  ["a['1']=b c", "a subscript that is not a number"],
  ["a[1 + 1]=b c", "a subscript that is not a number"],
  ["a[0]=b", "an assignment that only some shells know"],
  ["a+=$b", "an assignment that only some shells know"],
  ["a='b[$(c)]'", "a subscript that holds a command"],
  ["a $((x))", "arithmetic with a variable that may hold a command"],
  ["x=y; a $((x))", "arithmetic with a variable that may hold a command"],
  ["x=$(b); a $((x))", "arithmetic with a variable that may hold a command"],
  ["x=1; a $((x)); x=b", "arithmetic with a variable that may hold a command"],
  ["x=1; read -r x; a $((x))", "arithmetic with a variable that may hold a command"],
  ["x=1; eval b; a $((x))", "arithmetic with a variable that may hold a command"],
  ["x=y; x=1; a $((x))", "arithmetic with a variable that may hold a command"],
  ["x=y; a $((x + (x = 1)))", "arithmetic with a variable that may hold a command"],
  ["for x; do a $((x)); done", "arithmetic with a variable that may hold a command"],
  ["a ${x:=b} $((x))", "arithmetic with a variable that may hold a command"],
  ["i=0; a ${b[i]}; i=c", "arithmetic with a variable that may hold a command"],
  ["a $((x)); x=1", "arithmetic with a variable that may hold a command"],
  ["a $(($1))", "arithmetic with more than numbers"],
  ["a $((PATH=1))", "sets the variable PATH"],
  ["x=1; a $((x[0]))", "arithmetic with more than numbers"],
  ["a $((`b`))", "arithmetic with more than numbers"],
  ["a $(( $(b) ))", "arithmetic with more than numbers"],
  ["a $((1)+(2))", "arithmetic that does not end"],
  ["((", "arithmetic that does not end"],
  ["((1) )", "arithmetic that does not end"],
  ["(((1) + (2)))", "arithmetic that is also a command"],
  ["for ((i = 0; i < 2; i++); do a; done", "arithmetic that does not end"],
  ["for ((i = 1)+(2; i < 2; i++)); do a; done", "arithmetic that does not end"],
  ["a $[1]", "arithmetic in $[…]"],
  ["a $\\\nb", "a line continuation after a dollar"],
  ["a ${!b}", "an expansion of an unknown form"],
  ["a ${b@P}", "an expansion of an unknown form"],
  ["a ${#b:-c}", "an expansion of an unknown form"],
  ["a ${:-b}", "an expansion of an unknown form"],
  ["a ${b[$(c)]}", "an expansion of an unknown form"],
  ["a ${b[c]}", "a subscript that may hold a command"],
  ["a ${b:x}", "an expansion of an unknown form"],
  ['a "${b:-\'}"', "a ' in an expansion"],
  ["a ${b:-<(c)}", "a < in an expansion"],
  ["a ${b:-\n}", "a line break in an expansion"],
  ["a ${b:-\\}", "an expansion without an end"],
  ["a ${b:-'c}", "a quote without an end"],
  ["a `b )`", "an unexpected )"],
  ["a `b \\`c\\``", "a backslash between backticks"],
  ["a $'\\'; b; '", "an escaped quote in $'…'"],
  ["a &> b c", "a word after &>"],
  ["a &>> b c", "a word after &>"],
  ["a &>b 2>&1 c", "a word after &>"],
  ["&> a b", "a word after &>"],
  ["a >! b", "a redirection with !"],
  ["a >>!b", "a redirection with !"],
  ["a >&!b", "a redirection with !"],
  ["a >&1-", "a descriptor that only some shells know"],
  ["a >&12", "a descriptor that only some shells know"],
  ["a >& '$(b)'", "an unusual file after >&"],
  ['a >& "\\$(b)"', "an unusual file after >&"],
  ["a >& x$b", "an unusual file after >&"],
  ["a >&'1'", "a descriptor that only some shells know"],
  ["a 12> b", "a descriptor that only some shells know"],
  ["a {fd}> b", "a descriptor that only some shells know"],
  ["{PATH}> a b", "a descriptor that only some shells know"],
  ["< a", "a file without a program"],
  ["(< a)", "a file without a program"],
  ["{ a } always { b\n}", "a } that only some shells know"],
  ["a } b", "a } that only some shells know"],
  ["{ a=1 } always { b\n}", "a } that only some shells know"],
  ["{ > a } always { b\n}", "a } that only some shells know"],
  ["repeat 2 a", "the keyword repeat"],
  ["a &!b", "a ! after &"],
  ["f() { a; } | b; echo() { c; }", "a function in place of echo"],
  ["x=1; printf -vx b; a $((x))", "arithmetic with a variable that may hold a command"],
  ["x=1; read $y; a $((x))", "arithmetic with a variable that may hold a command"],
  ["x=1; a $((x + ${y}))", "arithmetic with a variable that may hold a command"],
  ["nocorrect a", "the keyword nocorrect"],
  ["- a", "the keyword -"],
  ["a $~b", "an expansion that only zsh knows"],
  ["a $=b", "an expansion that only zsh knows"],
  ["a $b['$(c)']", "a subscript without braces"],
  ["a \"$b['c']\"", "a subscript without braces"],
  ["a $@['$(c)']", "a subscript without braces"],
  ["a $#b['$(c)']", "a subscript without braces"],
  ["a $b\\\n['$(c)']", "a subscript without braces"],
  ["a ${b:-*(e:c:)}", "a ( in an expansion"],
  ["for 'x' in a; do b; done", "a loop without a variable"],
  ["for a-b in c; do d; done", "a loop without a variable"],
  ["case ; in a) b;; esac", "a case of nothing"],
  ["case a in |b) c;; esac", "a case without a pattern"],
  ["case a in b c) d;; esac", "a case without a pattern"],
  ["case a in b) c;; d esac", "a case without a pattern"],
  ["a > /dev/tcp/b/80", "a network connection"],
  ["a $(b <<E\nEx)\nE\n)", "a here-document that may end in two places"],
  ["a ${b:-$'c'}", "a $ before a quote in an expansion"],
  ['a ${b:-$"c"}', "a $ before a quote in an expansion"],
  ["a < /dev/udp/b/80", "a network connection"],
  ["a <& b", "a redirection from an unknown place"],
  ["a >", "a redirection without a file"],
  ["a 'b", "a quote without an end"],
  ['a "b', "a quote without an end"],
  ["a `b", "a backtick without an end"],
  ["a $(b", "a substitution without an end"],
  ["a ${b", "an expansion of an unknown form"],
  ["a ${b:-", "an expansion without an end"],
  ["a \\", "a backslash at the end"],
  ["a | | b", "a missing command"],
  ["a && ", "a missing command"],
  ["a && }", "a missing command"],
  ["a <<E b", "a here-document without text"],
  ["; a", "an unexpected ;"],
  ["a ;; b", "an unexpected ;"],
  ["a )", "an unexpected )"],
  ["if a; then b", "a missing fi"],
  ["while a; done", "a missing do"],
  ["a\0b", "a control character"],
  ["a\rb", "a control character"],
  ["a\x1bb", "a control character"],
  ["a\ud800", "a lone surrogate"],
  ["a\u00a0b", "an invisible character outside quotes"],
  ["a\u200bb", "an invisible character outside quotes"],
])("%j is refused", (line, problem) => {
  expect(readShell(line)).toEqual({ ok: false, problem });
});

test("a line that is too long or too deep is refused", () => {
  const problem = (line: string): unknown => {
    const reading = readShell(line);
    return reading.ok || reading.problem;
  };
  const { shellCommandCharacters: most, shellDepth } = policyLimits;
  expect(problem("a".repeat(most))).toBe(true);
  expect(problem("a".repeat(most + 1))).toBe("the command is too long");
  expect(problem(`${"$(".repeat(shellDepth)}a${")".repeat(shellDepth)}`)).toBe(true);
  for (const opening of ["$(", "{ ", "( ", "! ", "if ", "${a:-", "<(", "a <<E\n$("])
    expect(problem(opening.repeat(shellDepth + 1))).not.toBe(true);
  expect(problem("! ".repeat(most / 2))).toBe("nested too deeply");
});

const scrap = fc.constantFrom(
  ..."ab12 \t\n;&|(){}[]<>'\"\\$`#!~*?=,.@+-:%/^",
  "$(",
  "${",
  "$((",
  "<<E",
  "<<'E'\n",
  "\nE\n",
  "&&",
  "||",
  ">&",
  "if ",
  "then ",
  "fi",
  "case ",
  " in ",
  "esac",
  ";;",
  "for x",
  " do ",
  "done",
  "é",
  "\u200b",
);

test("it returns for any input", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(scrap, { maxLength: 40 }).map((scraps) => scraps.join("")),
        fc.string({ unit: "binary" }),
      ),
      (line) => {
        const reading = readShell(line);
        if (reading.ok) expect(reading.commands.length).toBeGreaterThan(0);
        else expect(reading.problem).toMatch(/^\S.{0,100}$/su);
      },
    ),
    { numRuns: 2000 },
  );
});

test("T10: time grows linearly with the line", () => {
  const size = policyLimits.shellCommandCharacters;
  const pieces = [
    "a;",
    "a ",
    "'",
    '"',
    "$",
    "`a` ",
    "$(a) ",
    "${a} ",
    "{a,",
    "[",
    "<<E\n",
    "<(",
    "\\\n",
    "a=",
    "~",
    "*",
    "2>&1 ",
    "a <<E\nE\n",
    "! ",
    "if a; then ",
    "$((1",
    "..",
    "${a:-",
    "case a in ",
    "f() {",
    "f() { a; };f;",
    "a=(",
    "a=(b) ",
    "a=1 ",
    "a=1;$((a)) ",
    "read b;a=1;$((a)) ",
    "((",
    "$((1+",
    "[[ -f a && ",
    "${a[",
    "&>a ",
    "=a ",
    "$a[",
    "a=$(pwd|wc -l) ",
  ];
  for (const piece of pieces) {
    const line = piece.repeat(Math.floor(size / piece.length));
    const times = [1, 2, 3].map(() => {
      const started = process.cpuUsage();
      readShell(line);
      return process.cpuUsage(started).user / 1000;
    });
    // About 10 ms on a slow machine; a quadratic reader would need seconds.
    expect(Math.min(...times), piece).toBeLessThan(500);
  }
});
