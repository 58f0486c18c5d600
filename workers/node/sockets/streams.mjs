// Servers of streams: net's, and those that have its interface.

import net from "node:net";
import { facts } from "../kit/worker.mjs";
import { listening, Open } from "../kit/listening.mjs";
import { Stream } from "./stream.mjs";

/** Echoes what a connection says. What its client does not take is not read either. */
export function serve(socket, counts) {
  const stream = new Stream(counts, { address: socket.remoteAddress, port: socket.remotePort });
  socket.on("data", (data) => {
    const answer = stream.receive(data);
    if (answer.length > 0 && !socket.write(answer)) socket.pause();
    if (stream.isRefused) socket.destroySoon();
  });
  socket.on("drain", () => socket.resume());
}

/** Lets a server listen that tells of each connection by an event. */
export function serving(server, event, where, counts, options) {
  const open = new Open(counts);
  server.on(event, (socket) => {
    open.add(socket);
    serve(socket, counts);
  });
  return listening(server, where, open, options);
}

/** TCP by net. Node has no call that reads an option of a socket back: what is told is what net was asked for. */
export const netTcp = {
  facts: facts("node/net-tcp", "net.Server: a listener of each socket's data", "tcp", { loads: ["closed", "stream"] }),

  listen: (where, counts, { no_delay: noDelay = true }) =>
    serving(net.createServer({ noDelay }), "connection", where, counts, { no_delay: noDelay }),
};
