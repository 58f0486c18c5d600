// A server of gRPC by npm's @grpc/grpc-js: its unary call returns its message.

import { createRequire } from "node:module";
import net from "node:net";
import { fileURLToPath } from "node:url";
import grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { listening, Open } from "../kit/listening.mjs";
import { facts, Worker } from "../kit/worker.mjs";
import { Stream } from "../sockets/stream.mjs";

const { version } = createRequire(import.meta.url)("@grpc/grpc-js/package.json");
const ECHO = fileURLToPath(new URL("../../../protocol/grpc/echo.proto", import.meta.url));
const { service } = grpc.loadPackageDefinition(loadSync(ECHO)).pingmark.rpc.EchoService;

/** As gRPC names the peer of a call. */
const nameOf = ({ remoteAddress, remotePort }) => `${remoteAddress}:${remotePort}`;

/** The connections that calls come by, by the names of their peers. */
class Connections {
  #counts;
  #open;
  #byPeer = new Map();

  constructor(counts, open) {
    this.#counts = counts;
    this.#open = open;
  }

  add(socket) {
    const peer = nameOf(socket);
    const stream = new Stream(this.#counts, { address: socket.remoteAddress, port: socket.remotePort });
    this.#byPeer.set(peer, { socket, stream });
    this.#open.add(socket);
    socket.on("close", () => this.#byPeer.delete(peer));
  }

  /** Answers a call, or ends its connection. */
  answer(call, respond) {
    const { socket, stream } = this.#byPeer.get(call.getPeer()) ?? {};
    const body = stream?.receive(call.request.body);
    if (body?.length > 0 && !stream.isRefused) {
      respond(null, { body });
      return;
    }
    socket?.destroy();
    respond({ code: grpc.status.PERMISSION_DENIED });
  }
}

// Node.js stops reading a connection that breaks HTTP/2's rules, and has no event for that: not even its end is seen.
const ABOUT = "@grpc/grpc-js: a service whose unary call returns its message; "
  + "a connection that breaks the rules of HTTP/2 stays open until disconnect";

const nodeGrpc = {
  facts: facts("node/grpc", ABOUT, "grpc"),

  listen(where, counts, { no_delay: noDelay = true }) {
    const open = new Open(counts);
    const connections = new Connections(counts, open);
    const server = new grpc.Server();
    server.addService(service, { Echo: (call, respond) => connections.answer(call, respond) });
    const injector = server.createConnectionInjector(grpc.ServerCredentials.createInsecure());
    // Connections are accepted here, to be counted and ended.
    const listener = net.createServer({ noDelay }, (socket) => {
      if (socket.remoteAddress === undefined) {
        socket.on("error", () => {}).destroy(); // Its client has gone.
        return;
      }
      connections.add(socket);
      injector.injectConnection(socket);
    });
    return listening(listener, where, open, { no_delay: noDelay });
  },
};

new Worker("node/grpc", [`@grpc/grpc-js ${version}`], [nodeGrpc]).run();
