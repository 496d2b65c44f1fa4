import { OutOfTime } from '../../cli/problem.ts';

/** What a piece of work gives. Throws OutOfTime when it takes more than so many seconds, after `stop` has ended it. */
export async function beforeDeadline<Result>(
  work: Promise<Result>,
  seconds: number,
  stop: () => unknown,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new OutOfTime(`no end within ${seconds} seconds`));
    stop();
  }, seconds * 1000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
