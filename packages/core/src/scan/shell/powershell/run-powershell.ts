import type { Shell, Stream } from "../shell.ts";
import { allCarries, concat, constant, empty, mergeCarries, unknown, type Value } from "../value.ts";
import { findCmdlet } from "./cmdlets.ts";
import { type Cursor, canGoOn, createCursor, peek, skipBlanks, take } from "./cursor.ts";
import { callMethod, callStatic, decodeBytes } from "./members.ts";
import { operate } from "./operate.ts";
import { readString, readVariable } from "./strings.ts";
import { type Item, indexInto, itemsOf, joinItems, listOf, toCharacters } from "./values.ts";

/** Runs a PowerShell program, each branch once. */
export function runPowerShell(text: string, shell: Shell): void {
  const cursor = createCursor(text);
  while (canGoOn(cursor)) {
    const before = cursor.at;
    runStatements(cursor, shell);
    // A closing bracket without an opening one.
    if (cursor.at === before || cursor.at < text.length) cursor.at++;
  }
}

/** Runs statements up to a closing bracket, and returns their values. */
function runStatements(cursor: Cursor, shell: Shell): Item {
  const values: Item[] = [];
  while (canGoOn(cursor)) {
    skipBlanks(cursor);
    const character = peek(cursor);
    if (character === "}" || character === ")" || character === "") break;
    if (
      character === ";" ||
      character === "\n" ||
      (character === "&" && peek(cursor, 2) === "&&") ||
      peek(cursor, 2) === "||"
    ) {
      cursor.at += character === ";" || character === "\n" ? 1 : 2;
      continue;
    }
    const before = cursor.at;
    values.push(...itemsOf(runStatement(cursor, shell)));
    if (cursor.at === before) cursor.at++;
  }
  return values.length === 0 ? empty : listOf(values);
}

const keyword =
  /(?:if|elseif|else|while|do|until|for|switch|try|catch|finally|process|begin|end|return|throw|trap|param)\b(?!-)/iy;

