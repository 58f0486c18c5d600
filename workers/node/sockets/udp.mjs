// UDP by node:dgram: one socket for all peers.

import dgram from "node:dgram";
import { once } from "node:events";
import { MessagePeer } from "../kit/serving.mjs";
import { facts } from "../kit/worker.mjs";

const RECEIVE_BUFFER_BYTES = 4 << 20;
const MOST_PEERS = 16_384;

/** The peers that have said hello, by their addresses. */
class Peers {
  #known = new Map();
  #counts;

  constructor(counts) {
    this.#counts = counts;
  }

  /** The answer to a datagram, or null. */
  answer(message, from) {
    if (this.#counts.token === null) {
      this.#counts.messages++;
      return message;
    }
    const key = `${from.address} ${from.port}`;
    const known = this.#known.get(key);
    const peer = known ?? new MessagePeer(this.#counts, from);
    const answer = peer.answer(message);
    if (!known && peer.isGreeted) this.#keep(key, peer);
    return answer;
  }

  #keep(key, peer) {
    this.#known.set(key, peer);
    if (this.#known.size > MOST_PEERS) this.#known.delete(this.#known.keys().next().value);
    this.#counts.connections = this.#known.size;
  }

  forget() {
    this.#known.clear();
    this.#counts.connections = 0;
  }
}

export const dgramUdp = {
  facts: facts("node/dgram-udp", "a dgram.Socket for all peers", "udp", {
    framing: "datagram", max_message_bytes: 65_507, loads: ["closed", "stream"], reliable: false, unreliable: true,
    socket_options: ["receive_buffer_bytes", "send_buffer_bytes"],
  }),

  async listen({ address, port, version }, counts, options) {
    const socket = dgram.createSocket({
      type: `udp${version}`,
      recvBufferSize: options.receive_buffer_bytes ?? RECEIVE_BUFFER_BYTES,
      sendBufferSize: options.send_buffer_bytes,
    });
    const peers = new Peers(counts);
    socket.on("message", (message, from) => {
      const answer = peers.answer(message, from);
      if (answer) socket.send(answer, from.port, from.address);
    });
    socket.bind({ address, port });
    await once(socket, "listening");
    socket.on("error", () => {}); // A peer is gone; others are served.
    return {
      ...socket.address(),
      options: { receive_buffer_bytes: socket.getRecvBufferSize(), send_buffer_bytes: socket.getSendBufferSize() },
      isWaiting: false,
      forget: () => peers.forget(),
    };
  },
};
