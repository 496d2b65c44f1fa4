// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 2284f19db17668c38caea355256e008dc98034a2f415f403cd98e8e835b463b2

const schema1 = {"type":"string","enum":["available","pending","sold"]};

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
validate1.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
const _errs0 = errors;
const vSchema0 = schema1.enum;
if(!(((data === "available") || (data === "pending")) || (data === "sold"))){
validate1.errors = [{instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema1.enum},message:"must be equal to one of the allowed values"}];
return false;
}
else {
}
if(errors === 0){
}
validate1.errors = vErrors;
return errors === 0;
}

export { validate1 };
