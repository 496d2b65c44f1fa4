// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 5fdd6bd196b93b680ff2841bd7824ca9587f2ad9231b0eaf220f91bc5e87444e

export default `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src *; img-src data:; style-src 'unsafe-inline'; script-src 'self' 'sha256-HoByUenzJQyNNex83QRffNPJtkhSrGdSxzdCUX0vGBk='; base-uri 'none'; form-action 'none'">
<title>Animal Adoption Store 1.0.0</title>
<style>
/* The variables of the viewer; without these its colours have too little contrast, and no dark variant. */
openapi-explorer {
  --font-regular: system-ui, sans-serif;
  --font-size-regular: 16px;
  --font-size-small: 15px;
  --font-size-mono: 14px;
  --bg: #ffffff;
  --bg2: #f6f7f9;
  --bg3: #eceef2;
  --light-bg: #dfe3e8;
  --input-bg: #ffffff;
  --hover-color: #f6f7f9;
  --fg: #1c2530;
  --fg2: #333d49;
  --fg3: #47515d;
  --light-fg: #545e6a;
  --placeholder-color: #5c6672;
  --border-color: #8a94a0;
  --light-border-color: #d5dae0;
  --primary-color: #1d4f7c;
  --primary-btn-text-color: #ffffff;
  --secondary-color: #1d4f7c;
  --header-bg: #1d4f7c;
  --header-fg: #ffffff;
  --nav-bg-color: #f6f7f9;
  --nav-text-color: #333d49;
  --nav-hover-bg-color: #e3e8ee;
  --nav-hover-text-color: #12395c;
  --nav-hover-scrollbar-color: #b9c1ca;
  --inline-code-fg: #8f1f3f;
  --code-fg: #333d49;
  --code-property-color: #8f1f3f;
  --code-keyword-color: #1d4f7c;
  --code-operator-color: #7a4a12;
  --purple: #5b35a0;
  --red: #a81c2b;
  --orange: #8f4a00;
  --yellow: #7a5b00;
  --green: #1b6b32;
  --blue: #17619b;
  --gray: #465865;
  /* The viewer derives these from the ones above, and takes a light page for granted. */
  --light-purple: var(--bg3);
  --light-red: var(--bg3);
  --light-orange: var(--bg3);
  --light-yellow: var(--bg3);
  --light-green: var(--bg3);
  --light-blue: var(--bg3);
  --light-gray: var(--bg3);
}

@media (prefers-color-scheme: dark) {
  openapi-explorer {
    --bg: #14181d;
    --bg2: #1b2026;
    --bg3: #252b33;
    --light-bg: #2f3741;
    --input-bg: #1b2026;
    --hover-color: #1b2026;
    --fg: #e4e8ed;
    --fg2: #cfd6de;
    --fg3: #bcc5cf;
    --light-fg: #a9b3be;
    --placeholder-color: #97a2ae;
    --border-color: #76818d;
    --light-border-color: #353e48;
    --primary-color: #8fc1ee;
    --primary-btn-text-color: #0d1b28;
    --secondary-color: #8fc1ee;
    --header-bg: #8fc1ee;
    --header-fg: #0d1b28;
    --nav-bg-color: #1b2026;
    --nav-text-color: #cfd6de;
    --nav-hover-bg-color: #2c343d;
    --nav-hover-text-color: #b9dafa;
    --nav-hover-scrollbar-color: #4a545f;
    --inline-code-fg: #f2a0b5;
    --code-fg: #cfd6de;
    --code-property-color: #f2a0b5;
    --code-keyword-color: #8fc1ee;
    --code-operator-color: #e5b77c;
    --purple: #c3a9f5;
    --red: #f79aa3;
    --orange: #f3b06c;
    --yellow: #e8cc6a;
    --green: #86d69c;
    --blue: #83c2f3;
    --gray: #b3bfc9;
  }
}
</style>
<style id="viewer-style" media="not all">
/* Taken into the viewer's own tree, for what its variables do not say. */
:focus-visible {
  outline: 2px solid var(--primary-color) !important;
  outline-offset: 1px;
}
.m-btn.primary:is(:hover, :focus-visible) {
  color: var(--primary-btn-text-color);
}
/* A deprecated operation is half transparent there: too little contrast. */
.nav-bar-path span[style*="opacity"] {
  filter: none !important;
  text-decoration: line-through;
}
/* Beside texts, as the address of a contact is, colour alone makes no link. */
[part~="anchor-overview"] {
  text-decoration: underline;
}
</style>
</head>
<body>
<openapi-explorer data-server="/v1/"></openapi-explorer>
<noscript>This page needs JavaScript.</noscript>
<script type="application/json" id="contract">
{
  "openapi": "3.1.0",
  "info": {
    "title": "Animal Adoption Store",
    "version": "1.0.0",
    "summary": "Browse and manage the animals that a store offers for adoption.",
    "description": "A client lists the animals of a store, filters them by availability, adds an animal and reads one animal by its identifier. Every call is JSON over HTTP and carries an API key as its bearer token. Every response carries the rate limit in force for the caller.",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    }
  },
  "servers": [
    {
      "url": "{base_url}/v1",
      "description": "Production.",
      "variables": {
        "base_url": {
          "default": "https://adoption.example",
          "description": "Production address without its version segment."
        }
      }
    },
    {
      "url": "{staging_url}/v1",
      "description": "Staging.",
      "variables": {
        "staging_url": {
          "default": "https://staging.adoption.example",
          "description": "Staging address without its version segment."
        }
      }
    }
  ],
  "security": [
    {
      "apiKey": []
    }
  ],
  "tags": [
    {
      "name": "Animals",
      "description": "The animals that are available for adoption in the store."
    }
  ],
  "x-rate-limit-plans": {
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
  "x-unmatched-responses": {
    "400": {
      "$ref": "#/components/responses/MalformedRequest"
    },
    "401": {
      "$ref": "#/components/responses/Unauthorized"
    },
    "404": {
      "$ref": "#/components/responses/UnknownPath"
    },
    "405": {
      "$ref": "#/components/responses/MethodNotAllowed"
    },
    "408": {
      "$ref": "#/components/responses/RequestTimeout"
    },
    "429": {
      "$ref": "#/components/responses/TooManyRequests"
    },
    "431": {
      "$ref": "#/components/responses/HeadersTooLarge"
    },
    "500": {
      "$ref": "#/components/responses/InternalError"
    },
    "503": {
      "$ref": "#/components/responses/ServiceUnavailable"
    }
  },
  "paths": {
    "/pets": {
      "get": {
        "operationId": "listPets",
        "summary": "List animals",
        "description": "Returns the animals of the store, newest first: at most \`limit\` of them, and only those with the given \`status\` when that filter is present.",
        "tags": [
          "Animals"
        ],
        "parameters": [
          {
            "name": "limit",
            "in": "query",
            "description": "Maximum number of animals returned.",
            "required": false,
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "default": 20
            },
            "example": 20
          },
          {
            "name": "status",
            "in": "query",
            "description": "Returns only the animals with this availability.",
            "required": false,
            "schema": {
              "$ref": "#/components/schemas/PetStatus"
            },
            "example": "available"
          }
        ],
        "responses": {
          "200": {
            "description": "The animals that match, newest first; a page of them, bounded by \`limit\`.",
            "headers": {
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/X-RateLimit-Limit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/X-RateLimit-Remaining"
              },
              "X-RateLimit-Reset": {
                "$ref": "#/components/headers/X-RateLimit-Reset"
              },
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pets"
                },
                "examples": {
                  "animals": {
                    "summary": "Two animals, the newer one without a status.",
                    "value": [
                      {
                        "id": 2,
                        "name": "Clementine",
                        "categoryId": 7
                      },
                      {
                        "id": 1,
                        "name": "Bruno",
                        "categoryId": 3,
                        "status": "available"
                      }
                    ]
                  },
                  "none": {
                    "summary": "No animal matches.",
                    "value": []
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/InvalidParameter"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      },
      "post": {
        "operationId": "createPet",
        "summary": "Add an animal",
        "description": "Adds an animal to the store and returns it with the identifier assigned to it. An animal added without a status has none.",
        "tags": [
          "Animals"
        ],
        "requestBody": {
          "description": "The animal to add.",
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewPet"
              },
              "examples": {
                "withStatus": {
                  "summary": "Every field.",
                  "value": {
                    "name": "Bruno",
                    "categoryId": 3,
                    "status": "available"
                  }
                },
                "withoutStatus": {
                  "summary": "The required fields alone.",
                  "value": {
                    "name": "Clementine",
                    "categoryId": 7
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The animal as it was added, with its identifier.",
            "headers": {
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/X-RateLimit-Limit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/X-RateLimit-Remaining"
              },
              "X-RateLimit-Reset": {
                "$ref": "#/components/headers/X-RateLimit-Reset"
              },
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pet"
                },
                "examples": {
                  "withStatus": {
                    "summary": "An animal added with a status.",
                    "value": {
                      "id": 1,
                      "name": "Bruno",
                      "categoryId": 3,
                      "status": "available"
                    }
                  },
                  "withoutStatus": {
                    "summary": "An animal added without one.",
                    "value": {
                      "id": 2,
                      "name": "Clementine",
                      "categoryId": 7
                    }
                  }
                }
              }
            },
            "links": {
              "getCreatedPet": {
                "description": "Reads the animal that was added.",
                "operationId": "getPet",
                "parameters": {
                  "petId": "$response.body#/id"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/InvalidBody"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "413": {
            "$ref": "#/components/responses/BodyTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/pets/{petId}": {
      "get": {
        "operationId": "getPet",
        "summary": "Get an animal",
        "description": "Returns one animal by its identifier. Deprecated, to be removed on 5 December 2030: use \`GET /pets\` with the \`status\` filter instead.",
        "tags": [
          "Animals"
        ],
        "deprecated": true,
        "x-deprecated-since": "2026-11-20",
        "x-sunset": "2030-12-05",
        "x-replacement": {
          "operationId": "listPets",
          "parameter": "status"
        },
        "parameters": [
          {
            "name": "petId",
            "in": "path",
            "description": "Identifier of the animal.",
            "required": true,
            "schema": {
              "type": "integer",
              "format": "int64"
            },
            "example": 1
          }
        ],
        "responses": {
          "200": {
            "description": "The animal with this identifier.",
            "headers": {
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/X-RateLimit-Limit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/X-RateLimit-Remaining"
              },
              "X-RateLimit-Reset": {
                "$ref": "#/components/headers/X-RateLimit-Reset"
              },
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pet"
                },
                "example": {
                  "id": 1,
                  "name": "Bruno",
                  "categoryId": 3,
                  "status": "available"
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "404": {
            "$ref": "#/components/responses/AnimalNotFound"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "apiKey": {
        "type": "http",
        "scheme": "bearer",
        "description": "The API key of the caller: \`Authorization: Bearer <API_KEY>\`."
      }
    },
    "schemas": {
      "Pet": {
        "description": "An animal of the store: the fields of a new animal and its identifier.",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "name",
          "categoryId"
        ],
        "properties": {
          "id": {
            "description": "Unique identifier, assigned on creation and never sent by the client.",
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "examples": [
              1
            ]
          },
          "name": {
            "description": "The animal's name.",
            "type": "string",
            "examples": [
              "Bruno"
            ]
          },
          "categoryId": {
            "description": "Identifier of the category the animal belongs to.",
            "type": "integer",
            "format": "int64",
            "examples": [
              3
            ]
          },
          "status": {
            "$ref": "#/components/schemas/PetStatus"
          }
        }
      },
      "NewPet": {
        "description": "An animal to be added to the store.",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "name",
          "categoryId"
        ],
        "properties": {
          "name": {
            "description": "The animal's name.",
            "type": "string",
            "examples": [
              "Bruno"
            ]
          },
          "categoryId": {
            "description": "Identifier of the category the animal belongs to.",
            "type": "integer",
            "format": "int64",
            "examples": [
              3
            ]
          },
          "status": {
            "$ref": "#/components/schemas/PetStatus"
          }
        }
      },
      "Pets": {
        "description": "A list of animals.",
        "type": "array",
        "items": {
          "$ref": "#/components/schemas/Pet"
        }
      },
      "PetStatus": {
        "description": "Availability of an animal.",
        "type": "string",
        "enum": [
          "available",
          "pending",
          "sold"
        ],
        "examples": [
          "available"
        ]
      },
      "Error": {
        "description": "Why a request was refused.",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "code",
          "message",
          "status"
        ],
        "properties": {
          "code": {
            "description": "Machine-readable error code.",
            "type": "string",
            "examples": [
              "not_found"
            ]
          },
          "message": {
            "description": "Human-readable description.",
            "type": "string",
            "examples": [
              "The requested animal could not be found."
            ]
          },
          "status": {
            "description": "The HTTP status code of the response.",
            "type": "integer",
            "examples": [
              404
            ]
          }
        }
      }
    },
    "headers": {
      "X-RateLimit-Limit": {
        "description": "Requests allowed in the window in force, the one with fewer requests left.",
        "required": true,
        "schema": {
          "type": "integer",
          "minimum": 1
        },
        "example": 60
      },
      "X-RateLimit-Remaining": {
        "description": "Requests left in the window in force.",
        "required": true,
        "schema": {
          "type": "integer",
          "minimum": 0
        },
        "example": 59
      },
      "X-RateLimit-Reset": {
        "description": "Unix timestamp, in seconds, at which the window in force resets.",
        "required": true,
        "x-rate-limit-reset": "unix-timestamp",
        "schema": {
          "type": "integer",
          "format": "int64",
          "minimum": 0
        },
        "example": 1795161600
      },
      "X-Request-Id": {
        "description": "Identifier of the request, for whoever looks for it in a log.",
        "required": false,
        "schema": {
          "type": "string"
        },
        "example": "3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e"
      },
      "Retry-After": {
        "description": "Whole seconds to wait before the request is sent again.",
        "required": true,
        "schema": {
          "type": "integer",
          "minimum": 1
        },
        "example": 30
      },
      "WWW-Authenticate": {
        "description": "The authentication scheme to use, as RFC 6750 has it.",
        "required": true,
        "schema": {
          "type": "string",
          "pattern": "^Bearer( |$)"
        },
        "example": "Bearer realm=\\"Animal Adoption Store\\""
      },
      "Allow": {
        "description": "The methods that the path offers.",
        "required": true,
        "schema": {
          "type": "string"
        },
        "example": "GET, HEAD, POST"
      },
      "Deprecation": {
        "description": "Since when the operation is deprecated, as RFC 9745 writes a date.",
        "required": true,
        "schema": {
          "type": "string",
          "pattern": "^@[0-9]+$"
        },
        "example": "@1795132800"
      },
      "Sunset": {
        "description": "When the operation is removed, as an HTTP date (RFC 8594).",
        "required": true,
        "schema": {
          "type": "string"
        },
        "example": "Thu, 05 Dec 2030 00:00:00 GMT"
      },
      "Link": {
        "description": "The operation to use instead, with the relation \`successor-version\` (RFC 8288, RFC 5829).",
        "required": true,
        "schema": {
          "type": "string"
        },
        "example": "</v1/pets>; rel=\\"successor-version\\""
      }
    },
    "responses": {
      "InvalidParameter": {
        "description": "A query parameter has an invalid value.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "invalid_parameter",
              "message": "The query parameter limit must be <= 100.",
              "status": 400
            }
          }
        }
      },
      "InvalidBody": {
        "description": "The body is missing required fields or contains invalid values.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "invalid_body",
              "message": "The body has no field categoryId.",
              "status": 400
            }
          }
        }
      },
      "Unauthorized": {
        "description": "The API key is missing or invalid.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "WWW-Authenticate": {
            "$ref": "#/components/headers/WWW-Authenticate"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "invalid_api_key",
              "message": "The API key is not valid.",
              "status": 401
            }
          }
        }
      },
      "AnimalNotFound": {
        "description": "No animal has this identifier.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "Deprecation": {
            "$ref": "#/components/headers/Deprecation"
          },
          "Sunset": {
            "$ref": "#/components/headers/Sunset"
          },
          "Link": {
            "$ref": "#/components/headers/Link"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "not_found",
              "message": "The requested animal could not be found.",
              "status": 404
            }
          }
        }
      },
      "BodyTooLarge": {
        "description": "The body is larger than the server accepts.",
        "x-unverifiable": "How large a body may be is for the server to decide.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "body_too_large",
              "message": "The body must not be larger than 65536 bytes.",
              "status": 413
            }
          }
        }
      },
      "UnsupportedMediaType": {
        "description": "The body is not in a media type that the operation accepts.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "unsupported_media_type",
              "message": "The body must be application/json.",
              "status": 415
            }
          }
        }
      },
      "TooManyRequests": {
        "description": "The rate limit is exceeded. The client waits for the time in \`Retry-After\` before it tries again, and backs off exponentially; an API key that goes on regardless may be banned for a time.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "Retry-After": {
            "$ref": "#/components/headers/Retry-After"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "rate_limited",
              "message": "The limit of 60 requests per minute is exceeded; try again in 30 seconds.",
              "status": 429
            }
          }
        }
      },
      "InternalError": {
        "description": "The server failed to answer as it promises.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          }
        },
        "x-unverifiable": "No request makes a server that keeps its contract fail.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "internal_error",
              "message": "The server could not answer this request (3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e).",
              "status": 500
            }
          }
        }
      },
      "ServiceUnavailable": {
        "description": "The server cannot serve the request now, and nothing of it was done. The client waits for the time in \`Retry-After\` before it tries again.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "Retry-After": {
            "$ref": "#/components/headers/Retry-After"
          }
        },
        "x-unverifiable": "No request makes a server that keeps its contract unavailable.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "unavailable",
              "message": "The server cannot store anything now; try again in 1 second.",
              "status": 503
            }
          }
        }
      },
      "MalformedRequest": {
        "description": "The request cannot be read as HTTP.",
        "x-unverifiable": "What is no readable HTTP may be answered by whatever stands before the server.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "malformed_request",
              "message": "The request is not valid HTTP.",
              "status": 400
            }
          }
        }
      },
      "UnknownPath": {
        "description": "The path is not one of this interface.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "not_found",
              "message": "The requested resource could not be found.",
              "status": 404
            }
          }
        }
      },
      "MethodNotAllowed": {
        "description": "The path does not offer this method.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "Allow": {
            "$ref": "#/components/headers/Allow"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "method_not_allowed",
              "message": "This path offers GET, HEAD, POST only.",
              "status": 405
            }
          }
        }
      },
      "RequestTimeout": {
        "description": "The request did not arrive in time.",
        "x-unverifiable": "How long to wait for a request is for the server to decide.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "request_timeout",
              "message": "The request did not arrive in time.",
              "status": 408
            }
          }
        }
      },
      "HeadersTooLarge": {
        "description": "The header fields of the request are too large.",
        "x-unverifiable": "How large a header section may be is for the server to decide.",
        "headers": {
          "X-RateLimit-Limit": {
            "$ref": "#/components/headers/X-RateLimit-Limit"
          },
          "X-RateLimit-Remaining": {
            "$ref": "#/components/headers/X-RateLimit-Remaining"
          },
          "X-RateLimit-Reset": {
            "$ref": "#/components/headers/X-RateLimit-Reset"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "code": "headers_too_large",
              "message": "The header fields of the request are too large.",
              "status": 431
            }
          }
        }
      }
    }
  }
}
</script>
<script src="docs/openapi-explorer.min.js"></script>
<script>// Hands the contract of the page to its viewer. It is written into the page as it is.
(() => {
  const explorer = document.querySelector('openapi-explorer');
  const textOf = (selector) => document.querySelector(selector).textContent;

  const style = new CSSStyleSheet();
  style.replaceSync(textOf('#viewer-style'));
  explorer.shadowRoot.adoptedStyleSheets.push(style);
  new MutationObserver(complete).observe(explorer.shadowRoot, { childList: true, subtree: true });

  const { server } = explorer.dataset;
  if (server !== undefined)
    explorer.setAttribute('server-url', new URL(server, location.href).href.replace(/\\/$/, ''));
  explorer.loadSpec(JSON.parse(textOf('#contract')));

  /** Adds what keys and screen readers need and the viewer leaves out. */
  function complete() {
    const all = (selector) => explorer.shadowRoot.querySelectorAll(selector);
    for (const field of all('[data-var]:not([aria-label])')) field.ariaLabel = field.dataset.var;
    for (const main of all('main:not([tabindex])')) main.tabIndex = 0;
    for (const link of all('.nav-bar-path:not([tabindex])')) {
      link.tabIndex = 0;
      link.role = 'link';
      link.addEventListener('keydown', ({ key }) => key === 'Enter' && link.click());
    }
  }
})();
</script>
</body>
</html>
`;
