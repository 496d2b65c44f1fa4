import { writeReportAtOnce } from './report-file.ts';

// Long enough to write nothing twice for what comes together.
const delay = 100;

/** The report of something that goes on: it is written as that changes, so that who is killed leaves it. */
export class RunningReport {
  readonly #file: string;
  readonly #text: () => string;
  readonly #failure = Promise.withResolvers<never>();
  #isDue = false;

  /** `text` gives what the report is at the moment. */
  constructor(file: string, text: () => string) {
    this.#file = file;
    this.#text = text;
  }

  /** Rejects with CannotRun where a change could not be written. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  /** Writes it now. Throws CannotRun when that cannot be. */
  write(): void {
    writeReportAtOnce(this.#file, this.#text());
  }

  /** After a change that must not get lost. */
  updateNow(): void {
    try {
      this.write();
    } catch (error) {
      this.#failure.reject(error);
    }
  }

  /** After any other change. */
  updateSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      this.updateNow();
    }, delay).unref();
  }
}
