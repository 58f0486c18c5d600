// Messages within a stream: a length of 4 bytes, and so many.

import { isLengthOfHello, OneWay, WELCOME } from "../kit/serving.mjs";

const LENGTH_BYTES = 4;
const LEAST_BODY_BYTES = 4;
const MOST_BODY_BYTES = 65_536;
const NOTHING = Buffer.alloc(0);

/** One connection: takes what arrives, and gives what is to be sent back. */
export class Stream {
  #counts;
  #peer;
  #rest = NOTHING;
  #oneWay = null;

  /** It is to be closed, with what was answered before. */
  isRefused = false;

  constructor(counts, peer) {
    this.#counts = counts;
    this.#peer = peer;
    this.receive = counts.token === null ? this.#echoPlainly : this.#greet;
  }

  #echoPlainly(data) {
    this.#counts.messages++;
    return data;
  }

  #greet(data) {
    data = this.#joined(data);
    if (data.length < LENGTH_BYTES) return this.#keep(data, 0);
    const end = LENGTH_BYTES + data.readUInt32LE();
    if (!isLengthOfHello(end - LENGTH_BYTES)) return this.#refuse("reject");
    if (data.length < end) return this.#keep(data, 0);
    const part = this.#counts.partOf(data.subarray(LENGTH_BYTES, end));
    const more = data.subarray(end);
    if (part === null || (part > 0 && more.length > 0)) return this.#refuse("reject");
    this.#rest = NOTHING;
    if (part > 0) {
      this.#oneWay = new OneWay(part);
      this.receive = this.#count;
      return framed(WELCOME);
    }
    this.receive = this.#echo;
    return Buffer.concat([framed(WELCOME), this.#echo(more)]);
  }

  /** All whole messages of what has arrived, as they are. */
  #echo(data) {
    data = this.#joined(data);
    let at = 0;
    let messages = 0;
    for (let end; (end = this.#endOf(data, at, LEAST_BODY_BYTES)) > 0; at = end) messages++;
    this.#counts.messages += messages;
    return this.#keep(data, at);
  }

  /** Counts messages that go one way, and acknowledges the last one that asks for it. */
  #count(data) {
    data = this.#joined(data);
    let answer = NOTHING;
    let at = 0;
    for (let end; (end = this.#endOf(data, at, OneWay.leastBodyBytes)) > 0; at = end) {
      const sequence = data.readUInt32LE(at + LENGTH_BYTES);
      this.#counts.messages++;
      if (this.#oneWay.isAskedBy(sequence)) answer = framed(this.#oneWay.acknowledge(sequence));
    }
    this.#keep(data, at);
    return answer;
  }

  /** Where the message ends that begins at a place; 0 if not all of it is there, or no message can be. */
  #endOf(data, at, leastBodyBytes) {
    if (data.length - at < LENGTH_BYTES) return 0;
    const length = data.readUInt32LE(at);
    if (length < leastBodyBytes || length > MOST_BODY_BYTES) {
      this.#refuse("refuseFrame");
      return 0;
    }
    const end = at + LENGTH_BYTES + length;
    return end <= data.length ? end : 0;
  }

  #joined(data) {
    return this.#rest.length > 0 ? Buffer.concat([this.#rest, data]) : data;
  }

  /** Keeps what is behind a place for later; gives what is before it. */
  #keep(data, at) {
    if (at === data.length) {
      this.#rest = NOTHING;
      return data;
    }
    this.#rest = data.subarray(at);
    return data.subarray(0, at);
  }

  #refuse(as) {
    this.#counts[as](this.#peer);
    this.isRefused = true;
    this.receive = () => NOTHING;
    return NOTHING;
  }
}

function framed(body) {
  const message = Buffer.allocUnsafe(LENGTH_BYTES + body.length);
  message.writeUInt32LE(body.length);
  body.copy(message, LENGTH_BYTES);
  return message;
}
