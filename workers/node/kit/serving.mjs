// What a server does whatever it is made with: it knows its peers by their hellos and counts.

const HELLO = Buffer.from("PMK1");
const HELLO_BYTES = 20;
const ONE_WAY_HELLO_BYTES = 24;
const MOST_PART = 65_536;
const ACKNOWLEDGEMENT_BYTES = 12;
const LEAST_BODY_BYTES = 4;
export const WELCOME = Buffer.from("PMOK");

/** What is served and what is turned away. Without a token nobody says hello. */
export class Counts {
  token = null;
  messages = 0;
  connections = 0;
  badFrames = 0;
  rejected = 0;
  #lastStranger = undefined;

  told() {
    return {
      messages: this.messages, connections: this.connections, bad_frames: this.badFrames, rejected: this.rejected,
      last_stranger: this.#lastStranger,
    };
  }

  reject(peer) {
    this.rejected++;
    this.#lastStranger = told(peer);
  }

  refuseFrame(peer) {
    this.badFrames++;
    this.#lastStranger = told(peer);
  }

  /** The part of a hello: 0 of one whose messages are echoed, null of what is no hello that is welcome. */
  partOf(hello) {
    const ours = hello.length >= HELLO_BYTES
      && hello.subarray(0, HELLO.length).equals(HELLO)
      && hello.subarray(HELLO.length, HELLO_BYTES).equals(this.token);
    if (!ours) return null;
    if (hello.length === HELLO_BYTES) return 0;
    const part = hello.length === ONE_WAY_HELLO_BYTES ? hello.readUInt32LE(HELLO_BYTES) : 0;
    return part > 0 && part <= MOST_PART && (part & (part - 1)) === 0 ? part : null;
  }
}

function told({ address, port }) {
  if (address === undefined) return undefined; // It is gone.
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

export const isLengthOfHello = (bytes) => bytes === HELLO_BYTES || bytes === ONE_WAY_HELLO_BYTES;

/** Counts the messages of a peer that go one way. */
export class OneWay {
  #arrived = 0;

  constructor(part) {
    this.part = part;
  }

  static leastBodyBytes = ACKNOWLEDGEMENT_BYTES;

  /** Counts a message; true if it asks for an acknowledgement. */
  isAskedBy(sequence) {
    this.#arrived++;
    return (sequence + 1) % this.part === 0;
  }

  /** The body that acknowledges a message as the last that has arrived. */
  acknowledge(sequence) {
    const body = Buffer.allocUnsafe(ACKNOWLEDGEMENT_BYTES);
    body.writeUInt32LE(sequence);
    body.writeBigUInt64LE(BigInt(this.#arrived), 4);
    return body;
  }
}

/** A peer whose messages come whole, be it by datagrams or by a library. */
export class MessagePeer {
  #counts;
  #peer;
  #isGreeted = false;
  #oneWay = null;

  /** What `answer` did not answer: the library ends the connection. */
  isRefused = false;

  constructor(counts, peer) {
    this.#counts = counts;
    this.#peer = peer;
  }

  get isGreeted() {
    return this.#isGreeted;
  }

  /** The answer to a message, or null. */
  answer(message) {
    const counts = this.#counts;
    if (counts.token === null) {
      counts.messages++;
      return message;
    }
    if (!this.#isGreeted || isLengthOfHello(message.length)) {
      const part = counts.partOf(message);
      if (part !== null) return this.#greet(part);
      if (!this.#isGreeted) return this.#refuse("reject");
    }
    if (message.length < LEAST_BODY_BYTES) return this.#refuse("refuseFrame");
    if (this.#oneWay) return this.#count(message);
    counts.messages++;
    return message;
  }

  #greet(part) {
    this.#isGreeted = true;
    if (part === 0) this.#oneWay = null;
    else if (this.#oneWay?.part !== part) this.#oneWay = new OneWay(part);
    return WELCOME;
  }

  #refuse(as) {
    this.#counts[as](this.#peer);
    this.isRefused = true;
    return null;
  }

  #count(message) {
    if (message.length < OneWay.leastBodyBytes) return this.#refuse("refuseFrame");
    this.#counts.messages++;
    const sequence = message.readUInt32LE();
    return this.#oneWay.isAskedBy(sequence) ? this.#oneWay.acknowledge(sequence) : null;
  }
}
