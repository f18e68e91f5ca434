import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/** A message port that looks enough like a network socket for `pg`. */
export class PortStream extends Duplex {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (bytes: Uint8Array | null) => this.push(bytes && Buffer.from(bytes)));
    port.on('close', () => this.destroy());
  }

  connect() {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay() {
    return this;
  }

  setKeepAlive() {
    return this;
  }

  ref() {
    this.#port.ref();
    return this;
  }

  unref() {
    this.#port.unref();
    return this;
  }

  // The port pushes by itself; there is nothing to ask for.
  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.#port.postMessage(new Uint8Array(chunk));
    done();
  }

  /** What was written while corked leaves in one message, so that pipelined statements travel together. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.#port.postMessage(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#port.close();
    done(error);
  }
}
