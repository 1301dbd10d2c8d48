import { camel, type Json, type Model, nameOf, notice, type Operation, pascal } from "./Model.ts"

const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n`

/** A schema as a type. */
const typeOf = (schema: Json, indent = ""): string => {
  if (schema["$ref"] !== undefined) return nameOf(schema["$ref"])
  if (schema["enum"] !== undefined) return schema["enum"].map((value: unknown) => JSON.stringify(value)).join(" | ")
  const union: ReadonlyArray<Json> | undefined = schema["anyOf"] ?? schema["oneOf"]
  if (union !== undefined) return [...new Set(union.map((member) => typeOf(member, indent)))].join(" | ")
  switch (schema["type"]) {
    case "string":
    case "boolean":
    case "null":
      return schema["type"]
    case "integer":
    case "number":
      return "number"
    case "array":
      return schema["prefixItems"] === undefined
        ? `ReadonlyArray<${typeOf(schema["items"] ?? {}, indent)}>`
        : `readonly [${schema["prefixItems"].map((item: Json) => typeOf(item, indent)).join(", ")}]`
    case "object":
      return objectOf(schema, indent)
    default:
      return "unknown"
  }
}

const objectOf = (schema: Json, indent: string): string => {
  const { additionalProperties: others, properties, required = [] } = schema
  if (properties === undefined) return `Record<string, ${typeOf(others ?? {}, indent)}>`
  const inner = `${indent}  `
  const members = Object.entries<Json>(properties).map(
    ([name, member]) =>
      `${comment(member["description"], inner)}${inner}${name}${required.includes(name) ? "" : "?"}: ${typeOf(member, inner)}\n`
  )
  return `{\n${members.join("")}${others === true ? `${inner}[name: string]: unknown\n` : ""}${indent}}`
}

const documented = ({ description, summary }: Operation): string =>
  description === undefined ? `${summary}.` : `${summary}. ${description}`

const constantOf = ({ group, name }: Operation): string => camel(`${group}_${name}`)
const paramsOf = ({ group, name }: Operation): string => `${pascal(group)}${pascal(name)}Params`
const answerOf = ({ group, name }: Operation): string => `${pascal(group)}${pascal(name)}Answer`

const descriptor = (operation: Operation): string => {
  const names = (place: string) => operation.arguments.filter((one) => one.place === place).map(({ name }) => name)
  const headers = names("header").map((name) => name.replaceAll("_", "-"))
  const entries = [
    ["method", operation.method],
    ["path", operation.path],
    ...(names("query").length > 0 ? [["query", names("query")]] : []),
    ...(headers.length > 0 ? [["headers", headers]] : []),
    ...(operation.hasBody ? [["body", names("body")]] : []),
    ...(operation.isIdempotent ? [["idempotent", true]] : [])
  ]
  const members = entries.map(([name, value]) => `  ${String(name)}: ${JSON.stringify(value)}`).join(",\n")
  return `const ${constantOf(operation)}: Operation = {\n${members}\n}\n`
}

const typesOf = (operation: Operation): string => {
  const { answer, arguments: given } = operation
  const members = given.map(
    ({ description, name, required, schema }) =>
      `${comment(description, "  ")}  ${name}${required ? "" : "?"}: ${typeOf(schema, "  ")}${required ? "" : " | undefined"}\n`
  )
  return [
    given.length === 0 ? "" : `export interface ${paramsOf(operation)} {\n${members.join("")}}\n`,
    answer === null ? "" : `export type ${answerOf(operation)} = ${typeOf(answer)}\n`
  ].join("\n")
}

const methodsOf = (operation: Operation): string => {
  const { answer, arguments: given, event, forms, name, paging } = operation
  const constant = constantOf(operation)
  const isOptional = given.every(({ required }) => !required)
  const params = (omitted = "") => {
    if (given.length === 0) return ""
    const type = omitted === "" ? paramsOf(operation) : `Omit<${paramsOf(operation)}, ${JSON.stringify(omitted)}>`
    return `params: ${type}${isOptional ? " = {}" : ""}, `
  }
  const values = given.length === 0 ? "{}" : "params"
  const says = (text: string) => comment(text, "  ")
  if (event !== null) {
    return (
      says(`${documented(operation)} The client connects again by itself.`) +
      `  ${name}(${params()}options?: CallOptions): AsyncGenerator<${typeOf(event)}> {\n` +
      `    return events(this.#core, ${constant}, ${values}, options)\n  }\n`
    )
  }
  const result = answer === null ? "void" : answerOf(operation)
  const lists = paging === null ? [] : [paging]
  return [
    `${says(documented(operation))}  ${name}(${params()}options?: CallOptions): Promise<${result}> {\n` +
      `    return this.#core.json(${constant}, ${values}, options)\n  }\n`,
    ...(forms.length === 0
      ? []
      : [
          `${says(`${operation.summary}, in another form than JSON.`)}` +
            `  ${name}As(form: ${forms.map((form) => JSON.stringify(form)).join(" | ")}, ${params()}options?: CallOptions): Promise<string> {\n` +
            `    return this.#core.text(${constant}, form, ${values}, options)\n  }\n`
        ]),
    ...lists.map(
      ({ by, item, member }) =>
        `${says(`${operation.summary}: every one, page after page as they are asked for.`)}` +
        `  ${name}All(${params(by === "after" ? "" : by)}options?: CallOptions): AsyncGenerator<${typeOf(item, "  ")}> {\n` +
        `    return this.#core.all(${constant}, ${JSON.stringify({ by, member })}, ${values}, options)\n  }\n`
    )
  ].join("\n")
}

/** The generated part of the client for TypeScript. */
export const typeScript = ({ groups, operations, schemas }: Model): string =>
  [
    `// ${notice}\n`,
    'import { type CallOptions, Core, type Operation, type SondeOptions } from "./core.ts"\nimport { events } from "./events.ts"\n',
    ...Object.entries(schemas).map(
      ([name, schema]) => `${comment(schema["description"], "")}export type ${name} = ${typeOf(schema)}\n`
    ),
    ...operations.flatMap((operation) => [descriptor(operation), typesOf(operation)]),
    ...[...groups].map(
      ([group, members]) =>
        `export class ${pascal(group)}Api {\n  readonly #core: Core\n\n  constructor(core: Core) {\n    this.#core = core\n  }\n\n` +
        `${members.map(methodsOf).join("\n")}}\n`
    ),
    `/** A client of a Sonde service. */\nexport class Sonde {\n${[...groups.keys()].map((group) => `  readonly ${camel(group)}: ${pascal(group)}Api\n`).join("")}\n` +
      `  constructor(options: SondeOptions) {\n    const core = new Core(options)\n${[...groups.keys()].map((group) => `    this.${camel(group)} = new ${pascal(group)}Api(core)\n`).join("")}  }\n}\n`
  ]
    .filter((part) => part !== "")
    .join("\n")
