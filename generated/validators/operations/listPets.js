// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 634181e5bdbfb8d426693512e27725a68bac881cdd6963130b4531e3cc0c4a2d

import { validate1 } from "../components/schemas/PetStatus.js";
import { validate2, validate3, validate4, validate5, validate8, validate9 } from "../components/headers.js";
import { validate6 } from "../components/schemas/Pets.js";
import { validate7 } from "../components/schemas/Error.js";

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
