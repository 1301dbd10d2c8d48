import { type Argument, type Json, type Model, nameOf, notice, type Operation, pascal, snake } from "./Model.ts"

const quoted = (value: unknown): string =>
  value === true ? "True" : value === false ? "False" : value === null ? "None" : JSON.stringify(value)

/** Words for a docstring or comment. */
const plain = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"')

/** Words that name nothing in Python (The Python Language Reference, 2.3.1). */
export const keywords: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield"
  ).split(" ")
)

/** A name as PEP 8 has it where it is one of those words. */
const free = (name: string): string => (keywords.has(name) ? `${name}_` : name)

/** Types that were written in place have names of their own here: they are collected while types are written. */
class Types {
  readonly #schemas: Model["schemas"]
  readonly classes: Array<string> = []
  readonly aliases: Array<string> = []

  constructor(schemas: Model["schemas"]) {
    this.#schemas = schemas
  }

  /** A schema as a type, where a class is needed under this name. */
  typeOf(schema: Json, name: string): string {
    if (schema["$ref"] !== undefined) return nameOf(schema["$ref"])
    if (schema["enum"] !== undefined) return `Literal[${schema["enum"].map(quoted).join(", ")}]`
    const union: ReadonlyArray<Json> | undefined = schema["anyOf"] ?? schema["oneOf"]
    if (union !== undefined) {
      const several = union.filter(({ properties }) => properties !== undefined).length > 1
      const members = union.map((member, index) => this.typeOf(member, several ? `${name}${index + 1}` : name))
      return `Union[${[...new Set(members)].join(", ")}]`
    }
    switch (schema["type"]) {
      case "string":
        return "str"
      case "boolean":
        return "bool"
      case "null":
        return "None"
      case "integer":
        return "int"
      case "number":
        return "float"
      case "array":
        return `Sequence[${this.typeOf(schema["items"] ?? {}, `${name}Item`)}]`
      case "object": {
        if (schema["properties"] === undefined) {
          return `Mapping[str, ${this.typeOf(schema["additionalProperties"] ?? {}, `${name}Value`)}]`
        }
        this.object(schema, name)
        return name
      }
      default:
        return "Any"
    }
  }

  object({ description, properties, required = [] }: Json, name: string): void {
    const members = Object.entries<Json>(properties).map(([member, schema]) => ({
      member,
      type: this.typeOf(schema, `${name}${pascal(member)}`),
      required: required.includes(member)
    }))
    const says = description === undefined ? "" : `    """${plain(description)}"""\n\n`
    if (members.some(({ member }) => keywords.has(member))) {
      const entries = members.map(({ member, type }) => `"${member}": ${quoted(type)}`).join(", ")
      const total = members.every((member) => member.required)
      this.classes.push(`${name} = TypedDict("${name}", {${entries}}, total=${quoted(total)})\n`)
      return
    }
    const body = (wanted: boolean) =>
      members.filter((member) => member.required === wanted).map(({ member, type }) => `    ${member}: ${type}\n`)
    // What is required stands in a base of its own: Python 3.10 has no NotRequired.
    const [needed, others] = [body(true), body(false)]
    if (others.length === 0) {
      this.classes.push(`class ${name}(TypedDict):\n${says}${needed.join("") || "    pass\n"}`)
      return
    }
    if (needed.length > 0) this.classes.push(`class _${name}(TypedDict):\n${needed.join("")}`)
    const base = needed.length > 0 ? `_${name}` : "TypedDict"
    this.classes.push(`class ${name}(${base}, total=False):\n${says}${others.join("")}`)
  }

  component(name: string): void {
    const schema = this.#schemas[name]!
    if (schema["type"] === "object" && schema["properties"] !== undefined) this.object(schema, name)
    else this.aliases.push(`${name}: TypeAlias = ${quoted(this.typeOf(schema, name))}\n`)
  }
}

const nameIn = ({ group, name }: Operation): string => `${pascal(group)}${pascal(name)}`
const constantOf = ({ group, name }: Operation): string => `_${group.toUpperCase()}_${snake(name).toUpperCase()}`

const descriptor = (operation: Operation): string => {
  const names = (place: string) =>
    operation.arguments.filter((argument) => argument.place === place).map(({ name }) => name)
  const tuple = (values: ReadonlyArray<string>) =>
    `(${values
      .map((value) => `${quoted(value)}, `)
      .join("")
      .trim()})`
  const needed = operation.arguments.filter(({ place, required }) => place === "body" && required)
  const members = [
    quoted(operation.method),
    quoted(operation.path),
    ...(names("query").length > 0 ? [`query=${tuple(names("query"))}`] : []),
    ...(names("header").length > 0 ? [`headers=${tuple(names("header"))}`] : []),
    ...(operation.hasBody ? [`body=${tuple(names("body"))}`, `required=${tuple(needed.map(({ name }) => name))}`] : []),
    ...(operation.isIdempotent ? ["idempotent=True"] : [])
  ]
  return `${constantOf(operation)} = Operation(${members.join(", ")})\n`
}

