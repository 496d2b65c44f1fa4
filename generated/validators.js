// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 98a30dde31aece978574717f03c86b63d88ed7c833dd5790b52c6843a592d4fa

export const operations = {
  ["listPets"]: () => import("./validators/operations/listPets.js"),
  ["createPet"]: () => import("./validators/operations/createPet.js"),
  ["getPet"]: () => import("./validators/operations/getPet.js"),
};

export const unmatchedResponses = () => import("./validators/unmatched-responses.js");

export const lines = () => import("./validators/lines.js");
