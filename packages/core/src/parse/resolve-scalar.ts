const nulls = /^(?:~|null|Null|NULL)?$/;
const truths = /^(?:true|True|TRUE)$/;
const falsehoods = /^(?:false|False|FALSE)$/;
const integers = /^[-+]?[0-9]+$/;
const octals = /^0o[0-7]+$/;
const hexadecimals = /^0x[0-9a-fA-F]+$/;
const floats =
  /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]+|\.[0-9]+[eE][-+]?[0-9]+)$/;
const infinities = /^[-+]?\.(?:inf|Inf|INF)$/;
const notANumber = /^\.(?:nan|NaN|NAN)$/;

/** Type of a plain scalar by the core schema of YAML 1.2. */
export function resolveScalar(text: string): string | number | boolean | null {
  if (text.length > 0 && !couldBeTyped(text.charCodeAt(0))) return text;
  if (nulls.test(text)) return null;
  if (truths.test(text)) return true;
  if (falsehoods.test(text)) return false;
  if (integers.test(text) || floats.test(text) || octals.test(text) || hexadecimals.test(text)) {
    return Number(text);
  }
  if (infinities.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return notANumber.test(text) ? Number.NaN : text;
}

/** Only `~ + - . 0-9 n N t T f F` can start anything but a string. */
function couldBeTyped(unit: number): boolean {
  return "~+-.0123456789nNtTfF".includes(String.fromCharCode(unit));
}
