// The files of openapi-typescript come without declarations of their own; its entry has them.

declare module 'openapi-typescript/dist/transform/index.js' {
  export { transformSchema as default } from 'openapi-typescript';
}

declare module 'openapi-typescript/dist/lib/utils.js' {
  export { resolveRef, scanDiscriminators } from 'openapi-typescript';
}

declare module 'openapi-typescript/dist/lib/ts.js' {
  export { astToString } from 'openapi-typescript';
}
