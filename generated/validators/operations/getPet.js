// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 c145f259b467be6deb353382a2749d111be099b2577d83f7d15b136562ebfc8e

import { validate2 } from "../components/headers/X-RateLimit-Limit.js";
import { validate3 } from "../components/headers/X-RateLimit-Remaining.js";
import { validate4 } from "../components/headers/X-RateLimit-Reset.js";
import { validate5 } from "../components/headers/X-Request-Id.js";
import { validate15 } from "../components/headers/Deprecation.js";
import { validate16 } from "../components/headers/Sunset.js";
import { validate17 } from "../components/headers/Link.js";
import { validate12 } from "../components/schemas/Pet.js";
import { validate8 } from "../components/headers/WWW-Authenticate.js";
import { validate7 } from "../components/schemas/Error.js";
import { validate9 } from "../components/headers/Retry-After.js";
import { formats } from "../runtime.js";
const formats0 = formats.int64;

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
validate14.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
const _errs0 = errors;
if(errors === 0){
if(typeof data == "number"){
if(!(formats0.validate(data))){
validate14.errors = [{instancePath,schemaPath:"#/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
else {
}
}
if(errors === 0){
if(typeof data === "string"){
}
if(errors === 0){
}
}
}
validate14.errors = vErrors;
return errors === 0;
}

export { validate14 };
export const parameters = {
  "path": {
    "petId": validate14
  },
  "query": {},
  "header": {},
  "cookie": {}
};
export const requestBody = {};
export const responses = {
  "200": {
    "headers": {
      "X-RateLimit-Limit": validate2,
      "X-RateLimit-Remaining": validate3,
      "X-RateLimit-Reset": validate4,
      "X-Request-Id": validate5,
      "Deprecation": validate15,
      "Sunset": validate16,
      "Link": validate17
    },
    "content": {
      "application/json": validate12
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
      "X-Request-Id": validate5,
      "Deprecation": validate15,
      "Sunset": validate16,
      "Link": validate17
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
