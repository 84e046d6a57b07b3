/** Building blocks for patterns about shell pipelines. Alternatives are mutually exclusive and repetitions bounded. */

/** The rest of a command, up to a pipe, a separator or the end of the line, across continued lines. */
export const commandRest: string = String.raw`(?:[^\n|;&\\]|\\\r?\n|\\(?![\r\n|])|&(?!&)){0,400}`;

/** A pipe; Markdown tables escape it with a backslash. */
export const pipe: string = String.raw`\\?\|[ \t]{0,20}(?:\\?\r?\n[ \t]{0,40})?`;

/** Filters between the first and the last command of a pipeline. */
export const filters: string = String.raw`(?:\\?\|(?!\|)(?:[^\n|;&\\]|\\\r?\n|\\(?![\r\n|])){0,120}){0,3}`;

const before = String.raw`(?:(?:sudo|env|exec|command|nohup|-\w{1,12}|\w{1,40}=[^\s|]{0,80})[ \t]{1,20}){0,6}(?:\/[\w.\/-]{0,40}\/)?`;
const endOfWord = String.raw`(?![\w\/=:-]|\.\w)[ \t]{0,20}`;
const endOfCommand = String.raw`$|[\r\n;&|)}\]"'\x60,.#<>*\\]|\d?>`;

/** An interpreter that reads its program from standard input: `bash -s`, but not `bash -c …` or `python -m json.tool`. */
export const readsProgram: string = `${before}(?:${[
  String.raw`(?:ba|z|da|k|a|fi)?sh${endOfWord}(?=${endOfCommand}|\/dev\/stdin|-(?![a-z]{0,8}c)[\w-]{0,20})`,
  String.raw`(?:python[\d.]{0,5}|node|perl|ruby|php|pwsh|powershell(?:\.exe)?)${endOfWord}(?=${endOfCommand}|-(?:[\s"'\x60)]|$))`,
].join("|")})`;

/** Constructs that run the text that follows: `eval "$(`, `bash -c "$(`, `bash <(`, `. <(`. */
export const runsSubstitution: string = String.raw`(?:\beval[ \t]{1,20}["']?(?:\$\(|\x60)|\b(?:(?:ba|z|da|k)?sh|python[\d.]{0,5}|node|perl|ruby)[ \t]{1,20}-\w{0,6}[ce][ \t]{1,20}["']?(?:\$\(|\x60)|(?:\b(?:(?:ba|z|da|k)?sh|source|python[\d.]{0,5}|node|perl|ruby)|(?<![\w.\/])\.)[ \t]{1,20}(?:-\w{1,12}[ \t]{1,20}){0,3}(?:<[ \t]{0,4})?<\(|\b(?:(?:ba|z|da|k)?sh|python[\d.]{0,5})[ \t]{0,20}<<<[ \t]{0,20}["']?\$\()`;
