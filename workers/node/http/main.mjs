// A server of HTTP/1.1 by node:http: it reads a request's body, and writes it back.

import http from "node:http";
import { listening, Open } from "../kit/listening.mjs";
import { facts, Worker } from "../kit/worker.mjs";
import { Stream } from "../sockets/stream.mjs";

const MOST_MESSAGE_BYTES = 65_540;
const IMPOSSIBLE_LENGTH = Buffer.from([0xff, 0xff, 0xff, 0xff]);
const OK = 200;
const FORBIDDEN = 403;

/** What its connections say is the bodies of their requests. */
const streams = new WeakMap();

function answer(stream, body, response) {
  const message = stream.receive(body);
  if (stream.isRefused || message.length === 0) {
    response.writeHead(FORBIDDEN, { Connection: "close" }).end(() => response.socket?.destroySoon());
    return;
  }
  response.writeHead(OK, { "Content-Length": message.length }).end(message);
}

function serve(request, response) {
  const stream = streams.get(request.socket);
  if (Number(request.headers["content-length"]) > MOST_MESSAGE_BYTES) {
    answer(stream, IMPOSSIBLE_LENGTH, response);
    return;
  }
  const parts = [];
  let bytes = 0;
  request.on("data", (part) => {
    parts.push(part);
    bytes += part.length;
    if (bytes > MOST_MESSAGE_BYTES) request.destroy();
  });
  request.on("end", () => answer(stream, parts.length === 1 ? parts[0] : Buffer.concat(parts), response));
}

const nodeHttp = {
  facts: facts("node/http", "http.Server: a listener that reads the body and writes it back", "http"),

  listen(where, counts, { no_delay: noDelay = true }) {
    const open = new Open(counts);
    const server = http.createServer({ noDelay, requestTimeout: 0 }, serve);
    server.keepAliveTimeout = 0; // Between measurements clients rest.
    server.on("connection", (socket) => {
      open.add(socket);
      streams.set(socket, new Stream(counts, { address: socket.remoteAddress, port: socket.remotePort }));
    });
    return listening(server, where, open, { no_delay: noDelay });
  },
};

new Worker("node/http", [], [nodeHttp]).run();
