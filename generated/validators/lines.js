// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 861df4d249d788ef08f89ace5722130942870f8e65e48928512d19673dcaa137

export const responses = {
  "listPets": "openapi.yaml:100",
  "createPet": "openapi.yaml:167",
  "getPet": "openapi.yaml:241"
};
export const schemas = {
  "/components/headers/Allow/schema": {
    "lines": {
      "schema": "openapi.yaml:407",
      "type": "openapi.yaml:408"
    },
    "properties": {}
  },
  "/components/headers/Deprecation/schema": {
    "lines": {
      "schema": "openapi.yaml:413",
      "pattern": "openapi.yaml:415",
      "type": "openapi.yaml:414"
    },
    "properties": {}
  },
  "/components/headers/Link/schema": {
    "lines": {
      "schema": "openapi.yaml:426",
      "type": "openapi.yaml:427"
    },
    "properties": {}
  },
  "/components/headers/Retry-After/schema": {
    "lines": {
      "schema": "openapi.yaml:393",
      "minimum": "openapi.yaml:395",
      "type": "openapi.yaml:394"
    },
    "properties": {}
  },
  "/components/headers/Sunset/schema": {
    "lines": {
      "schema": "openapi.yaml:420",
      "type": "openapi.yaml:421"
    },
    "properties": {}
  },
  "/components/headers/WWW-Authenticate/schema": {
    "lines": {
      "schema": "openapi.yaml:400",
      "pattern": "openapi.yaml:402",
      "type": "openapi.yaml:401"
    },
    "properties": {}
  },
  "/components/headers/X-RateLimit-Limit/schema": {
    "lines": {
      "schema": "openapi.yaml:364",
      "minimum": "openapi.yaml:366",
      "type": "openapi.yaml:365"
    },
    "properties": {}
  },
  "/components/headers/X-RateLimit-Remaining/schema": {
    "lines": {
      "schema": "openapi.yaml:371",
      "minimum": "openapi.yaml:373",
      "type": "openapi.yaml:372"
    },
    "properties": {}
  },
  "/components/headers/X-RateLimit-Reset/schema": {
    "lines": {
      "schema": "openapi.yaml:379",
      "minimum": "openapi.yaml:382",
      "format": "openapi.yaml:381",
      "type": "openapi.yaml:380"
    },
    "properties": {}
  },
  "/components/headers/X-Request-Id/schema": {
    "lines": {
      "schema": "openapi.yaml:387",
      "type": "openapi.yaml:388"
    },
    "properties": {}
  },
  "/components/schemas/Error": {
    "lines": {
      "schema": "openapi.yaml:341",
      "surplus": "openapi.yaml:344",
      "type": "openapi.yaml:343",
      "code.required": "openapi.yaml:345",
      "message.required": "openapi.yaml:345",
      "status.required": "openapi.yaml:345"
    },
    "properties": {
      "code": "/components/schemas/Error/properties/code",
      "message": "/components/schemas/Error/properties/message",
      "status": "/components/schemas/Error/properties/status"
    }
  },
  "/components/schemas/Error/properties/code": {
    "lines": {
      "schema": "openapi.yaml:347",
      "type": "openapi.yaml:349"
    },
    "properties": {}
  },
  "/components/schemas/Error/properties/message": {
    "lines": {
      "schema": "openapi.yaml:351",
      "type": "openapi.yaml:353"
    },
    "properties": {}
  },
  "/components/schemas/Error/properties/status": {
    "lines": {
      "schema": "openapi.yaml:355",
      "type": "openapi.yaml:357"
    },
    "properties": {}
  },
  "/components/schemas/Pet": {
    "lines": {
      "schema": "openapi.yaml:287",
      "surplus": "openapi.yaml:290",
      "type": "openapi.yaml:289",
      "id.required": "openapi.yaml:291",
      "name.required": "openapi.yaml:291",
      "categoryId.required": "openapi.yaml:291"
    },
    "properties": {
      "id": "/components/schemas/Pet/properties/id",
      "name": "/components/schemas/Pet/properties/name",
      "categoryId": "/components/schemas/Pet/properties/categoryId",
      "status": "/components/schemas/PetStatus"
    }
  },
  "/components/schemas/Pet/properties/categoryId": {
    "lines": {
      "schema": "openapi.yaml:303",
      "format": "openapi.yaml:306",
      "type": "openapi.yaml:305"
    },
    "properties": {}
  },
  "/components/schemas/Pet/properties/id": {
    "lines": {
      "schema": "openapi.yaml:293",
      "minimum": "openapi.yaml:297",
      "format": "openapi.yaml:296",
      "type": "openapi.yaml:295"
    },
    "properties": {}
  },
  "/components/schemas/Pet/properties/name": {
    "lines": {
      "schema": "openapi.yaml:299",
      "type": "openapi.yaml:301"
    },
    "properties": {}
  },
  "/components/schemas/PetStatus": {
    "lines": {
      "schema": "openapi.yaml:335",
      "enum": "openapi.yaml:338",
      "type": "openapi.yaml:337"
    },
    "properties": {}
  },
  "/components/schemas/Pets": {
    "lines": {
      "schema": "openapi.yaml:329",
      "type": "openapi.yaml:331"
    },
    "properties": {},
    "items": "/components/schemas/Pet"
  }
};
