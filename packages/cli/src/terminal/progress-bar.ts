/** `██████▌░░░`: progress in eighths of a column. */
export function progressBar(done: number, total: number, columns: number): string {
  const share = total <= 0 ? 1 : Math.min(1, Math.max(0, done / total));
  const eighths = Math.round(share * columns * 8);
  const whole = Math.floor(eighths / 8);
  const rest = parts[eighths % 8] ?? "";
  return `${"█".repeat(whole)}${rest}${"░".repeat(columns - whole - rest.length)}`;
}

const parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
