// Holds documents against schemas as strictly as ajv can: a line for each document.
// node validate_json.mjs SCHEMA DOCUMENT [SCHEMA DOCUMENT]...
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../browser/package.json", import.meta.url));
const { Ajv2020 } = require("ajv/dist/2020.js");
const addFormats = require("ajv-formats");
const files = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, "utf8")));
for (let at = 0; at < files.length; at += 2) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  const validate = addFormats(ajv).compile(files[at]);
  console.log(validate(files[at + 1]) ? "valid" : JSON.stringify(validate.errors));
}
