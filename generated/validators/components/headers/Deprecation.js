// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 2d0596e8ac641144519c2d1403a568636516571b02eab6d819c133793a7975b3

const pattern1 = new RegExp("^@[0-9]+$", "u");

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === 0){
if(typeof data === "string"){
if(!pattern1.test(data)){
validate15.errors = [{instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^@[0-9]+$"},message:"must match pattern \""+"^@[0-9]+$"+"\""}];
return false;
}
else {
}
}
else {
validate15.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(errors === 0){
}
}
validate15.errors = vErrors;
return errors === 0;
}

validate15.pointer = "/components/headers/Deprecation/schema";
export { validate15 };
