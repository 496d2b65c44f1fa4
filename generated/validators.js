// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 4c55dc56d24640b520b89f07aafbc90a7a6ff42ec266de811bf6318ce4d4f63b

var runtime = (function(exports) {
	Object.defineProperty(exports, Symbol.toStringTag, { value: "Module" });
	var __commonJSMin = (cb, mod) => () => (mod || (cb((mod = { exports: {} }).exports, mod, mod.exports), cb = null), mod.exports);
	const formats = {
		...__commonJSMin(((exports) => {
			Object.defineProperty(exports, "__esModule", { value: true });
			exports.formatNames = exports.fastFormats = exports.fullFormats = void 0;
			function fmtDef(validate, compare) {
				return {
					validate,
					compare
				};
			}
			exports.fullFormats = {
				date: fmtDef(date, compareDate),
				time: fmtDef(getTime(true), compareTime),
				"date-time": fmtDef(getDateTime(true), compareDateTime),
				"iso-time": fmtDef(getTime(), compareIsoTime),
				"iso-date-time": fmtDef(getDateTime(), compareIsoDateTime),
				duration: /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/,
				uri,
				"uri-reference": /^(?:[a-z][a-z0-9+\-.]*:)?(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'"()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i,
				"uri-template": /^(?:(?:[^\x00-\x20"'<>%\\^`{|}]|%[0-9a-f]{2})|\{[+#./;?&=,!@|]?(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?(?:,(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?)*\})*$/i,
				url: /^(?:https?|ftp):\/\/(?:\S+(?::\S*)?@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)(?:\.(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu,
				email: /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
				hostname: /^(?=.{1,253}\.?$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-0-9a-z]{0,61}[0-9a-z])?)*\.?$/i,
				ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/,
				ipv6: /^((([0-9a-f]{1,4}:){7}([0-9a-f]{1,4}|:))|(([0-9a-f]{1,4}:){6}(:[0-9a-f]{1,4}|((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){5}(((:[0-9a-f]{1,4}){1,2})|:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){4}(((:[0-9a-f]{1,4}){1,3})|((:[0-9a-f]{1,4})?:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){3}(((:[0-9a-f]{1,4}){1,4})|((:[0-9a-f]{1,4}){0,2}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){2}(((:[0-9a-f]{1,4}){1,5})|((:[0-9a-f]{1,4}){0,3}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){1}(((:[0-9a-f]{1,4}){1,6})|((:[0-9a-f]{1,4}){0,4}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(:(((:[0-9a-f]{1,4}){1,7})|((:[0-9a-f]{1,4}){0,5}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:)))$/i,
				regex,
				uuid: /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
				"json-pointer": /^(?:\/(?:[^~/]|~0|~1)*)*$/,
				"json-pointer-uri-fragment": /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i,
				"relative-json-pointer": /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/,
				byte,
				int32: {
					type: "number",
					validate: validateInt32
				},
				int64: {
					type: "number",
					validate: validateInt64
				},
				float: {
					type: "number",
					validate: validateNumber
				},
				double: {
					type: "number",
					validate: validateNumber
				},
				password: true,
				binary: true
			};
			exports.fastFormats = {
				...exports.fullFormats,
				date: fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d$/, compareDate),
				time: fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareTime),
				"date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareDateTime),
				"iso-time": fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoTime),
				"iso-date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d[t\s](?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoDateTime),
				uri: /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/)?[^\s]*$/i,
				"uri-reference": /^(?:(?:[a-z][a-z0-9+\-.]*:)?\/?\/)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$/i,
				email: /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
			};
			exports.formatNames = Object.keys(exports.fullFormats);
			function isLeapYear(year) {
				return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
			}
			const DATE = /^(\d\d\d\d)-(\d\d)-(\d\d)$/;
			const DAYS = [
				0,
				31,
				28,
				31,
				30,
				31,
				30,
				31,
				31,
				30,
				31,
				30,
				31
			];
			function date(str) {
				const matches = DATE.exec(str);
				if (!matches) return false;
				const year = +matches[1];
				const month = +matches[2];
				const day = +matches[3];
				return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : DAYS[month]);
			}
			function compareDate(d1, d2) {
				if (!(d1 && d2)) return void 0;
				if (d1 > d2) return 1;
				if (d1 < d2) return -1;
				return 0;
			}
			const TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i;
			function getTime(strictTimeZone) {
				return function time(str) {
					const matches = TIME.exec(str);
					if (!matches) return false;
					const hr = +matches[1];
					const min = +matches[2];
					const sec = +matches[3];
					const tz = matches[4];
					const tzSign = matches[5] === "-" ? -1 : 1;
					const tzH = +(matches[6] || 0);
					const tzM = +(matches[7] || 0);
					if (tzH > 23 || tzM > 59 || strictTimeZone && !tz) return false;
					if (hr <= 23 && min <= 59 && sec < 60) return true;
					const utcMin = min - tzM * tzSign;
					const utcHr = hr - tzH * tzSign - (utcMin < 0 ? 1 : 0);
					return (utcHr === 23 || utcHr === -1) && (utcMin === 59 || utcMin === -1) && sec < 61;
				};
			}
			function compareTime(s1, s2) {
				if (!(s1 && s2)) return void 0;
				const t1 = new Date("2020-01-01T" + s1).valueOf();
				const t2 = new Date("2020-01-01T" + s2).valueOf();
				if (!(t1 && t2)) return void 0;
				return t1 - t2;
			}
			function compareIsoTime(t1, t2) {
				if (!(t1 && t2)) return void 0;
				const a1 = TIME.exec(t1);
				const a2 = TIME.exec(t2);
				if (!(a1 && a2)) return void 0;
				t1 = a1[1] + a1[2] + a1[3];
				t2 = a2[1] + a2[2] + a2[3];
				if (t1 > t2) return 1;
				if (t1 < t2) return -1;
				return 0;
			}
			const DATE_TIME_SEPARATOR = /t|\s/i;
			function getDateTime(strictTimeZone) {
				const time = getTime(strictTimeZone);
				return function date_time(str) {
					const dateTime = str.split(DATE_TIME_SEPARATOR);
					return dateTime.length === 2 && date(dateTime[0]) && time(dateTime[1]);
				};
			}
			function compareDateTime(dt1, dt2) {
				if (!(dt1 && dt2)) return void 0;
				const d1 = new Date(dt1).valueOf();
				const d2 = new Date(dt2).valueOf();
				if (!(d1 && d2)) return void 0;
				return d1 - d2;
			}
			function compareIsoDateTime(dt1, dt2) {
				if (!(dt1 && dt2)) return void 0;
				const [d1, t1] = dt1.split(DATE_TIME_SEPARATOR);
				const [d2, t2] = dt2.split(DATE_TIME_SEPARATOR);
				const res = compareDate(d1, d2);
				if (res === void 0) return void 0;
				return res || compareTime(t1, t2);
			}
			const NOT_URI_FRAGMENT = /\/|:/;
			const URI = /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
			function uri(str) {
				return NOT_URI_FRAGMENT.test(str) && URI.test(str);
			}
			const BYTE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/gm;
			function byte(str) {
				BYTE.lastIndex = 0;
				return BYTE.test(str);
			}
			const MIN_INT32 = -(2 ** 31);
			const MAX_INT32 = 2 ** 31 - 1;
			function validateInt32(value) {
				return Number.isInteger(value) && value <= MAX_INT32 && value >= MIN_INT32;
			}
			function validateInt64(value) {
				return Number.isInteger(value);
			}
			function validateNumber() {
				return true;
			}
			const Z_ANCHOR = /[^\\]\\Z/;
			function regex(str) {
				if (Z_ANCHOR.test(str)) return false;
				try {
					new RegExp(str);
					return true;
				} catch (e) {
					return false;
				}
			}
		}))().fullFormats,
		int64: {
			type: "number",
			async: false,
			validate: (value) => Number.isSafeInteger(value)
		}
	};
	const modules = {};
	exports.formats = formats;
	exports.modules = modules;
	return exports;
})({});
const { formats } = runtime;
const require = (name) => runtime.modules[name];

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


function validate2(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
validate2.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
const _errs0 = errors;
if(errors === 0){
if(typeof data == "number"){
if(data < 1 || isNaN(data)){
validate2.errors = [{instancePath,schemaPath:"#/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
}
}
if(errors === 0){
}
}
validate2.errors = vErrors;
return errors === 0;
}


function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
validate3.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
const _errs0 = errors;
if(errors === 0){
if(typeof data == "number"){
if(data < 0 || isNaN(data)){
validate3.errors = [{instancePath,schemaPath:"#/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
else {
}
}
if(errors === 0){
}
}
validate3.errors = vErrors;
return errors === 0;
}

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


function validate5(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
validate5.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
const _errs0 = errors;
if(errors === 0){
}
validate5.errors = vErrors;
return errors === 0;
}

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

const func0 = Object.prototype.hasOwnProperty;

function validate7(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.code === undefined) || (!(func0.call(data, "code")))) && (missing0 = "code")) || (((data.message === undefined) || (!(func0.call(data, "message")))) && (missing0 = "message"))) || (((data.status === undefined) || (!(func0.call(data, "status")))) && (missing0 = "status"))){
validate7.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 of Object.keys(data)){
if(!(((key0 === "code") || (key0 === "message")) || (key0 === "status"))){
validate7.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.code !== undefined && func0.call(data, "code")){
let data0 = data.code;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate7.errors = [{instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
const _errs3 = errors;
if(errors === _errs2){
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message !== undefined && func0.call(data, "message")){
let data1 = data.message;
const _errs4 = errors;
if(typeof data1 !== "string"){
validate7.errors = [{instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
const _errs5 = errors;
if(errors === _errs4){
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined && func0.call(data, "status")){
let data2 = data.status;
const _errs6 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
validate7.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
const _errs7 = errors;
if(errors === _errs6){
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
}
}
}
}
}
}
else {
validate7.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
if(errors === 0){
}
}
validate7.errors = vErrors;
return errors === 0;
}

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


function validate9(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
validate9.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
const _errs0 = errors;
if(errors === 0){
if(typeof data == "number"){
if(data < 1 || isNaN(data)){
validate9.errors = [{instancePath,schemaPath:"#/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
}
}
if(errors === 0){
}
}
validate9.errors = vErrors;
return errors === 0;
}



function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.name === undefined) || (!(func0.call(data, "name")))) && (missing0 = "name")) || (((data.categoryId === undefined) || (!(func0.call(data, "categoryId")))) && (missing0 = "categoryId"))){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 of Object.keys(data)){
if(!(((key0 === "name") || (key0 === "categoryId")) || (key0 === "status"))){
validate10.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate10.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
const _errs3 = errors;
if(errors === _errs2){
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.categoryId !== undefined && func0.call(data, "categoryId")){
let data1 = data.categoryId;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
validate10.errors = [{instancePath:instancePath+"/categoryId",schemaPath:"#/properties/categoryId/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
const _errs5 = errors;
if(errors === _errs4){
if(typeof data1 == "number"){
if(!(formats0.validate(data1))){
validate10.errors = [{instancePath:instancePath+"/categoryId",schemaPath:"#/properties/categoryId/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
else {
}
}
if(errors === _errs4){
if(typeof data1 === "string"){
}
if(errors === _errs4){
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined && func0.call(data, "status")){
let data2 = data.status;
const _errs6 = errors;
if(!(validate1(data2, {instancePath:instancePath+"/status",parentData:data,parentDataProperty:"status",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
else {
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
}
}
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
if(errors === 0){
}
}
validate10.errors = vErrors;
return errors === 0;
}

const wrapper1 = { validate: validate18 };

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.id === undefined) || (!(func0.call(data, "id")))) && (missing0 = "id")) || (((data.name === undefined) || (!(func0.call(data, "name")))) && (missing0 = "name"))) || (((data.categoryId === undefined) || (!(func0.call(data, "categoryId")))) && (missing0 = "categoryId"))){
validate12.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 of Object.keys(data)){
if(!((((key0 === "id") || (key0 === "name")) || (key0 === "categoryId")) || (key0 === "status"))){
validate12.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined && func0.call(data, "id")){
let data0 = data.id;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
validate12.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
const _errs3 = errors;
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 < 1 || isNaN(data0)){
validate12.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats0.validate(data0))){
validate12.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
else {
}
}
}
if(errors === _errs2){
if(typeof data0 === "string"){
}
if(errors === _errs2){
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined && func0.call(data, "name")){
let data1 = data.name;
const _errs4 = errors;
if(typeof data1 !== "string"){
validate12.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
const _errs5 = errors;
if(errors === _errs4){
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.categoryId !== undefined && func0.call(data, "categoryId")){
let data2 = data.categoryId;
const _errs6 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
validate12.errors = [{instancePath:instancePath+"/categoryId",schemaPath:"#/properties/categoryId/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
const _errs7 = errors;
if(errors === _errs6){
if(typeof data2 == "number"){
if(!(formats0.validate(data2))){
validate12.errors = [{instancePath:instancePath+"/categoryId",schemaPath:"#/properties/categoryId/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
else {
}
}
if(errors === _errs6){
if(typeof data2 === "string"){
}
if(errors === _errs6){
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined && func0.call(data, "status")){
let data3 = data.status;
const _errs8 = errors;
if(!(wrapper1.validate(data3, {instancePath:instancePath+"/status",parentData:data,parentDataProperty:"status",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper1.validate.errors : vErrors.concat(wrapper1.validate.errors);
errors = vErrors.length;
}
else {
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
}
}
}
}
}
}
}
else {
validate12.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
if(errors === 0){
}
}
validate12.errors = vErrors;
return errors === 0;
}


function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
const _errs0 = errors;
if(errors === 0){
if(typeof data == "number"){
if(!(formats0.validate(data))){
validate13.errors = [{instancePath,schemaPath:"#/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
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
validate13.errors = vErrors;
return errors === 0;
}

const pattern1 = new RegExp("^@[0-9]+$", "u");

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === 0){
if(typeof data === "string"){
if(!pattern1.test(data)){
validate14.errors = [{instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^@[0-9]+$"},message:"must match pattern \""+"^@[0-9]+$"+"\""}];
return false;
}
else {
}
}
else {
validate14.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(errors === 0){
}
}
validate14.errors = vErrors;
return errors === 0;
}


function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
validate15.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
const _errs0 = errors;
if(errors === 0){
}
validate15.errors = vErrors;
return errors === 0;
}


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


function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
validate17.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
const _errs0 = errors;
if(errors === 0){
}
validate17.errors = vErrors;
return errors === 0;
}

const schema17 = {"type":"string","enum":["available","pending","sold"]};

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
validate18.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
const _errs0 = errors;
const vSchema0 = schema17.enum;
if(!(((data === "available") || (data === "pending")) || (data === "sold"))){
validate18.errors = [{instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values"}];
return false;
}
else {
}
if(errors === 0){
}
validate18.errors = vErrors;
return errors === 0;
}

const check0 = validate0;
const check1 = validate1;
const check2 = validate2;
const check3 = validate3;
const check4 = validate4;
const check5 = validate5;
const check6 = validate6;
const check7 = validate7;
const check8 = validate8;
const check9 = validate9;
const check10 = validate10;
const check11 = validate12;
const check12 = validate13;
const check13 = validate14;
const check14 = validate15;
const check15 = validate16;
const check16 = validate17;
const operations = {
  "listPets": {
    "parameters": {
      "path": {},
      "query": {
        "limit": check0,
        "status": check1
      },
      "header": {},
      "cookie": {}
    },
    "requestBody": {},
    "responses": {
      "200": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5
        },
        "content": {
          "application/json": check6
        }
      },
      "400": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5
        },
        "content": {
          "application/json": check7
        }
      },
      "401": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5,
          "WWW-Authenticate": check8
        },
        "content": {
          "application/json": check7
        }
      },
      "429": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5,
          "Retry-After": check9
        },
        "content": {
          "application/json": check7
        }
      },
      "500": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5
        },
        "content": {
          "application/json": check7
        }
      },
      "503": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5,
          "Retry-After": check9
        },
        "content": {
          "application/json": check7
        }
      }
    }
  },
  "createPet": {
    "parameters": {
      "path": {},
      "query": {},
      "header": {},
      "cookie": {}
    },
    "requestBody": {
      "application/json": check10
    },
    "responses": {
      "201": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5
        },
        "content": {
          "application/json": check11
        }
      },
      "400": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5
        },
        "content": {
          "application/json": check7
        }
      },
      "401": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5,
          "WWW-Authenticate": check8
        },
        "content": {
          "application/json": check7
        }
      },
      "413": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5
        },
        "content": {
          "application/json": check7
        }
      },
      "415": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5
        },
        "content": {
          "application/json": check7
        }
      },
      "429": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5,
          "Retry-After": check9
        },
        "content": {
          "application/json": check7
        }
      },
      "500": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5
        },
        "content": {
          "application/json": check7
        }
      },
      "503": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5,
          "Retry-After": check9
        },
        "content": {
          "application/json": check7
        }
      }
    }
  },
  "getPet": {
    "parameters": {
      "path": {
        "petId": check12
      },
      "query": {},
      "header": {},
      "cookie": {}
    },
    "requestBody": {},
    "responses": {
      "200": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5,
          "Deprecation": check13,
          "Sunset": check14,
          "Link": check15
        },
        "content": {
          "application/json": check11
        }
      },
      "401": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5,
          "WWW-Authenticate": check8
        },
        "content": {
          "application/json": check7
        }
      },
      "404": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5,
          "Deprecation": check13,
          "Sunset": check14,
          "Link": check15
        },
        "content": {
          "application/json": check7
        }
      },
      "429": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5,
          "Retry-After": check9
        },
        "content": {
          "application/json": check7
        }
      },
      "500": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5
        },
        "content": {
          "application/json": check7
        }
      },
      "503": {
        "headers": {
          "X-RateLimit-Limit": check2,
          "X-RateLimit-Remaining": check3,
          "X-RateLimit-Reset": check4,
          "X-Request-Id": check5,
          "Retry-After": check9
        },
        "content": {
          "application/json": check7
        }
      }
    }
  }
};
const unmatchedResponses = {
  "400": {
    "headers": {
      "X-RateLimit-Limit": check2,
      "X-RateLimit-Remaining": check3,
      "X-RateLimit-Reset": check4,
      "X-Request-Id": check5
    },
    "content": {
      "application/json": check7
    }
  },
  "401": {
    "headers": {
      "X-RateLimit-Limit": check2,
      "X-RateLimit-Remaining": check3,
      "X-RateLimit-Reset": check4,
      "X-Request-Id": check5,
      "WWW-Authenticate": check8
    },
    "content": {
      "application/json": check7
    }
  },
  "404": {
    "headers": {
      "X-RateLimit-Limit": check2,
      "X-RateLimit-Remaining": check3,
      "X-RateLimit-Reset": check4,
      "X-Request-Id": check5
    },
    "content": {
      "application/json": check7
    }
  },
  "405": {
    "headers": {
      "X-RateLimit-Limit": check2,
      "X-RateLimit-Remaining": check3,
      "X-RateLimit-Reset": check4,
      "X-Request-Id": check5,
      "Allow": check16
    },
    "content": {
      "application/json": check7
    }
  },
  "408": {
    "headers": {
      "X-RateLimit-Limit": check2,
      "X-RateLimit-Remaining": check3,
      "X-RateLimit-Reset": check4,
      "X-Request-Id": check5
    },
    "content": {
      "application/json": check7
    }
  },
  "429": {
    "headers": {
      "X-RateLimit-Limit": check2,
      "X-RateLimit-Remaining": check3,
      "X-RateLimit-Reset": check4,
      "X-Request-Id": check5,
      "Retry-After": check9
    },
    "content": {
      "application/json": check7
    }
  },
  "431": {
    "headers": {
      "X-RateLimit-Limit": check2,
      "X-RateLimit-Remaining": check3,
      "X-RateLimit-Reset": check4,
      "X-Request-Id": check5
    },
    "content": {
      "application/json": check7
    }
  },
  "500": {
    "headers": {
      "X-RateLimit-Limit": check2,
      "X-RateLimit-Remaining": check3,
      "X-RateLimit-Reset": check4,
      "X-Request-Id": check5
    },
    "content": {
      "application/json": check7
    }
  },
  "503": {
    "headers": {
      "X-RateLimit-Limit": check2,
      "X-RateLimit-Remaining": check3,
      "X-RateLimit-Reset": check4,
      "X-Request-Id": check5,
      "Retry-After": check9
    },
    "content": {
      "application/json": check7
    }
  }
};
const lines = {
  "responses": {
    "listPets": "openapi.yaml:100",
    "createPet": "openapi.yaml:167",
    "getPet": "openapi.yaml:241"
  },
  "schemas": {
    "/components/headers/Allow/schema": {
      "validator": check16,
      "lines": {
        "schema": "openapi.yaml:407",
        "type": "openapi.yaml:408"
      },
      "properties": {}
    },
    "/components/headers/Deprecation/schema": {
      "validator": check13,
      "lines": {
        "schema": "openapi.yaml:413",
        "pattern": "openapi.yaml:415",
        "type": "openapi.yaml:414"
      },
      "properties": {}
    },
    "/components/headers/Link/schema": {
      "validator": check15,
      "lines": {
        "schema": "openapi.yaml:426",
        "type": "openapi.yaml:427"
      },
      "properties": {}
    },
    "/components/headers/Retry-After/schema": {
      "validator": check9,
      "lines": {
        "schema": "openapi.yaml:393",
        "minimum": "openapi.yaml:395",
        "type": "openapi.yaml:394"
      },
      "properties": {}
    },
    "/components/headers/Sunset/schema": {
      "validator": check14,
      "lines": {
        "schema": "openapi.yaml:420",
        "type": "openapi.yaml:421"
      },
      "properties": {}
    },
    "/components/headers/WWW-Authenticate/schema": {
      "validator": check8,
      "lines": {
        "schema": "openapi.yaml:400",
        "pattern": "openapi.yaml:402",
        "type": "openapi.yaml:401"
      },
      "properties": {}
    },
    "/components/headers/X-RateLimit-Limit/schema": {
      "validator": check2,
      "lines": {
        "schema": "openapi.yaml:364",
        "minimum": "openapi.yaml:366",
        "type": "openapi.yaml:365"
      },
      "properties": {}
    },
    "/components/headers/X-RateLimit-Remaining/schema": {
      "validator": check3,
      "lines": {
        "schema": "openapi.yaml:371",
        "minimum": "openapi.yaml:373",
        "type": "openapi.yaml:372"
      },
      "properties": {}
    },
    "/components/headers/X-RateLimit-Reset/schema": {
      "validator": check4,
      "lines": {
        "schema": "openapi.yaml:379",
        "minimum": "openapi.yaml:382",
        "format": "openapi.yaml:381",
        "type": "openapi.yaml:380"
      },
      "properties": {}
    },
    "/components/headers/X-Request-Id/schema": {
      "validator": check5,
      "lines": {
        "schema": "openapi.yaml:387",
        "type": "openapi.yaml:388"
      },
      "properties": {}
    },
    "/components/schemas/Error": {
      "validator": check7,
      "lines": {
        "schema": "openapi.yaml:341",
        "surplus": "openapi.yaml:344",
        "type": "openapi.yaml:343",
        "code.required": "openapi.yaml:345",
        "message.required": "openapi.yaml:345",
        "status.required": "openapi.yaml:345"
      },
      "properties": {
        "code": "/components/schemas/Error/properties/code",
        "message": "/components/schemas/Error/properties/message",
        "status": "/components/schemas/Error/properties/status"
      }
    },
    "/components/schemas/Error/properties/code": {
      "lines": {
        "schema": "openapi.yaml:347",
        "type": "openapi.yaml:349"
      },
      "properties": {}
    },
    "/components/schemas/Error/properties/message": {
      "lines": {
        "schema": "openapi.yaml:351",
        "type": "openapi.yaml:353"
      },
      "properties": {}
    },
    "/components/schemas/Error/properties/status": {
      "lines": {
        "schema": "openapi.yaml:355",
        "type": "openapi.yaml:357"
      },
      "properties": {}
    },
    "/components/schemas/Pet": {
      "validator": check11,
      "lines": {
        "schema": "openapi.yaml:287",
        "surplus": "openapi.yaml:290",
        "type": "openapi.yaml:289",
        "id.required": "openapi.yaml:291",
        "name.required": "openapi.yaml:291",
        "categoryId.required": "openapi.yaml:291"
      },
      "properties": {
        "id": "/components/schemas/Pet/properties/id",
        "name": "/components/schemas/Pet/properties/name",
        "categoryId": "/components/schemas/Pet/properties/categoryId",
        "status": "/components/schemas/PetStatus"
      }
    },
    "/components/schemas/Pet/properties/categoryId": {
      "lines": {
        "schema": "openapi.yaml:303",
        "format": "openapi.yaml:306",
        "type": "openapi.yaml:305"
      },
      "properties": {}
    },
    "/components/schemas/Pet/properties/id": {
      "lines": {
        "schema": "openapi.yaml:293",
        "minimum": "openapi.yaml:297",
        "format": "openapi.yaml:296",
        "type": "openapi.yaml:295"
      },
      "properties": {}
    },
    "/components/schemas/Pet/properties/name": {
      "lines": {
        "schema": "openapi.yaml:299",
        "type": "openapi.yaml:301"
      },
      "properties": {}
    },
    "/components/schemas/PetStatus": {
      "lines": {
        "schema": "openapi.yaml:335",
        "enum": "openapi.yaml:338",
        "type": "openapi.yaml:337"
      },
      "properties": {}
    },
    "/components/schemas/Pets": {
      "validator": check6,
      "lines": {
        "schema": "openapi.yaml:329",
        "type": "openapi.yaml:331"
      },
      "properties": {},
      "items": "/components/schemas/Pet"
    }
  }
};
export { lines, operations, unmatchedResponses };
