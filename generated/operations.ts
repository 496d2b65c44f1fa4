// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 e48070b8022b7683dd7ef8573e105648e2dd1920065f0b694acbab1654b11ff8

/** One operation of the contract, as code needs it. Pointers lead into the bundled document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly deprecation: Deprecation | null;
  /** Alternatives; none at all: the operation is open to everyone. */
  readonly security: readonly SecurityRequirement[];
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | null;
  /** By status: `404`, `4XX` or `default`. */
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

/** What a deprecated operation announces (days as YYYY-MM-DD); a document of others may say none of it. */
export interface Deprecation {
  readonly since: string | null;
  readonly sunset: string | null;
  readonly replacement: { readonly operationId: string; readonly parameter: string | null } | null;
}

/** From security scheme to scopes, all of which are needed. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly pointer: string;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** JSON types that the schema allows; empty when it allows any. */
  readonly types: readonly string[];
  /** JSON types of the items when the parameter is an array. */
  readonly itemTypes: readonly string[];
  /** Set when the value is one serialised document (`content`) instead of a styled value. */
  readonly mediaType: string | null;
  readonly default?: unknown;
}

export interface RequestBody {
  readonly pointer: string;
  readonly required: boolean;
  readonly mediaTypes: readonly string[];
  /** Of multipart/form-data, the properties that are files. */
  readonly files?: Readonly<Record<string, FormFile>>;
}

