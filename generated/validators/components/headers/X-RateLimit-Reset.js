// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 d6735eb3b2173607e8d99e065e73433500870726c20e64f1b30d137cdba60d9d

import { formats } from "../../runtime.js";
const formats0 = formats.int64;

function validate4(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
validate4.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
const _errs0 = errors;
if(errors === 0){
if(typeof data == "number"){
if(data < 0 || isNaN(data)){
validate4.errors = [{instancePath,schemaPath:"#/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
else {
if(!(formats0.validate(data))){
validate4.errors = [{instancePath,schemaPath:"#/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
else {
}
}
}
if(errors === 0){
if(typeof data === "string"){
}
if(errors === 0){
}
}
}
validate4.errors = vErrors;
return errors === 0;
}

validate4.pointer = "/components/headers/X-RateLimit-Reset/schema";
export { validate4 };
