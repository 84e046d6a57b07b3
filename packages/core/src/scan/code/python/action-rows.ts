import type { Effect } from "../flow/machine.ts";
import type { Rows } from "../flow/table.ts";
import {
  buildRequest,
  changeMode,
  copyFile,
  dump,
  listFolder,
  moveInput,
  openFile,
  packFile,
  walkFolder,
} from "./file-folds.ts";

const fetch: Effect = { connect: "fetch", at: [0, "url", "fullurl"] };
const send: Effect = { connect: "send", at: [0, "url"] };
const second: Effect = { connect: "send", at: [1, "url"] };
const onObject: Effect = { connect: "send", at: ["address"] };

const clients =
  "requests: {} : requests.Session(): {} : requests.session(): {} : httpx: {} : httpx.Client(): {} : httpx.AsyncClient(): {} : aiohttp.ClientSession(): {} : urllib3.PoolManager(): {} : cloudscraper.create_scraper(): {} : tls_client.Session(): {}";
const everyClient = (methods: string): string => clients.replaceAll("{}", methods);

/** Calls of libraries that act outside of the program. */
export const actionRows: Rows = [
  [everyClient("get head options"), fetch],
  [everyClient("post put patch delete"), send],
  [everyClient("request stream"), { connect: "fetch", at: [1, "url"] }],
  ["urllib.request: urlopen : urllib.urlopen wget.download urllib.request.build_opener().open", fetch],
  ["urllib.request.urlretrieve urllib.urlretrieve", { fold: copyFile("download") }],
  ["urllib.request.Request urllib.Request", { fold: buildRequest }],
  [
    "http.client: HTTPConnection HTTPSConnection : smtplib: SMTP SMTP_SSL : ftplib: FTP FTP_TLS : telnetlib.Telnet",
    { connect: "fetch", at: [0, "host"] },
  ],
  ["http.client.HTTPConnection().request http.client.HTTPSConnection().request", onObject],
  [
    "smtplib: SMTP().sendmail SMTP().send_message SMTP_SSL().sendmail SMTP_SSL().send_message : ftplib: FTP().storbinary FTP().storlines FTP_TLS().storbinary",
    onObject,
  ],
  ["socket: create_connection socket().connect socket().connect_ex", { connect: "send", at: [0, "address"] }],
  ["ssl.wrap_socket ssl.create_default_context().wrap_socket", {}],
  ["socket: socket().send socket().sendall create_connection().send create_connection().sendall", onObject],
  ["socket.socket().sendto", second],
  ["socket: socket().bind : socketserver.TCPServer http.server.HTTPServer", { connect: "listen", at: [0] }],
  [
    "socket: gethostbyname getaddrinfo gethostbyname_ex : dns.resolver.resolve dns.resolver.query dns.resolver.Resolver().resolve",
    { connect: "lookup", at: [0] },
  ],
  ["asyncio.open_connection", { connect: "send", at: [0] }],
  [
    "websocket: create_connection WebSocket().connect WebSocketApp : websockets.connect websockets.sync.client.connect",
    { connect: "send", at: [0, "uri"] },
  ],
  ["websocket.create_connection().send websockets.connect().send", onObject],
  ["paramiko.SSHClient().connect", { connect: "send", at: [0, "hostname"] }],
  [
    "boto3: client().put_object client().upload_file client().upload_fileobj resource().Bucket().put_object",
    { connect: "send", at: ["Bucket", 1] },
  ],
  ["paho.mqtt.publish.single", { connect: "send", at: ["hostname", 0] }],

  ["os: system popen : subprocess: getoutput getstatusoutput", { run: "shell", at: [0, "cmd", "command"] }],
  ["subprocess: run call check_call check_output Popen", { run: "either", at: [0, "args"] }],
  ["asyncio.create_subprocess_shell", { run: "shell", at: [0] }],
  ["asyncio.create_subprocess_exec os.execlp os.execl os.spawnlp", { run: "words", at: ["#words"] }],
  ["os: execv execvp execve execvpe posix_spawn posix_spawnp", { run: "either", at: [1] }],
  ["os: spawnv spawnvp", { run: "either", at: [2] }],
  ["pty.spawn pexpect.spawn pexpect.run os.startfile", { run: "either", at: [0, "command"] }],
  ["os.dup2", { fold: moveInput }],
  ["os.chmod", { fold: changeMode }],

  ["exec eval", { evaluate: "exec" }],
  // A module is loaded by the path of its file, which is what runs.
  [
    "importlib.util.spec_from_file_location",
    { read: true, at: [1, "location"], returns: "importlib.util.spec_from_file_location" },
  ],
  ["importlib.machinery.SourceFileLoader imp.load_source", { read: true, at: [1, "path", "pathname"] }],
  ["execfile runpy.run_path", { evaluate: "execfile" }],
  ["timeit.timeit", { evaluate: "timeit" }],
  ["code.InteractiveInterpreter().runsource code.InteractiveConsole().push", { evaluate: "code" }],
  [
    "pickle: loads load Unpickler : dill: loads load : cloudpickle: loads load : joblib.load jsonpickle.decode shelve.open",
    { evaluate: "pickle" },
  ],
  ["marshal: loads load", { evaluate: "marshal" }],
  ["yaml: load unsafe_load full_load", { evaluate: "yaml.load" }],
  ["ctypes.memmove ctypes.windll.kernel32.RtlMoveMemory", { evaluate: "ctypes", at: [1] }],
  ["types.FunctionType types.CodeType", { evaluate: "code object" }],

  ["open os.fdopen gzip.open bz2.open lzma.open", { fold: openFile }],
  ["os.open", { fold: openFile }],
  ["os: walk scandir", { fold: walkFolder }],
  ["os.listdir", { fold: listFolder }],
  ["glob: glob iglob", { fold: listFolder }],
  ["shutil: copy copy2 copyfile move copytree : os: rename replace link symlink", { fold: copyFile("copy") }],
  ["shutil.make_archive", { fold: packFile }],
  [
    "os: remove unlink rmdir removedirs truncate : shutil.rmtree send2trash.send2trash",
    { remove: true, at: [0, "path"] },
  ],
  ["json.dump pickle.dump yaml.dump csv.writer toml.dump", { fold: dump }],
  ["sqlite3.connect", { read: true, at: [0, "database"], returns: "sqlite3.connect()" }],
  ["dotenv.load_dotenv", { drops: true }],
  ["dotenv.dotenv_values", { gives: "credentials", from: ".env", drops: true }],
  ["configparser.ConfigParser().read netrc.netrc", { read: true, at: [0] }],
  [
    "winreg: SetValueEx SetValue CreateKey CreateKeyEx OpenKey : _winreg: SetValueEx OpenKey",
    { write: true, at: [1] },
  ],
];

/** Methods of objects whose kind is not known. */
export const methodRows: Rows = [
  ["read_text read_bytes", { read: true, at: ["this"] }],
  ["write_text write_bytes", { write: true, at: ["this"], content: [0, "data"] }],
  ["unlink rmdir", { remove: true, at: ["this"] }],
  ["exec_module load_module", { evaluate: "exec_module", at: ["this"] }],
  ["rglob iterdir", { fold: listFolder }],
];
