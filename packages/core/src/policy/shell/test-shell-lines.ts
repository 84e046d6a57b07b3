// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of shells.
import fc from "fast-check";
import { canaries } from "./test-shells.ts";

/** Lines of shell, from well-formed ones to pieces in any order; the same for the same number and seed. */
export function generateLines(count: number): readonly string[] {
  const seed = Number(process.env.SKILLWRIGHT_SHELL_SEED ?? 4);
  return fc.sample(fc.oneof(safeLine, brokenLine, soup, led, led), { numRuns: count, seed });
}

const programs = fc.constantFrom(...canaries);
const text = fc.constantFrom(
  "a",
  "-x",
  "'b c'",
  '"d e"',
  "f\\ g",
  "$x",
  '"$x"',
  "'$(id)'",
  '"\\$(id)"',
  "\\`",
  "a#b",
  "{a,b}",
  "x{1..2}",
  "*",
  "[a]",
  "$'t\\n'",
  "${x:-y}",
  "$((1+1))",
  "!",
  "if",
  "}",
  "\\\n",
  "''",
  "a=b",
  "'\n'",
);
const { line: safeLine } = fc.letrec<{ line: string; command: string; simple: string; word: string }>(
  (tie) => ({
    word: fc.oneof(
      { maxDepth: 2 },
      { weight: 30, arbitrary: text },
      tie("line").map((line) => `$(${line})`),
      tie("line").map((line) => `"$(${line})"`),
      tie("simple").map((line) => `\`${line}\``),
      tie("line").map((line) => `<(${line})`),
      tie("line").map((line) => `"\${x:-$(${line})}"`),
    ),
    simple: fc
      .tuple(
        fc.constantFrom("", "", "", "x=1 ", "x=$(id) ", "! ", "> o1 "),
        programs,
        fc.array(tie("word"), { maxLength: 3 }),
        fc.constantFrom("", "", "", " > o2", " 2>&1", " 2> o3", " &> o4", " < /dev/null", " <<< x", " # id"),
      )
      .map(([before, program, words, after]) => `${before}${[program, ...words].join(" ")}${after}`),
    command: fc.oneof(
      { maxDepth: 2 },
      { weight: 12, arbitrary: tie("simple") },
      tie("line").map((line) => `(${line})`),
      tie("line").map((line) => `{ ${line}\n}`),
      fc.tuple(tie("line"), tie("line")).map(([test, body]) => `if ${test}\nthen ${body}\nelse ls\nfi > o5`),
      tie("line").map((line) => `for x in a b\ndo ${line}\ndone`),
      tie("line").map((line) => `[[ -n $(${line}) ]]`),
      tie("word").map((word) => `[[ ${word} ]] > o6`),
      tie("line").map((line) => `case a in b) ls ;; *) ${line}\nesac`),
      tie("line").map((line) => `f() { ${line}\n}\nf`),
      tie("line").map((line) => `f() (${line})`),
      fc.tuple(tie("word"), tie("word")).map(([one, other]) => `a=(${one} ${other})`),
      fc.constantFrom(
        "n=1; ls $((n + 1)) ${a[$n]}",
        "n=1\n((n < 2)) && ls",
        "n=2; ((n++))",
        'a=(id rm); ls "${a[@]}" ${#a[@]}',
        "ls ${y:=id} $y",
        "x+=id; ls",
        'cat "$(< /dev/null)"',
        "n=$(ls | wc -l); ls $((n))",
      ),
      tie("line").map((line) => `for ((i = 0; i < 2; i++))\ndo ${line}\ndone`),
      tie("line").map((line) => `cat <<E\n$(${line})\nE\n`),
      tie("line").map((line) => `cat <<'E'\n${line}\nE\n`),
    ),
    line: fc
      .array(fc.tuple(tie("command"), fc.constantFrom("; ", " && ", " || ", " | ", "\n", " & ", "\n\n")), {
        minLength: 1,
        maxLength: 3,
      })
      .map((parts) =>
        parts.map(([command, sign], index) => (index + 1 < parts.length ? command + sign : command)).join(""),
      ),
  }),
);

/** A line with one character inserted or removed somewhere, so that it may mean something else, or nothing. */
const brokenLine = fc
  .tuple(
    safeLine,
    fc.nat(),
    fc.constantFrom(
      "",
      "'",
      '"',
      "\\",
      "$",
      "(",
      ")",
      "`",
      ";",
      "&",
      "|",
      "\n",
      "#",
      "{",
      "}",
      "<",
      ">",
      " ",
    ),
  )
  .map(([line, place, sign]) => {
    const at = place % (line.length + 1);
    return line.slice(0, at) + sign + line.slice(sign === "" ? at + 1 : at);
  });

/** Pieces that shells read differently, in any order, with and without spaces. */
const soup = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 3, arbitrary: programs },
        { weight: 5, arbitrary: text },
        {
          weight: 8,
          arbitrary: fc.constantFrom(
            ...[
              "&>",
              "&>>",
              ">&",
              ">|",
              ">!",
              "<>",
              "<<<",
              "|&",
              "&|",
              "&!",
              ";&",
              ";;&",
              "1>&2-",
              "12>",
              "{fd}>",
            ],
            ...[
              "n=1",
              "n=1;",
              "$((n))",
              "((n++))",
              "((n",
              "++))",
              "f() {",
              "${a[@]}",
              "${a[0]}",
              "${x:=id}",
              "$(< /dev/null)",
              "x+=id",
              "<1-2>",
              "=id",
              "=",
              "==",
              "-",
              "nocorrect",
              "repeat 2",
              "function f",
              "f()",
              "()",
              "time",
              "!",
              "coproc",
              "exec",
            ],
            ...[
              "a=(b id)",
              "a[0]=1",
              "a+=1",
              "a=1",
              "$a[1]",
              "$x['$(id)']",
              "$~x",
              "${x}[1]",
              "${x:-*(e:id:)}",
              "*(e:id:)",
            ],
            ...[
              "$'a\\'b'",
              '$"id"',
              "$[1]",
              "((",
              "))",
              "((id))",
              "$((1))",
              "$((x))",
              "[[",
              "]]",
              "@(a|b)",
              "~+",
              "{",
              "}",
              "(",
            ],
            ...[
              ")",
              "do",
              "done",
              "then",
              "fi",
              "esac",
              "if",
              "for x in",
              "case x in",
              "x)",
              "{ ls",
              "always",
              "<(id)",
              ">(id)",
            ],
            ...[
              "`id`",
              "\\",
              "'",
              '"',
              "#",
              "$",
              "$$",
              "$#x",
              "$@",
              "<<E",
              "<<'E'",
              "<<\\E",
              "<<-E",
              "E",
              "\nE\n",
              "\n",
              ";",
              "&",
              "|",
              "||",
            ],
          ),
        },
      ),
      fc.constantFrom("", " ", " "),
    ),
    { minLength: 2, maxLength: 8 },
  )
  .map((pieces) => pieces.map((piece) => piece.join("")).join(""));

/** A program before it makes it more likely that something runs. */
const led = fc.tuple(programs, soup).map((pieces) => pieces.join(" "));
