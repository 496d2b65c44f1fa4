import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import * as rentalsFaults from './rentals-faults.ts';
import * as rentals from './rentals-server.ts';
import type { Control, Fault, Options } from './service.ts';
import * as shapesFaults from './shapes-faults.ts';
import * as shapes from './shapes-server.ts';
import * as tasksFaults from './tasks-faults.ts';
import * as tasks from './tasks-server.ts';

/** A contract that is not the one of this project, with a server that keeps it. */
export interface SampleContract {
  name: string;
  document: string;
  basePath: string;
  key: string;
  limitedKey?: string;
  createServer: (options?: Options) => RequestListener;
  faults: Fault[];
  controls: Control[];
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export const sampleContracts: SampleContract[] = [
  { name: 'tasks', document: file('tasks.yaml'), ...tasks, ...tasksFaults },
  { name: 'shapes', document: file('shapes.yaml'), ...shapes, ...shapesFaults },
  { name: 'rentals', document: file('rentals.yaml'), ...rentals, ...rentalsFaults },
];
