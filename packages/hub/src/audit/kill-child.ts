import { HubSettingsSchema } from "../config/settings.ts";
import { startHub } from "../start-hub.ts";

// A hub that a test kills. Prints its address and the first token once it serves.
const [, , dataFolder = "", database] = process.argv;
const settings = HubSettingsSchema.parse({
  ...(database && { database }),
  rateLimit: { perMinute: 1_000_000 },
});
const { url, firstToken } = await startHub({ settings, dataFolder, now: Date.now, writeLog: () => {} });
process.stdout.write(`${JSON.stringify({ url, firstToken })}\n`);
