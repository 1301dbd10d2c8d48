/*
 * The OpenAPI document as text: for readers, people or not, that take Markdown better than JSON.
 */

type Json = Record<string, any>

/** A schema in a few words. */
const typeOf = (schema: Json | undefined): string => {
  if (schema === undefined) return "any"
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1)
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return either.map((one: Json) => typeOf(one)).join(" or ")
  if (schema.enum !== undefined) return schema.enum.map((value: unknown) => `\`${JSON.stringify(value)}\``).join(", ")
  if (schema.type === "array") return `list of ${typeOf(schema.items)}`
  if (Array.isArray(schema.type)) return schema.type.join(" or ")
  if (schema.properties !== undefined) return `{${Object.keys(schema.properties).join(", ")}}`
  const bounds = [schema.minimum, schema.maximum].filter((bound) => bound !== undefined && Math.abs(bound) < 2 ** 53)
  return `${schema.type ?? "any"}${bounds.length === 2 ? ` ${bounds.join(" to ")}` : ""}`
}

/** Text of a schema, on one line. */
const said = (text: unknown): string =>
  typeof text === "string" && text !== "" ? `: ${text.replace(/\s+/g, " ")}` : ""

const members = ({ properties = {}, required = [] }: Json): ReadonlyArray<string> =>
  Object.entries<Json>(properties).map(
    ([name, schema]) =>
      `- \`${name}\` (${typeOf(schema)}${required.includes(name) ? "" : ", optional"})${said(schema.description)}`
  )

const dataOf = (operation: Json): Json | undefined =>
  Object.entries<Json>(operation.responses).find(([status]) => status.startsWith("2"))?.[1].content?.[
    "application/json"
  ]?.schema?.properties?.data

const heading = (path: string, method: string): string => `${method.toUpperCase()} ${path}`

/** What readers of Markdown call a heading in an address: its letters, digits, hyphens and underscores. */
const anchor = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-")

const operationText = (path: string, method: string, operation: Json): ReadonlyArray<string> => {
  const { description, parameters = [], requestBody, summary } = operation
  const body = requestBody?.content["application/json"].schema
  const data = dataOf(operation)
  return [
    `### ${heading(path, method)}`,
    `${summary}. ${description ?? ""}`.trim(),
    ...(parameters.length === 0
      ? []
      : [
          parameters
            .map(
              ({ description: text, in: place, name, required, schema }: Json) =>
                `- \`${name}\` (${place}, ${typeOf(schema)}${required === true ? "" : ", optional"})${said(text)}`
            )
            .join("\n")
        ]),
    ...(body === undefined ? [] : [`Body: ${typeOf(body)}`]),
    ...(data === undefined ? [] : [`Answer: ${typeOf(data)}`])
  ]
}

const operationsOf = (document: Json): ReadonlyArray<readonly [path: string, method: string, operation: Json]> =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => [path, method, operation] as const)
  )

/** All of the document in Markdown: every operation, then every shape that they name. */
export const docsMarkdown = (document: Json): string => {
  const operations = operationsOf(document)
  const groups = document.tags.flatMap(({ description, name }: Json) => [
    `## ${name}`,
    description ?? "",
    ...operations
      .filter(([, , { tags }]) => tags.includes(name))
      .flatMap(([path, method, operation]) => operationText(path, method, operation))
  ])
  const shapes = Object.entries<Json>(document.components.schemas)
    .filter(([, schema]) => schema.properties !== undefined)
    .flatMap(([name, schema]) => [`### ${name}`, members(schema).join("\n")])
  const { description, summary, title } = document.info
  return [`# ${title}`, `${summary}.`, description, ...groups, "## Shapes", ...shapes]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n")
}

/** What there is to read, for language models (https://llmstxt.org): one line for each operation. */
export const llmsText = (document: Json): string => {
  const { description, summary, title } = document.info
  const operations = operationsOf(document).map(([path, method, { summary }]) => {
    const name = heading(path, method)
    return `- [${name}](/docs.md#${anchor(name)}): ${summary}`
  })
  return [
    `# ${title}`,
    `> ${summary}.`,
    description,
    "Agents connect to `/mcp` (Model Context Protocol, streamable HTTP) with an API key or a token.",
    "## Docs",
    [
      "- [API reference](/docs.md): every operation and shape, in Markdown",
      "- [OpenAPI document](/openapi.json): the same for programs"
    ].join("\n"),
    "## API",
    operations.join("\n")
  ]
    .join("\n\n")
    .concat("\n")
}
