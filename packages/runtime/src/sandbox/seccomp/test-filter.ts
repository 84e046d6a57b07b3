/** System call data as the kernel gives it to a filter. Arguments are 64 bits wide. */
export type TestCall = { readonly arch: number; readonly call: number; readonly args?: readonly bigint[] };

/**
 * Runs a filter as the kernel does: an independent classic BPF interpreter, written from its definition as a
 * check on our encoder.
 */
export function runFilter(program: Uint8Array, call: TestCall): string {
  const code = new DataView(program.buffer, program.byteOffset, program.byteLength);
  const data = dataOf(call);
  let accumulator = 0;
  for (let index = 0; index < program.byteLength / 8; index += 1) {
    const operation = code.getUint16(index * 8, true);
    const [whenTrue, whenFalse] = [code.getUint8(index * 8 + 2), code.getUint8(index * 8 + 3)];
    const value = code.getUint32(index * 8 + 4, true);
    const branch = (taken: boolean): number => (taken ? whenTrue : whenFalse);
    if (operation === 0x06) return nameOf(value);
    if (operation === 0x20) accumulator = data.getUint32(value, true);
    else if (operation === 0x54) accumulator = (accumulator & value) >>> 0;
    else if (operation === 0x05) index += value;
    else if (operation === 0x15) index += branch(accumulator === value);
    else if (operation === 0x35) index += branch(accumulator >= value);
    else if (operation === 0x45) index += branch((accumulator & value) !== 0);
    else throw new Error(`unknown instruction ${operation.toString(16)}`);
  }
  throw new Error("the filter ran past its end, which the kernel would not have loaded");
}

/** `struct seccomp_data`. */
function dataOf({ arch, call, args = [] }: TestCall): DataView {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call, true);
  data.setUint32(4, arch, true);
  for (const [index, argument] of args.entries()) data.setBigUint64(16 + index * 8, argument, true);
  return data;
}

function nameOf(answer: number): string {
  const names: Readonly<Record<number, string>> = {
    2147418112: "allow",
    327681: "EPERM",
    327718: "ENOSYS",
    2147483648: "kill",
  };
  return names[answer] ?? `unknown answer ${answer}`;
}
