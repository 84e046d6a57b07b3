/** A browser as far as a hub can tell: it keeps cookies, says where forms come from, and follows redirections. */
export type TestBrowser = {
  open(address: string): Promise<Response>;
  submit(address: string, fields?: Readonly<Record<string, string>>, from?: string): Promise<Response>;
  readonly cookies: Map<string, string>;
  /** The last page, which relative addresses start from. */
  readonly page: () => string;
};

type BrowserOptions = {
  /** Whether to follow a redirection. */
  readonly follows?: (address: URL) => boolean;
};

export function createTestBrowser(home: string, { follows = () => true }: BrowserOptions = {}): TestBrowser {
  const cookies = new Map<string, string>();
  let page = home;
  const send = async (address: URL, init: RequestInit, left = 20): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, ...(cookie !== "" && { cookie }) };
    const response = await fetch(address, { ...init, headers, redirect: "manual" });
    page = address.href;
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    const location = response.headers.get("location");
    if (location === null || response.status < 300 || response.status > 399 || left === 0) return response;
    const next = new URL(location, address);
    if (!follows(next)) return response;
    await response.arrayBuffer();
    return send(next, {}, left - 1);
  };
  return {
    cookies,
    page: () => page,
    open: (address) => send(new URL(address, home), {}),
    submit: (address, fields = {}, from = new URL(address, page).origin) =>
      send(new URL(address, page), {
        method: "POST",
        body: new URLSearchParams(fields).toString(),
        headers: { origin: from, "content-type": "application/x-www-form-urlencoded" },
      }),
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ""] = line.split(";");
  const at = pair.indexOf("=");
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  if (value === "" || /max-age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
