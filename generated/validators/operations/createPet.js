// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 41afe126b30cd3f54c324b23e2ce41fc56d19304d5102a0dd011178e0d7f000d

import { validate10 } from "../components/schemas/NewPet.js";
import { validate2, validate3, validate4, validate5, validate8, validate9 } from "../components/headers.js";
import { validate12 } from "../components/schemas/Pet.js";
import { validate7 } from "../components/schemas/Error.js";
export const parameters = {
  "path": {},
  "query": {},
  "header": {},
  "cookie": {}
};
export const requestBody = {
  "application/json": validate10
};
export const responses = {
  "201": {
    "headers": {
      "X-RateLimit-Limit": validate2,
      "X-RateLimit-Remaining": validate3,
      "X-RateLimit-Reset": validate4,
      "X-Request-Id": validate5
    },
    "content": {
      "application/json": validate12
    }
  },
  "400": {
    "headers": {
      "X-RateLimit-Limit": validate2,
      "X-RateLimit-Remaining": validate3,
      "X-RateLimit-Reset": validate4,
      "X-Request-Id": validate5
    },
    "content": {
      "application/json": validate7
    }
  },
  "401": {
    "headers": {
      "X-RateLimit-Limit": validate2,
      "X-RateLimit-Remaining": validate3,
      "X-RateLimit-Reset": validate4,
      "X-Request-Id": validate5,
      "WWW-Authenticate": validate8
    },
    "content": {
      "application/json": validate7
    }
  },
  "413": {
    "headers": {
      "X-RateLimit-Limit": validate2,
      "X-RateLimit-Remaining": validate3,
      "X-RateLimit-Reset": validate4,
      "X-Request-Id": validate5
    },
    "content": {
      "application/json": validate7
    }
  },
  "415": {
    "headers": {
      "X-RateLimit-Limit": validate2,
      "X-RateLimit-Remaining": validate3,
      "X-RateLimit-Reset": validate4,
      "X-Request-Id": validate5
    },
    "content": {
      "application/json": validate7
    }
  },
  "429": {
    "headers": {
      "X-RateLimit-Limit": validate2,
      "X-RateLimit-Remaining": validate3,
      "X-RateLimit-Reset": validate4,
      "X-Request-Id": validate5,
      "Retry-After": validate9
    },
    "content": {
      "application/json": validate7
    }
  },
  "500": {
    "headers": {
      "X-RateLimit-Limit": validate2,
      "X-RateLimit-Remaining": validate3,
      "X-RateLimit-Reset": validate4,
      "X-Request-Id": validate5
    },
    "content": {
      "application/json": validate7
    }
  },
  "503": {
    "headers": {
      "X-RateLimit-Limit": validate2,
      "X-RateLimit-Remaining": validate3,
      "X-RateLimit-Reset": validate4,
      "X-Request-Id": validate5,
      "Retry-After": validate9
    },
    "content": {
      "application/json": validate7
    }
  }
};
