const acting =
  /\b(?:exec|eval|compile|system|popen|Popen|subprocess|pty|os|shutil|open|socket|requests|httpx|urllib\w*|aiohttp|http|smtplib|ftplib|paramiko|boto3|websockets?|pickle|marshal|yaml|ctypes|__import__|importlib|getattr|globals|builtins|Path|sqlite3|winreg|dns|pynput|pyperclip|keyring|browser_?cookie3?|rookiepy|win32crypt)\b/;

/** Whether a text has a word without which no program acts. */
export function canAct(text: string): boolean {
  return acting.test(text);
}
