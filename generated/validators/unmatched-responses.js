// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 275713c5ddcb8d29a12ce893a5a14803f944c985830d1b9cd25d33fb0c8372d4

import { validate2, validate3, validate4, validate5, validate8, validate18, validate9 } from "./components/headers.js";
import { validate7 } from "./components/schemas/Error.js";
export const responses = {
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
  "404": {
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
  "405": {
    "headers": {
      "X-RateLimit-Limit": validate2,
      "X-RateLimit-Remaining": validate3,
      "X-RateLimit-Reset": validate4,
      "X-Request-Id": validate5,
      "Allow": validate18
    },
    "content": {
      "application/json": validate7
    }
  },
  "408": {
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
  "431": {
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
