/**
 * The bridge between a confined program and us, run by `node -e` inside the sandbox: it listens on a loopback
 * port, forwards connections over the pipe as frames (`frame.ts`), starts the program, and exits with it. It is
 * text because nothing of ours but Node is visible inside. It is not trusted: `demultiplex` treats the other
 * end of the pipe as hostile, so missing checks here cost no safety.
 */
export const bridgeSource: string = String.raw`
"use strict";
const { spawn } = require("node:child_process");
const { createServer, Socket } = require("node:net");
const { constants } = require("node:os");

const { argv, env } = process;
const [settings, program, ...parameters] = argv.slice(1);
const { fd, port, connections, windowBytes, frameBytes, frameCost, frameTypes } = JSON.parse(settings);
const headerBytes = 9;

const channel = new Socket({ fd, readable: true, writable: true });
const open = new Map();
let last = 0;

function send(type, id, size, bytes) {
  const header = Buffer.allocUnsafe(headerBytes);
  header.writeUInt8(frameTypes.indexOf(type), 0);
  header.writeUInt32BE(id, 1);
  header.writeUInt32BE(size, 5);
  if (channel.destroyed) return;
  channel.cork();
  channel.write(header);
  if (bytes) channel.write(bytes);
  channel.uncork();
}

function accept(socket) {
  if (channel.destroyed) return socket.destroy();
  const connection = { id: ++last, socket, room: windowBytes, held: Buffer.alloc(0), ended: false, ends: 0, written: 0 };
  open.set(connection.id, connection);
  send("open", connection.id, 0);
  socket.on("data", (chunk) => {
    connection.held = connection.held.length > 0 ? Buffer.concat([connection.held, chunk]) : chunk;
    forward(connection);
  });
  socket.on("end", () => {
    connection.ended = true;
    forward(connection);
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    open.delete(connection.id);
    if (connection.ends < 2) send("reset", connection.id, 0);
  });
}

// Sends as much as the window allows; the rest waits here, and so does the program.
function forward(connection) {
  const { id, socket } = connection;
  while (connection.held.length > 0 && connection.room > frameCost) {
    const size = Math.min(connection.held.length, frameBytes, connection.room - frameCost);
    connection.room -= size + frameCost;
    send("data", id, size, connection.held.subarray(0, size));
    connection.held = connection.held.subarray(size);
  }
  if (connection.held.length > 0) socket.pause();
  else if (socket.isPaused()) socket.resume();
  if (!connection.ended || connection.held.length > 0) return;
  connection.ended = false;
  connection.ends += 1;
  send("end", id, 0);
}

const receive = {
  data(connection, size, bytes) {
    connection.socket.write(bytes, () => {
      connection.written += size + frameCost;
      if (connection.written < windowBytes / 2) return;
      send("credit", connection.id, connection.written);
      connection.written = 0;
    });
  },
  credit(connection, size) {
    connection.room += size;
    forward(connection);
  },
  end(connection) {
    connection.ends += 1;
    connection.socket.end();
  },
  reset(connection) {
    connection.socket.resetAndDestroy();
  },
};

let rest = Buffer.alloc(0);
channel.on("data", (chunk) => {
  rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
  while (rest.length >= headerBytes) {
    const type = frameTypes[rest.readUInt8(0)];
    const size = rest.readUInt32BE(5);
    const end = headerBytes + (type === "data" ? size : 0);
    if (rest.length < end) return;
    const connection = open.get(rest.readUInt32BE(1));
    if (connection) receive[type](connection, size, rest.subarray(headerBytes, end));
    rest = rest.subarray(end);
  }
});
channel.on("error", () => {});
channel.on("close", () => {
  for (const { socket } of open.values()) socket.resetAndDestroy();
});

const server = createServer({ allowHalfOpen: true, noDelay: true }, accept);
server.maxConnections = connections;

// Exit at once: a socket that is being reset may keep Node alive.
function finish(exitCode) {
  process.exit(exitCode);
}

function fail(exitCode, error) {
  process.stderr.write("skillwright: " + error.message + "\n");
  finish(exitCode);
}

// Exit codes as in shells: 127 for a missing program, 126 for one that cannot run, 125 for the bridge itself.
server.once("error", (error) => fail(125, error));
server.listen(port, "127.0.0.1", () => {
  // Before the program starts, because it may send a signal at once.
  for (const signal of ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2", "SIGWINCH"])
    process.on(signal, () => child.kill(signal));
  // Makes Node use the proxy variables. Set for the bridge too, it would double its start time.
  const child = spawn(program, parameters, { stdio: "inherit", env: { ...env, NODE_USE_ENV_PROXY: "1" } });
  child.once("error", (error) => fail(error.code === "ENOENT" ? 127 : 126, error));
  child.once("exit", (code, signal) => finish(signal ? 128 + constants.signals[signal] : code));
});
`;
