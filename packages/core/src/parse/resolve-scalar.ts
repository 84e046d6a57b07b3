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

/** Types a plain scalar by the YAML 1.2 core schema; the first character rules out most candidates. */
export function resolveScalar(text: string): string | number | boolean | null {
  switch (text[0]) {
    case undefined:
    case "~":
    case "n":
    case "N":
      return nulls.test(text) ? null : text;
    case "t":
    case "T":
      return truths.test(text) ? true : text;
    case "f":
    case "F":
      return falsehoods.test(text) ? false : text;
    default:
      return couldBeNumber(text.charCodeAt(0)) ? resolveNumber(text) : text;
  }
}

/** Whether a character is one of `+ - . 0-9`. */
function couldBeNumber(unit: number): boolean {
  return unit <= 0x39 && unit >= 0x2b && unit !== 0x2c && unit !== 0x2f;
}

function resolveNumber(text: string): string | number {
  if (integers.test(text) || floats.test(text) || octals.test(text) || hexadecimals.test(text)) {
    return Number(text);
  }
  if (infinities.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return notANumber.test(text) ? Number.NaN : text;
}
