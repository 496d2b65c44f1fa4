// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 a1c896368d4ef0ca93deecdb1c297c8d6a8f56d98ddbad9ef2adbdeebe82b9a6

const pattern0 = new RegExp("^Bearer( |$)", "u");

function validate8(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === 0){
if(typeof data === "string"){
if(!pattern0.test(data)){
validate8.errors = [{instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^Bearer( |$)"},message:"must match pattern \""+"^Bearer( |$)"+"\""}];
return false;
}
else {
}
}
else {
validate8.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(errors === 0){
}
}
validate8.errors = vErrors;
return errors === 0;
}

validate8.pointer = "/components/headers/WWW-Authenticate/schema";
export { validate8 };
