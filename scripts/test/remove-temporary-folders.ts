import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Run before each test file: files that share a process share the module that makes the folders too.
afterAll(removeTemporaryFolders);