export interface FormFile {
  readonly mediaType: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface DocumentedResponse {
  readonly pointer: string;
  readonly headers: readonly { readonly name: string; readonly pointer: string; readonly required: boolean }[];
  readonly mediaTypes: readonly string[];
}

export const service = {
  "title": "Animal Adoption Store",
  "version": "1.0.0",
  "basePath": "/v1",
  "securitySchemes": {
    "apiKey": {
      "type": "http",
      "scheme": "bearer"
    }
  },
  "rateLimitPlans": {
    "free": {
      "requestsPerMinute": 60,
      "requestsPerDay": 1000
    },
    "pro": {
      "requestsPerMinute": 300,
      "requestsPerDay": 10000
    },
    "business": {
      "requestsPerMinute": 1000,
      "requestsPerDay": 100000
    },
    "enterprise": {
      "requestsPerMinute": "custom",
      "requestsPerDay": "custom"
    }
  },
  "unmatchedResponses": {
    "400": {
      "pointer": "/x-unmatched-responses/400",
      "headers": [
        {
          "name": "X-RateLimit-Limit",
          "pointer": "/x-unmatched-responses/400/headers/X-RateLimit-Limit",
          "required": true
        },
        {
          "name": "X-RateLimit-Remaining",
          "pointer": "/x-unmatched-responses/400/headers/X-RateLimit-Remaining",
          "required": true
        },
        {
          "name": "X-RateLimit-Reset",
          "pointer": "/x-unmatched-responses/400/headers/X-RateLimit-Reset",
          "required": true
        },
        {
          "name": "X-Request-Id",
          "pointer": "/x-unmatched-responses/400/headers/X-Request-Id",
          "required": false
        }
      ],
      "mediaTypes": [
        "application/json"
      ]
    },
    "401": {
      "pointer": "/x-unmatched-responses/401",
      "headers": [
        {
          "name": "X-RateLimit-Limit",
          "pointer": "/x-unmatched-responses/401/headers/X-RateLimit-Limit",
          "required": true
        },
        {
          "name": "X-RateLimit-Remaining",
          "pointer": "/x-unmatched-responses/401/headers/X-RateLimit-Remaining",
          "required": true
        },
        {
          "name": "X-RateLimit-Reset",
          "pointer": "/x-unmatched-responses/401/headers/X-RateLimit-Reset",
          "required": true
        },
        {
          "name": "X-Request-Id",
          "pointer": "/x-unmatched-responses/401/headers/X-Request-Id",
          "required": false
        },
        {
          "name": "WWW-Authenticate",
          "pointer": "/x-unmatched-responses/401/headers/WWW-Authenticate",
          "required": true
        }
      ],
      "mediaTypes": [
        "application/json"
      ]
    },
    "404": {
      "pointer": "/x-unmatched-responses/404",
      "headers": [
        {
          "name": "X-RateLimit-Limit",
          "pointer": "/x-unmatched-responses/404/headers/X-RateLimit-Limit",
          "required": true
        },
        {
          "name": "X-RateLimit-Remaining",
          "pointer": "/x-unmatched-responses/404/headers/X-RateLimit-Remaining",
          "required": true
        },
        {
          "name": "X-RateLimit-Reset",
          "pointer": "/x-unmatched-responses/404/headers/X-RateLimit-Reset",
          "required": true
        },
        {
          "name": "X-Request-Id",
          "pointer": "/x-unmatched-responses/404/headers/X-Request-Id",
          "required": false
        }
      ],
      "mediaTypes": [
        "application/json"
      ]
    },
    "405": {
      "pointer": "/x-unmatched-responses/405",
      "headers": [
        {
          "name": "X-RateLimit-Limit",
          "pointer": "/x-unmatched-responses/405/headers/X-RateLimit-Limit",
          "required": true
        },
        {
          "name": "X-RateLimit-Remaining",
          "pointer": "/x-unmatched-responses/405/headers/X-RateLimit-Remaining",
          "required": true
        },
        {
          "name": "X-RateLimit-Reset",
          "pointer": "/x-unmatched-responses/405/headers/X-RateLimit-Reset",
          "required": true
        },
        {
          "name": "X-Request-Id",
          "pointer": "/x-unmatched-responses/405/headers/X-Request-Id",
          "required": false
        },
        {
          "name": "Allow",
          "pointer": "/x-unmatched-responses/405/headers/Allow",
          "required": true
        }
      ],
      "mediaTypes": [
        "application/json"
      ]
    },
    "408": {
      "pointer": "/x-unmatched-responses/408",
      "headers": [
        {
          "name": "X-RateLimit-Limit",
          "pointer": "/x-unmatched-responses/408/headers/X-RateLimit-Limit",
          "required": true
        },
        {
          "name": "X-RateLimit-Remaining",
          "pointer": "/x-unmatched-responses/408/headers/X-RateLimit-Remaining",
          "required": true
        },
        {
          "name": "X-RateLimit-Reset",
          "pointer": "/x-unmatched-responses/408/headers/X-RateLimit-Reset",
          "required": true
        },
        {
          "name": "X-Request-Id",
          "pointer": "/x-unmatched-responses/408/headers/X-Request-Id",
          "required": false
        }
      ],
      "mediaTypes": [
        "application/json"
      ]
    },
    "429": {
      "pointer": "/x-unmatched-responses/429",
      "headers": [
        {
          "name": "X-RateLimit-Limit",
          "pointer": "/x-unmatched-responses/429/headers/X-RateLimit-Limit",
          "required": true
        },
        {
          "name": "X-RateLimit-Remaining",
          "pointer": "/x-unmatched-responses/429/headers/X-RateLimit-Remaining",
          "required": true
        },
        {
          "name": "X-RateLimit-Reset",
          "pointer": "/x-unmatched-responses/429/headers/X-RateLimit-Reset",
          "required": true
        },
        {
          "name": "X-Request-Id",
          "pointer": "/x-unmatched-responses/429/headers/X-Request-Id",
          "required": false
        },
        {
          "name": "Retry-After",
          "pointer": "/x-unmatched-responses/429/headers/Retry-After",
          "required": true
        }
      ],
      "mediaTypes": [
        "application/json"
      ]
    },
    "431": {
      "pointer": "/x-unmatched-responses/431",
      "headers": [
        {
          "name": "X-RateLimit-Limit",
          "pointer": "/x-unmatched-responses/431/headers/X-RateLimit-Limit",
          "required": true
        },
        {
          "name": "X-RateLimit-Remaining",
          "pointer": "/x-unmatched-responses/431/headers/X-RateLimit-Remaining",
          "required": true
        },
        {
          "name": "X-RateLimit-Reset",
          "pointer": "/x-unmatched-responses/431/headers/X-RateLimit-Reset",
          "required": true
        },
        {
          "name": "X-Request-Id",
          "pointer": "/x-unmatched-responses/431/headers/X-Request-Id",
          "required": false
        }
      ],
      "mediaTypes": [
        "application/json"
      ]
    },
    "500": {
      "pointer": "/x-unmatched-responses/500",
      "headers": [
        {
          "name": "X-RateLimit-Limit",
          "pointer": "/x-unmatched-responses/500/headers/X-RateLimit-Limit",
          "required": true
        },
        {
          "name": "X-RateLimit-Remaining",
          "pointer": "/x-unmatched-responses/500/headers/X-RateLimit-Remaining",
          "required": true
        },
        {
          "name": "X-RateLimit-Reset",
          "pointer": "/x-unmatched-responses/500/headers/X-RateLimit-Reset",
          "required": true
        },
        {
          "name": "X-Request-Id",
          "pointer": "/x-unmatched-responses/500/headers/X-Request-Id",
          "required": false
        }
      ],
      "mediaTypes": [
        "application/json"
      ]
    },
    "503": {
      "pointer": "/x-unmatched-responses/503",
      "headers": [
        {
          "name": "X-RateLimit-Limit",
          "pointer": "/x-unmatched-responses/503/headers/X-RateLimit-Limit",
          "required": true
        },
        {
          "name": "X-RateLimit-Remaining",
          "pointer": "/x-unmatched-responses/503/headers/X-RateLimit-Remaining",
          "required": true
        },
        {
          "name": "X-RateLimit-Reset",
          "pointer": "/x-unmatched-responses/503/headers/X-RateLimit-Reset",
          "required": true
        },
        {
          "name": "X-Request-Id",
          "pointer": "/x-unmatched-responses/503/headers/X-Request-Id",
          "required": false
        },
        {
          "name": "Retry-After",
          "pointer": "/x-unmatched-responses/503/headers/Retry-After",
          "required": true
        }
      ],
      "mediaTypes": [
        "application/json"
      ]
    }
  }
} as const;

/** Every operation by its operationId, in the order of the description. */
export const operations = {
  "listPets": {
    "id": "listPets",
    "method": "GET",
    "path": "/pets",
    "pointer": "/paths/~1pets/get",
    "deprecation": null,
    "security": [
      {
        "apiKey": []
      }
    ],
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "pointer": "/paths/~1pets/get/parameters/0",
        "required": false,
        "style": "form",
        "explode": true,
        "types": [
          "integer"
        ],
        "itemTypes": [],
        "mediaType": null,
        "default": 20
      },
      {
        "name": "status",
        "in": "query",
        "pointer": "/paths/~1pets/get/parameters/1",
        "required": false,
        "style": "form",
        "explode": true,
        "types": [
          "string"
        ],
        "itemTypes": [],
        "mediaType": null
      }
    ],
    "requestBody": null,
    "responses": {
      "200": {
        "pointer": "/paths/~1pets/get/responses/200",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/get/responses/200/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/get/responses/200/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/get/responses/200/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/get/responses/200/headers/X-Request-Id",
            "required": false
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "400": {
        "pointer": "/paths/~1pets/get/responses/400",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/get/responses/400/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/get/responses/400/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/get/responses/400/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/get/responses/400/headers/X-Request-Id",
            "required": false
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "401": {
        "pointer": "/paths/~1pets/get/responses/401",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/get/responses/401/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/get/responses/401/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/get/responses/401/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/get/responses/401/headers/X-Request-Id",
            "required": false
          },
          {
            "name": "WWW-Authenticate",
            "pointer": "/paths/~1pets/get/responses/401/headers/WWW-Authenticate",
            "required": true
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "429": {
        "pointer": "/paths/~1pets/get/responses/429",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/get/responses/429/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/get/responses/429/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/get/responses/429/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/get/responses/429/headers/X-Request-Id",
            "required": false
          },
          {
            "name": "Retry-After",
            "pointer": "/paths/~1pets/get/responses/429/headers/Retry-After",
            "required": true
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "500": {
        "pointer": "/paths/~1pets/get/responses/500",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/get/responses/500/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/get/responses/500/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/get/responses/500/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/get/responses/500/headers/X-Request-Id",
            "required": false
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "503": {
        "pointer": "/paths/~1pets/get/responses/503",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/get/responses/503/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/get/responses/503/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/get/responses/503/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/get/responses/503/headers/X-Request-Id",
            "required": false
          },
          {
            "name": "Retry-After",
            "pointer": "/paths/~1pets/get/responses/503/headers/Retry-After",
            "required": true
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      }
    }
  },
  "createPet": {
    "id": "createPet",
    "method": "POST",
    "path": "/pets",
    "pointer": "/paths/~1pets/post",
    "deprecation": null,
    "security": [
      {
        "apiKey": []
      }
    ],
    "parameters": [],
    "requestBody": {
      "pointer": "/paths/~1pets/post/requestBody",
      "required": true,
      "mediaTypes": [
        "application/json"
      ]
    },
    "responses": {
      "201": {
        "pointer": "/paths/~1pets/post/responses/201",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/post/responses/201/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/post/responses/201/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/post/responses/201/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/post/responses/201/headers/X-Request-Id",
            "required": false
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "400": {
        "pointer": "/paths/~1pets/post/responses/400",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/post/responses/400/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/post/responses/400/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/post/responses/400/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/post/responses/400/headers/X-Request-Id",
            "required": false
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "401": {
        "pointer": "/paths/~1pets/post/responses/401",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/post/responses/401/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/post/responses/401/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/post/responses/401/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/post/responses/401/headers/X-Request-Id",
            "required": false
          },
          {
            "name": "WWW-Authenticate",
            "pointer": "/paths/~1pets/post/responses/401/headers/WWW-Authenticate",
            "required": true
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "413": {
        "pointer": "/paths/~1pets/post/responses/413",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/post/responses/413/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/post/responses/413/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/post/responses/413/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/post/responses/413/headers/X-Request-Id",
            "required": false
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "415": {
        "pointer": "/paths/~1pets/post/responses/415",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/post/responses/415/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/post/responses/415/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/post/responses/415/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/post/responses/415/headers/X-Request-Id",
            "required": false
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "429": {
        "pointer": "/paths/~1pets/post/responses/429",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/post/responses/429/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/post/responses/429/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/post/responses/429/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/post/responses/429/headers/X-Request-Id",
            "required": false
          },
          {
            "name": "Retry-After",
            "pointer": "/paths/~1pets/post/responses/429/headers/Retry-After",
            "required": true
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "500": {
        "pointer": "/paths/~1pets/post/responses/500",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/post/responses/500/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/post/responses/500/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/post/responses/500/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/post/responses/500/headers/X-Request-Id",
            "required": false
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "503": {
        "pointer": "/paths/~1pets/post/responses/503",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets/post/responses/503/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets/post/responses/503/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets/post/responses/503/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets/post/responses/503/headers/X-Request-Id",
            "required": false
          },
          {
            "name": "Retry-After",
            "pointer": "/paths/~1pets/post/responses/503/headers/Retry-After",
            "required": true
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      }
    }
  },
  "getPet": {
    "id": "getPet",
    "method": "GET",
    "path": "/pets/{petId}",
    "pointer": "/paths/~1pets~1{petId}/get",
    "deprecation": {
      "since": "2026-11-20",
      "sunset": "2030-12-05",
      "replacement": {
        "operationId": "listPets",
        "parameter": "status"
      }
    },
    "security": [
      {
        "apiKey": []
      }
    ],
    "parameters": [
      {
        "name": "petId",
        "in": "path",
        "pointer": "/paths/~1pets~1{petId}/get/parameters/0",
        "required": true,
        "style": "simple",
        "explode": false,
        "types": [
          "integer"
        ],
        "itemTypes": [],
        "mediaType": null
      }
    ],
    "requestBody": null,
    "responses": {
      "200": {
        "pointer": "/paths/~1pets~1{petId}/get/responses/200",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets~1{petId}/get/responses/200/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets~1{petId}/get/responses/200/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets~1{petId}/get/responses/200/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets~1{petId}/get/responses/200/headers/X-Request-Id",
            "required": false
          },
          {
            "name": "Deprecation",
            "pointer": "/paths/~1pets~1{petId}/get/responses/200/headers/Deprecation",
            "required": true
          },
          {
            "name": "Sunset",
            "pointer": "/paths/~1pets~1{petId}/get/responses/200/headers/Sunset",
            "required": true
          },
          {
            "name": "Link",
            "pointer": "/paths/~1pets~1{petId}/get/responses/200/headers/Link",
            "required": true
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "401": {
        "pointer": "/paths/~1pets~1{petId}/get/responses/401",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets~1{petId}/get/responses/401/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets~1{petId}/get/responses/401/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets~1{petId}/get/responses/401/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets~1{petId}/get/responses/401/headers/X-Request-Id",
            "required": false
          },
          {
            "name": "WWW-Authenticate",
            "pointer": "/paths/~1pets~1{petId}/get/responses/401/headers/WWW-Authenticate",
            "required": true
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "404": {
        "pointer": "/paths/~1pets~1{petId}/get/responses/404",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets~1{petId}/get/responses/404/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets~1{petId}/get/responses/404/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets~1{petId}/get/responses/404/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets~1{petId}/get/responses/404/headers/X-Request-Id",
            "required": false
          },
          {
            "name": "Deprecation",
            "pointer": "/paths/~1pets~1{petId}/get/responses/404/headers/Deprecation",
            "required": true
          },
          {
            "name": "Sunset",
            "pointer": "/paths/~1pets~1{petId}/get/responses/404/headers/Sunset",
            "required": true
          },
          {
            "name": "Link",
            "pointer": "/paths/~1pets~1{petId}/get/responses/404/headers/Link",
            "required": true
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "429": {
        "pointer": "/paths/~1pets~1{petId}/get/responses/429",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets~1{petId}/get/responses/429/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets~1{petId}/get/responses/429/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets~1{petId}/get/responses/429/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets~1{petId}/get/responses/429/headers/X-Request-Id",
            "required": false
          },
          {
            "name": "Retry-After",
            "pointer": "/paths/~1pets~1{petId}/get/responses/429/headers/Retry-After",
            "required": true
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "500": {
        "pointer": "/paths/~1pets~1{petId}/get/responses/500",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets~1{petId}/get/responses/500/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets~1{petId}/get/responses/500/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets~1{petId}/get/responses/500/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets~1{petId}/get/responses/500/headers/X-Request-Id",
            "required": false
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      },
      "503": {
        "pointer": "/paths/~1pets~1{petId}/get/responses/503",
        "headers": [
          {
            "name": "X-RateLimit-Limit",
            "pointer": "/paths/~1pets~1{petId}/get/responses/503/headers/X-RateLimit-Limit",
            "required": true
          },
          {
            "name": "X-RateLimit-Remaining",
            "pointer": "/paths/~1pets~1{petId}/get/responses/503/headers/X-RateLimit-Remaining",
            "required": true
          },
          {
            "name": "X-RateLimit-Reset",
            "pointer": "/paths/~1pets~1{petId}/get/responses/503/headers/X-RateLimit-Reset",
            "required": true
          },
          {
            "name": "X-Request-Id",
            "pointer": "/paths/~1pets~1{petId}/get/responses/503/headers/X-Request-Id",
            "required": false
          },
          {
            "name": "Retry-After",
            "pointer": "/paths/~1pets~1{petId}/get/responses/503/headers/Retry-After",
            "required": true
          }
        ],
        "mediaTypes": [
          "application/json"
        ]
      }
    }
  }
} as const satisfies Record<string, Operation>;
