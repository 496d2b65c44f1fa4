/** Which side of a contract is verified. */
export type Side = 'server' | 'client';
