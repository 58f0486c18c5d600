// A WebSocket server of npm's ws. It speaks what dotnet/websocket speaks: a binary message in a frame for each message.

import http from "node:http";
import { createRequire } from "node:module";
import { WebSocketServer } from "ws";
import { listening, Open } from "../kit/listening.mjs";
import { MessagePeer } from "../kit/serving.mjs";
import { facts, Worker } from "../kit/worker.mjs";

const { version } = createRequire(import.meta.url)("ws/package.json");
const MOST_MESSAGE_BYTES = 65_536;

/** Echoes what a connection says. What its client does not take is not read either. */
function serve(webSocket, socket, counts) {
  const from = { address: socket.remoteAddress, port: socket.remotePort };
  const peer = new MessagePeer(counts, from);
  webSocket.on("message", (message, isBinary) => {
    if (peer.isRefused) return;
    const answer = peer.answer(message);
    if (answer) webSocket.send(answer, { binary: isBinary });
    if (peer.isRefused) webSocket.terminate();
    if (socket.writableNeedDrain) webSocket.pause();
  });
  socket.on("drain", () => webSocket.resume());
  webSocket.on("error", (error) => {
    if (error.code?.startsWith("WS_ERR_")) counts.refuseFrame(from); // No frame, or one that is too long.
  });
}

const websocket = {
  facts: facts("node/websocket", "ws over Node's http.Server: a binary message in a frame", "websocket", {
    framing: "datagram", max_message_bytes: MOST_MESSAGE_BYTES,
  }),

  async listen(where, counts, { no_delay: noDelay = true }) {
    const open = new Open(counts);
    const server = http.createServer((request, response) => {
      counts.reject({ address: request.socket.remoteAddress, port: request.socket.remotePort });
      response.writeHead(426, { Connection: "close" }).end();
    });
    const told = await listening(server, where, open, { no_delay: noDelay });
    new WebSocketServer({ server, maxPayload: MOST_MESSAGE_BYTES }).on("connection", (webSocket, { socket }) => {
      socket.setNoDelay(noDelay); // ws turns it on.
      open.add(webSocket, () => webSocket.terminate());
      serve(webSocket, socket, counts);
    });
    return told;
  },
};

new Worker("node/ws", [`ws ${version}`], [websocket]).run();
