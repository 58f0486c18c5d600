// What servers that accept connections have in common.

import { once } from "node:events";

const BACKLOG = 4096;

/** The connections of a server that are open. */
export class Open {
  #counts;
  #ends = new Set();

  constructor(counts) {
    this.#counts = counts;
  }

  /**
   * @param connection Something that tells by `close` when it has ended.
   * @param end Ends it at once.
   */
  add(connection, end = () => connection.destroy()) {
    this.#ends.add(end);
    this.#counts.connections++;
    connection.on("error", () => {}); // It is closed then, and others are served.
    connection.on("close", () => {
      this.#ends.delete(end);
      this.#counts.connections--;
    });
  }

  end() {
    for (const end of this.#ends) end();
  }
}

/** Lets a server of `net` or of a kind of it listen; gives what `listen` of its stack does. */
export async function listening(server, where, open, options) {
  server.listen({ host: where.address, port: where.port, backlog: BACKLOG });
  await once(server, "listening");
  server.on("error", (error) => console.error(error.message)); // Out of descriptors: libuv goes on accepting later.
  const { address, port } = server.address();
  return { address, port, options, isWaiting: true, forget: () => open.end() };
}
