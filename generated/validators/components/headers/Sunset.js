// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 7943daa1dee799586a72351881c4d9e17f25ec41050c7bce655402dbbef0659f


function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
validate16.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
const _errs0 = errors;
if(errors === 0){
}
validate16.errors = vErrors;
return errors === 0;
}

validate16.pointer = "/components/headers/Sunset/schema";
export { validate16 };
