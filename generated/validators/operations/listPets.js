// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 a873dfa26ca09872624d0b3d736bed46ee93ec34c45c286e3e0be780db236963

import { validate1 } from "../components/schemas/PetStatus.js";
import { validate2 } from "../components/headers/X-RateLimit-Limit.js";
import { validate3 } from "../components/headers/X-RateLimit-Remaining.js";
import { validate4 } from "../components/headers/X-RateLimit-Reset.js";
import { validate5 } from "../components/headers/X-Request-Id.js";
import { validate6 } from "../components/schemas/Pets.js";
import { validate7 } from "../components/schemas/Error.js";
import { validate8 } from "../components/headers/WWW-Authenticate.js";
import { validate9 } from "../components/headers/Retry-After.js";

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
const _errs0 = errors;
if(errors === 0){
if(typeof data == "number"){
if(data > 100 || isNaN(data)){
validate0.errors = [{instancePath,schemaPath:"#/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"}];
return false;
}
else {
if(data < 1 || isNaN(data)){
validate0.errors = [{instancePath,schemaPath:"#/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
}
}
}
if(errors === 0){
}
}
validate0.errors = vErrors;
return errors === 0;
}

export { validate0 };
export const parameters = {
  "path": {},
  "query": {
    "limit": validate0,
    "status": validate1
  },
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
      "X-Request-Id": validate5
    },
    "content": {
      "application/json": validate6
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