function runStatement(cursor: Cursor, shell: Shell): Item {
  if (take(cursor, /(?:function|filter)[ \t]{1,8}[\w:-]{1,80}/iy)) return runParts(cursor, shell);
  const each = take(cursor, /foreach[ \t]{0,8}\([ \t]{0,8}\$(\w{1,80})[ \t]{1,8}in\b/iy);
  if (each) return runForEach(each[1] ?? "", cursor, shell);
  if (take(cursor, keyword)) return runParts(cursor, shell);
  const start = cursor.at;
  const line = cursor.text.indexOf("\n", start);
  shell.at({ pos: start, end: Math.min(line === -1 ? cursor.text.length : line, start + maxSpan) });
  return runPipeline(cursor, shell);
}

/** Characters of a statement that a finding shows. */
const maxSpan = 400;

/** Conditions in brackets and blocks in braces that follow a keyword. */
function runParts(cursor: Cursor, shell: Shell): Item {
  let value: Item = empty;
  for (let count = 0; count < 6 && canGoOn(cursor); count++) {
    take(cursor, /\s{1,400}/y);
    if (peek(cursor) === "(" || peek(cursor) === "{") value = readBracketed(cursor, shell);
    else break;
  }
  return value;
}

function runForEach(name: string, cursor: Cursor, shell: Shell): Item {
  const items = itemsOf(runStatements(cursor, shell));
  cursor.at++;
  take(cursor, /\s{1,400}/y);
  if (peek(cursor) !== "{") return empty;
  return runBlock(cursor, shell, { name, items });
}

const maxTurns = 256;

/** Runs `{ … }` once for each item, as `foreach` and `ForEach-Object` do. */
function runBlock(
  cursor: Cursor,
  shell: Shell,
  { name, items }: { readonly name: string; readonly items: readonly Item[] },
): Item {
  const start = cursor.at + 1;
  const values: Item[] = [];
  for (const item of items.length > 0 ? items.slice(0, maxTurns) : [unknown(`$${name}`)]) {
    cursor.at = start;
    shell.scope.variables.set(name, item);
    values.push(...itemsOf(runStatements(cursor, shell)));
    if (!canGoOn(cursor)) break;
  }
  cursor.at++;
  return listOf(values);
}

function readBracketed(cursor: Cursor, shell: Shell): Item {
  cursor.at++;
  cursor.depth++;
  const value = runStatements(cursor, shell);
  cursor.depth--;
  cursor.at++;
  return value;
}

function runPipeline(cursor: Cursor, shell: Shell): Item {
  const assigned = take(
    cursor,
    /(?:\[[\w.[\]]{1,60}\][ \t]{0,4})?\$\{?([\w:]{1,80})\}?[ \t]{0,20}(\+?)=(?!=)[ \t]{0,20}/y,
  );
  if (assigned) {
    const value = runPipeline(cursor, shell);
    const name = (assigned[1] ?? "").toLowerCase().replace(/^(?:global|script|local|private):/, "");
    const before = assigned[2] === "+" ? readVariable(name, shell) : undefined;
    const next: Item = before ? concat(before, value) : value;
    shell.scope.variables.set(
      name,
      next.isKnown || next.items ? next : { ...next, text: next.text || `$${name}` },
    );
    return empty;
  }
  let stream: Stream | undefined;
  while (canGoOn(cursor)) {
    stream = runCommand(cursor, shell, stream);
    skipBlanks(cursor);
    if (peek(cursor) !== "|" || peek(cursor, 2) === "||") break;
    cursor.at++;
    take(cursor, /\s{1,400}/y);
  }
  return stream?.value ?? empty;
}

/** A command with words, an expression, or a block that gets each value. */
function runCommand(cursor: Cursor, shell: Shell, input: Stream | undefined): Stream {
  skipBlanks(cursor);
  const each = take(cursor, /(?:%|\?|foreach(?:-object)?|where(?:-object)?)[ \t]{0,20}(?=\{)/iy);
  if (each) return { value: runBlock(cursor, shell, { name: "_", items: itemsOf(input?.value ?? empty) }) };
  const isCalled = take(cursor, /[&.](?=[ \t]{0,8}["'($\w\\])[ \t]{0,8}/y) !== undefined;
  const character = peek(cursor);
  const isExpression = /["'($[@{\d+!-]/.test(character) || (character === "-" && !isCalled);
  if (isExpression && !isCalled) return { value: readExpression(cursor, shell) };
  const name = isExpression ? readPrimary(cursor, shell) : readBareWord(cursor, shell);
  if (isCalled && character === "{") return { value: name };
  return runNamed(name, readArguments(cursor, shell), { shell, input });
}

function runNamed(
  name: Value,
  args: readonly Value[],
  { shell, input }: { readonly shell: Shell; readonly input: Stream | undefined },
): Stream {
  const cmdlet = findCmdlet(name.text);
  // A download cradle that is started as a command.
  if (!cmdlet) return { value: shell.runWords([name, ...args], input) };
  const received = input?.value.carries ?? [];
  const carries = mergeCarries(allCarries([name, ...args]), received);
  const words = args.map(({ text }) => text);
  const action = shell.report({
    kind: "run",
    program: name.text.toLowerCase(),
    words,
    wrappers: [],
    input: input?.from,
    text: [name.text, ...words].join(" ").slice(0, 500),
    carries,
  });
  return {
    from: action,
    value: cmdlet({ program: name.text.toLowerCase(), args, wrappers: [], input, received, action }, shell),
  };
}

function readArguments(cursor: Cursor, shell: Shell): readonly Value[] {
  const args: Value[] = [];
  while (canGoOn(cursor)) {
    skipBlanks(cursor);
    const character = peek(cursor);
    if (character === "" || "\n;|})".includes(character) || peek(cursor, 2) === "&&") break;
    if (take(cursor, /\d?>>?[ \t]{0,8}(?:&\d|\$null)?/y)) continue;
    const before = cursor.at;
    if (character !== ",") args.push(readArgument(cursor, shell));
    if (cursor.at === before) cursor.at++;
  }
  return args.filter((word) => word !== empty);
}

function readArgument(cursor: Cursor, shell: Shell): Value {
  const character = peek(cursor);
  if (character === "{") {
    const start = cursor.at + 1;
    readBracketed(cursor, shell);
    return constant(cursor.text.slice(start, cursor.at - 1));
  }
  if (/["'($[@]/.test(character)) {
    const value = readExpressionPart(cursor, shell);
    const more = peek(cursor);
    return /[\w\\/.:=?&%-]/.test(more) ? concat(value, readBareWord(cursor, shell)) : value;
  }
  return readBareWord(cursor, shell);
}

/** A word without quotes, in which backticks hide letters and quotes join. */
function readBareWord(cursor: Cursor, shell: Shell): Value {
  let value: Value = empty;
  while (canGoOn(cursor)) {
    const plain = take(cursor, /[^\s`"'$();|{},&<>]{1,2000}/y);
    if (plain) value = concat(value, constant(plain[0]));
    else if (peek(cursor) === "`" && !/^`\s/.test(peek(cursor, 2))) {
      value = concat(value, constant(peek(cursor, 2).slice(1)));
      cursor.at += 2;
    } else if (peek(cursor) === "$" || peek(cursor) === '"' || peek(cursor) === "'") {
      const before = cursor.at;
      value = concat(value, readPrimary(cursor, shell));
      if (cursor.at === before) break;
    } else if (peek(cursor) === "&" && /^&\w{1,40}=/.test(peek(cursor, 42))) {
      value = concat(value, constant("&"));
      cursor.at++;
    } else break;
  }
  return value;
}

const operator =
  /[ \t]{0,20}(?:([+*/%,])(?![+=])|(-)(?=[ \t\d$(])|(\.\.)|-(join|f|replace|creplace|ireplace|split|bxor|as|band|bor|shl|shr|eq|ne|match|notmatch|like|notlike|and|or|gt|lt|ge|le|in|contains|is)\b)[ \t]{0,20}(?:\r?\n[ \t]{0,20})?/iy;

/** Expressions with operators, from left to right. */
function readExpression(cursor: Cursor, shell: Shell): Item {
  let value = readExpressionPart(cursor, shell);
  let listed: Item[] | undefined;
  for (let count = 0; count < 2000 && canGoOn(cursor); count++) {
    const found = take(cursor, operator);
    if (!found) break;
    const name = (found[1] ?? found[2] ?? found[3] ?? found[4] ?? "").toLowerCase();
    const right = readExpressionPart(cursor, shell);
    if (name === ",") {
      listed ??= [...itemsOf(value)];
      listed.push(right);
      continue;
    }
    if (listed) {
      // Operators bind less tightly than commas on their left side.
      value = listOf(listed);
      listed = undefined;
    }
    value = operate(value, name, name === "f" ? readRest(right, cursor, shell) : right);
  }
  return listed ? listOf(listed) : value;
}

/** The list on the right of `-f`. */
function readRest(first: Item, cursor: Cursor, shell: Shell): Item {
  const items = [first];
  while (items.length < 400 && take(cursor, /[ \t]{0,20},[ \t]{0,20}/y))
    items.push(readExpressionPart(cursor, shell));
  return items.length > 1 ? listOf(items) : first;
}

/** A value with its members, calls and indexes. */
function readExpressionPart(cursor: Cursor, shell: Shell): Item {
  let value = readPrimary(cursor, shell);
  for (let count = 0; count < 200 && canGoOn(cursor); count++) {
    const member = take(cursor, /\.["']?([A-Za-z]\w{0,60})["']?(\(?)/y);
    if (member) {
      const name = (member[1] ?? "").toLowerCase();
      if (member[2] === "(")
        value = callMethod(value, name, { args: readCallArguments(cursor, shell), shell });
      else if (name === "length" || name === "count")
        value = value.isKnown ? constant(String(value.items?.length ?? value.text.length)) : unknown("");
      else value = { ...value, items: undefined, isKnown: false };
    } else if (peek(cursor) === "[") {
      cursor.at++;
      const index = readExpression(cursor, shell);
      take(cursor, /[ \t]{0,20}\]/y);
      value = indexInto(value, index);
    } else break;
  }
  return value;
}

function readCallArguments(cursor: Cursor, shell: Shell): readonly Item[] {
  const args: Item[] = [];
  while (args.length < 400 && canGoOn(cursor)) {
    take(cursor, /[\s,]{1,200}/y);
    if (peek(cursor) === ")") break;
    const before = cursor.at;
    args.push(readArgumentExpression(cursor, shell));
    if (cursor.at === before) break;
  }
  cursor.at++;
  return args;
}

function readArgumentExpression(cursor: Cursor, shell: Shell): Item {
  let value = readExpressionPart(cursor, shell);
  for (let count = 0; count < 400 && canGoOn(cursor); count++) {
    const before = cursor.at;
    const found = take(cursor, operator);
    if (!found || found[1] === ",") {
      cursor.at = before;
      break;
    }
    value = operate(
      value,
      (found[1] ?? found[2] ?? found[3] ?? found[4] ?? "").toLowerCase(),
      readExpressionPart(cursor, shell),
    );
  }
  return value;
}

/** A value; signs and casts before it nest, so their depth counts. */
function readPrimary(cursor: Cursor, shell: Shell): Item {
  cursor.depth++;
  const value = canGoOn(cursor) ? readUnsigned(cursor, shell) : empty;
  cursor.depth--;
  return value;
}

function readUnsigned(cursor: Cursor, shell: Shell): Item {
  const string = readString(cursor, shell);
  if (string) return string;
  if (take(cursor, /-join[ \t]{0,20}/iy)) return joinItems(readExpressionPart(cursor, shell), "");
  if (take(cursor, /(?:-not|!)[ \t]{0,20}/iy)) return readExpressionPart(cursor, shell);
  const type = take(cursor, /\[([\w.]{1,80})(\[\])?\]/y);
  if (type) return readTyped((type[1] ?? "").toLowerCase(), cursor, shell);
  const variable = take(cursor, /\$(?:\{([^}\n]{1,80})\}|((?:env:|global:|script:|local:)?[\w?]{1,80}))/iy);
  if (variable) return readVariable(variable[1] ?? variable[2] ?? "", shell);
  if (take(cursor, /[@$](?=\()/y) || peek(cursor) === "(") return readBracketed(cursor, shell);
  if (take(cursor, /@(?=\{)/y)) return readTable(cursor, shell);
  if (peek(cursor) === "{") {
    const start = cursor.at + 1;
    readBracketed(cursor, shell);
    return constant(cursor.text.slice(start, cursor.at - 1));
  }
  const number = take(cursor, /-?(?:0x[\da-f]{1,8}|\d{1,12})/iy);
  if (number) return constant(number[0]);
  const word = take(cursor, /[\w:\\/.-]{1,400}/y);
  if (word) return constant(word[0]);
  return empty;
}

/** `@{ Name = value; … }`, such as the body of a request. */
function readTable(cursor: Cursor, shell: Shell): Item {
  const values: Item[] = [];
  cursor.at++;
  while (canGoOn(cursor)) {
    take(cursor, /[\s;]{1,400}/y);
    if (peek(cursor) === "}") break;
    const before = cursor.at;
    if (take(cursor, /["']?[\w-]{1,80}["']?[ \t]{0,20}=[ \t]{0,20}/y))
      values.push(runPipeline(cursor, shell));
    if (cursor.at === before) cursor.at++;
  }
  cursor.at++;
  return unknown("", allCarries(values));
}

/** `[type]value`, `[type]::Member` and `[type]::Member(…)`. */
function readTyped(type: string, cursor: Cursor, shell: Shell): Item {
  const member = take(cursor, /::["']?(\w{1,60})["']?(\(?)/y);
  if (!member) {
    const value = readExpressionPart(cursor, shell);
    if (/^(?:system\.)?char$/.test(type)) return toCharacters(value);
    return value;
  }
  const name = (member[1] ?? "").toLowerCase();
  if (member[2] === "(") return callStatic(type, name, { args: readCallArguments(cursor, shell), shell });
  if (!type.endsWith("encoding")) return unknown("");
  const call = take(cursor, /\.["']?GetString["']?\(/iy);
  return call ? decodeBytes(name, readCallArguments(cursor, shell)[0] ?? empty) : unknown(name);
}