const methodsOf = (operation: Operation, types: Types, isAsync: boolean): ReadonlyArray<string> => {
  const { answer, arguments: given, description, event, forms, isIdempotent, paging, summary } = operation
  const typeOf = ({ name, schema }: Argument) => types.typeOf(schema, `${nameIn(operation)}${pascal(name)}`)
  const inPath = given.filter(({ place }) => place === "path")
  const others = given.filter(({ place }) => place !== "path")
  const parameters = (first: ReadonlyArray<string>, omitted: string, isRepeatable: boolean): string => {
    const named = [
      ...others
        .filter(({ name }) => name !== omitted)
        .map((one) => (one.required ? `${one.name}: ${typeOf(one)}` : `${one.name}: Optional[${typeOf(one)}] = None`)),
      ...(isRepeatable ? ["idempotency_key: Optional[str] = None"] : [])
    ]
    return [
      "self",
      ...first,
      ...inPath.map((one) => `${one.name}: ${typeOf(one)}`),
      ...(named.length > 0 ? ["*", ...named] : [])
    ].join(", ")
  }
  const values = (omitted: string) =>
    `{${given
      .filter(({ name }) => name !== omitted)
      .map(({ name }) => `"${name}": ${name}`)
      .join(", ")}}`
  const docs = (text: string) => `        """${plain(text)}"""\n`
  const constant = constantOf(operation)
  const name = snake(operation.name)
  const [def, wait] = isAsync ? ["async def", "await "] : ["def", ""]
  const iterator = isAsync ? "AsyncIterator" : "Iterator"
  const says = description === undefined ? `${summary}.` : `${summary}. ${description}`
  if (event !== null) {
    const type = types.typeOf(event, `${nameIn(operation)}Event`)
    return [
      `    def ${free(name)}(${parameters([], "", false)}) -> ${iterator}[${type}]:\n${docs(`${says} The client connects again by itself.`)}` +
        `        return self._core.events(${constant}, ${values("")})\n`
    ]
  }
  const result = answer === null ? "None" : types.typeOf(answer, `${nameIn(operation)}Answer`)
  const key = isIdempotent ? ", idempotency_key" : ""
  return [
    `    ${def} ${free(name)}(${parameters([], "", isIdempotent)}) -> ${result}:\n${docs(says)}` +
      (answer === null
        ? `        ${wait}self._core.json(${constant}, ${values("")}${key})\n`
        : `        return cast(${quoted(result)}, ${wait}self._core.json(${constant}, ${values("")}${key}))\n`),
    ...(forms.length === 0
      ? []
      : [
          `    ${def} ${name}_as(${parameters([`form: Literal[${forms.map(quoted).join(", ")}]`], "", false)}) -> str:\n` +
            `${docs(`${summary}, in another form than JSON.`)}` +
            `        return ${wait}self._core.text(${constant}, form, ${values("")})\n`
        ]),
    ...(paging === null
      ? []
      : [paging].map(({ by, item, member }) => {
          const type = types.typeOf(item, `${nameIn(operation)}Item`)
          const omitted = by === "after" ? "" : by
          return (
            `    def ${name}_all(${parameters([], omitted, false)}) -> ${iterator}[${type}]:\n` +
            `${docs(`${summary}: every one, page after page as they are asked for.`)}` +
            `        return self._core.all(${constant}, "${by}", ${quoted(member)}, ${values(omitted)})\n`
          )
        }))
  ]
}

/** The generated part of the client for Python. */
export const python = ({ groups, operations, schemas }: Model): string => {
  const types = new Types(schemas)
  for (const name of Object.keys(schemas)) types.component(name)
  const group = (name: string, members: ReadonlyArray<Operation>, isAsync: boolean) => {
    const prefix = isAsync ? "Async" : ""
    // Types are collected once.
    const collected = isAsync ? new Types(schemas) : types
    return (
      `class ${prefix}${pascal(name)}Api:\n    def __init__(self, core: ${prefix}Core) -> None:\n        self._core = core\n\n` +
      members.flatMap((operation) => methodsOf(operation, collected, isAsync)).join("\n")
    )
  }
  const client = (isAsync: boolean) => {
    const prefix = isAsync ? "Async" : ""
    const fields = [...groups.keys()].map((name) => `        self.${name} = ${prefix}${pascal(name)}Api(self._core)\n`)
    const [def, wait, enter, exit] = isAsync
      ? ["async def", "await ", "__aenter__", "__aexit__"]
      : ["def", "", "__enter__", "__exit__"]
    const close = isAsync ? "aclose" : "close"
    return (
      `class ${prefix}Sonde:\n    """A client of a Sonde service${isAsync ? " for asyncio" : ""}."""\n\n` +
      `    def __init__(\n        self,\n        base_url: str,\n        *,\n        api_key: Optional[str] = None,\n        token: Optional[str] = None,\n` +
      `        retries: int = 2,\n        timeout: float = 120.0,\n        http: Optional[httpx.${prefix}Client] = None,\n    ) -> None:\n` +
      `        self._core = ${prefix}Core(base_url, api_key=api_key, token=token, retries=retries, timeout=timeout, http=http)\n` +
      fields.join("") +
      `\n    ${def} ${close}(self) -> None:\n        ${wait}self._core.close()\n` +
      `\n    ${def} ${enter}(self) -> ${quoted(`${prefix}Sonde`)}:\n        return self\n` +
      `\n    ${def} ${exit}(self, *_: object) -> None:\n        ${wait}self._core.close()\n`
    )
  }
  const apis = [false, true].flatMap((isAsync) => [
    ...[...groups].map(([name, members]) => group(name, members, isAsync)),
    client(isAsync)
  ])
  return [
    `# ${notice}`,
    "from __future__ import annotations\n",
    "from typing import Any, AsyncIterator, Iterator, Literal, Mapping, Optional, Sequence, TypedDict, Union, cast\n",
    "import httpx\nfrom typing import TypeAlias\n\nfrom ._core import AsyncCore, Core, Operation\n",
    ...types.classes.map((text) => `\n${text}`),
    "",
    ...types.aliases,
    ...operations.map(descriptor),
    ...apis.map((text) => `\n${text}`)
  ].join("\n")
}
