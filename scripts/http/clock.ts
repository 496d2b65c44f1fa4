/** The clock of a run: the real one, or a virtual clock that `wait` advances. Both in milliseconds. */
export interface Clock {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}
