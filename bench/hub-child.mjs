import { HubSettingsSchema, startHub } from "@skillwright/hub";

// A hub in a process of its own, so that what a benchmark does as a client does not count. Ends with its standard input.
const [, , dataFolder, database] = process.argv;
const rateLimit = { perMinute: 10_000_000, anonymousPerMinute: 10_000_000 };
const settings = HubSettingsSchema.parse({ rateLimit, ...(database && { database }) });
const hub = await startHub({ settings, dataFolder, now: Date.now, writeLog: () => {} });
process.stdout.write(`${JSON.stringify({ url: hub.url, firstToken: hub.firstToken })}\n`);
process.stdin.on("end", () => void hub.close()).resume();
