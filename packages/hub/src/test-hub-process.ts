import { HubSettingsSchema } from "./config/settings.ts";
import { startHub } from "./start-hub.ts";

/** A hub as a process of its own, for tests that kill it. Arguments: the data folder, and the settings as JSON. */
const [dataFolder = "", settings = "{}"] = process.argv.slice(2);
const hub = await startHub({
  settings: HubSettingsSchema.parse(JSON.parse(settings)),
  dataFolder,
  now: Date.now,
  writeLog: () => {},
});
process.stdout.write(`${hub.url}\n${hub.firstToken ?? ""}\n`);
