// What servers that accept connections have in common.

import { once } from "node:events";

const BACKLOG = 4096;

/** The connections of a server that are open. */
export class Open {
  #counts;
  #connections = new Set();

  constructor(counts) {
    this.#counts = counts;
  }

  /** @param connection Something that tells by `close` when it has ended. */
  add(connection) {
    this.#connections.add(connection);
    this.#counts.connections++;
    connection.on("error", () => {}); // It is closed then, and others are served.
    connection.on("close", () => {
      this.#connections.delete(connection);
      this.#counts.connections--;
    });
  }

  [Symbol.iterator]() {
    return this.#connections.values();
  }
}

/** Lets a server of `net` or of a kind of it listen; gives where it does. */
export async function listening(server, { address, port }) {
  server.listen({ host: address, port, backlog: BACKLOG });
  await once(server, "listening");
  server.on("error", (error) => console.error(error.message)); // Out of descriptors: libuv goes on accepting later.
  return server.address();
}
