// Asks at a terminal. Secrets are not shown while they are typed.

import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Refusal } from '../backup/refusal.ts';

export type TerminalInput = NodeJS.ReadableStream & { isTTY?: boolean };
export type TerminalOutput = NodeJS.WritableStream & { isTTY?: boolean };

export class Terminal {
  readonly #reader: Interface;
  readonly #output: TerminalOutput;
  readonly #ended = new AbortController();
  #isHidden = false;

  constructor(input: TerminalInput, output: TerminalOutput) {
    this.#output = output;
    const shown = new Writable({
      write: (chunk, _encoding, done) => {
        if (!this.#isHidden) output.write(chunk);
        done();
      },
    });
    const terminal = output.isTTY === true;
    // a history would show hidden answers again
    this.#reader = createInterface({ input, output: shown, terminal, historySize: 0 });
    this.#reader.once('close', () => this.#ended.abort());
  }

  say(text: string): void {
    this.#output.write(`${text}\n`);
  }

  /** Returns the answer without surrounding spaces. @throws {Refusal} if the user ends the questions. */
  async ask(question: string): Promise<string> {
    try {
      return (await this.#reader.question(question, { signal: this.#ended.signal })).trim();
    } catch (cause) {
      if (!this.#ended.signal.aborted) throw cause;
      throw new Refusal('Set-up was ended before the last answer. Nothing was changed.', { cause });
    }
  }

  async askHidden(question: string): Promise<string> {
    this.#output.write(question);
    this.#isHidden = true;
    try {
      return await this.ask('');
    } finally {
      this.#isHidden = false;
      this.#output.write('\n');
    }
  }

  close(): void {
    this.#reader.close();
  }
}
