// The package runs on Node.js 20.
import '../cli/node-20.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { explainFiles } from './type-explanation.ts';

// The program of a thread that explains type errors: the compiler takes seconds, in which nothing else would be done.
// `workerData` is the arguments of `explainFiles`, which `explainTypes` beside it gives.
parentPort?.postMessage(explainFiles(...(workerData as Parameters<typeof explainFiles>)));
