// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 2b2c7d713fd5211dfea4d00afa80127f01d4551a9e152f16b35a8fda50d06920

import { validate12 } from "./Pet.js";
const wrapper0 = { validate: validate12 };

function validate6(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
if(!(wrapper0.validate(data0, {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
else {
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
if(valid0){
}
}
else {
validate6.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
if(errors === 0){
}
}
validate6.errors = vErrors;
return errors === 0;
}

validate6.pointer = "/components/schemas/Pets";
export { validate6 };
