import type { Effect } from "../flow/machine.ts";
import type { Rows } from "../flow/table.ts";
import {
  appendFile,
  copyFile,
  listFolder,
  openWriter,
  pipe,
  readFileData,
  timer,
  writeStream,
} from "./file-folds.ts";

const fetch: Effect = { connect: "fetch", at: [0, "url", "uri"] };
const send: Effect = { connect: "send", at: [0, "url"] };
const onObject: Effect = { connect: "send", at: ["address"] };

/** Calls of libraries that act outside of the program. */
export const actionRows: Rows = [
  ["fetch undici.request axios axios.request got ky request needle superagent phin node-fetch", fetch],
  [
    "axios: get head options : got.get ky.get request.get superagent.get needle.get axios.create().get",
    fetch,
  ],
  [
    "axios: post put patch delete : got: post put patch : ky: post put patch : request: post put : superagent: post put : axios.create().post axios.create().put navigator.sendBeacon",
    send,
  ],
  ["http: get request : https: get request : http2.connect", fetch],
  ["http.request().write http.request().end https.request().write https.request().end", onObject],
  ["XMLHttpRequest().open", { connect: "fetch", at: [1] }],
  ["XMLHttpRequest().send", onObject],
  ["WebSocket ws EventSource ws.WebSocket socket.io-client.io", { connect: "send", at: [0] }],
  ["net: connect createConnection : tls.connect net.Socket().connect", { connect: "send", at: [0, "host"] }],
  [
    "net: connect().write connect().end createConnection().write Socket().connect().write Socket().write : tls.connect().write WebSocket().send ws().send",
    onObject,
  ],
  ["dgram.createSocket().send", { connect: "send", at: [2, 4] }],
  ["net.createServer().listen http.createServer().listen", { connect: "listen", at: ["host"] }],
  ["dns: lookup resolve resolve4 resolveTxt resolveAny", { connect: "lookup", at: [0] }],
  ["nodemailer.createTransport().sendMail", { connect: "send", at: ["to"] }],

  ["child_process: exec execSync : shelljs.exec execa.execaCommand execa.command", { run: "shell", at: [0] }],
  [
    "child_process: spawn spawnSync execFile execFileSync fork : execa execa.execa execa.sync cross-spawn cross-spawn.sync node-pty.spawn Bun.spawn Bun.spawnSync Deno.run",
    { run: "words", at: [0, "cmd"] },
  ],
  ["Deno.Command", { run: "words", at: [0] }],
  ["$ execa.$ zx.$ Bun.$", { run: "shell", at: [0] }],

  ["eval", { evaluate: "eval" }],
  ["Function AsyncFunction GeneratorFunction", { evaluate: "Function", at: ["last"] }],
  ["setTimeout setInterval setImmediate", { fold: timer }],
  [
    "vm: runInThisContext runInNewContext runInContext compileFunction Script : module._compile module.Module()._compile",
    { evaluate: "vm" },
  ],
  ["WebAssembly: compile instantiate : process.dlopen", { evaluate: "native code" }],
  ["document.write document.writeln", { evaluate: "document.write" }],
  ["node-serialize.unserialize", { evaluate: "unserialize" }],

  [
    "fs: readFile readFileSync createReadStream : Deno: readTextFile readTextFileSync readFile readFileSync : Bun.file",
    { fold: readFileData },
  ],
  [
    "fs: readdir readdirSync opendir : Deno.readDir glob glob.sync glob.globSync fast-glob fast-glob.sync globby",
    { fold: listFolder },
  ],
  [
    "fs: writeFile writeFileSync outputFile outputFileSync writeJson : Deno: writeTextFile writeTextFileSync : Bun.write",
    { write: true, at: [0], content: [1] },
  ],
  ["fs: appendFile appendFileSync", { fold: appendFile }],
  ["fs.createWriteStream", { fold: openWriter }],
  [
    "fs: copyFile copyFileSync cp cpSync copy copySync rename renameSync symlink symlinkSync",
    { fold: copyFile },
  ],
  [
    "fs: unlink unlinkSync rm rmSync rmdir rmdirSync remove removeSync : rimraf rimraf.sync del Deno.remove",
    { remove: true, at: [0] },
  ],
  ["fs.createWriteStream().write fs.createWriteStream().end", { fold: writeStream }],
];

/** Methods of objects whose kind is not known. */
export const methodRows: Rows = [
  ["pipe", { fold: pipe }],
  ["constructor", { evaluate: "Function", at: ["last"] }],
];
