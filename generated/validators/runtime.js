// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 47b22233267c26158049f81dcbb0c8ca3739463bf563e751f3c7701ce4b80187

const fullFormats = { int64: {
	type: "number",
	validate: validateInt64
} };
function validateInt64(value) {
	return Number.isInteger(value);
}
const ownFormats = { int64: {
	type: "number",
	async: false,
	validate: (value) => Number.isSafeInteger(value)
} };
({
	...fullFormats,
	...ownFormats
});
const formats = { "int64": ownFormats["int64"] };
export { formats };
