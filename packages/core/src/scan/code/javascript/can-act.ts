const acting =
  /\b(?:eval|Function|constructor|require|import|fetch|axios|XMLHttpRequest|sendBeacon|WebSocket|process|Deno|Bun|child_process|vm|globalThis|setTimeout|document|navigator)\b/;

/** Whether a text has a word without which no program acts. */
export function canAct(text: string): boolean {
  return acting.test(text);
}
