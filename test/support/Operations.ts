import { OpenApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"

/** One part of a request that takes a value of the caller's. */
export interface Input {
  readonly in: "path" | "query" | "header" | "body"
  readonly name: string
}

/** An operation of the contract, and every input of it that the caller fills. */
export interface Operation {
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  readonly inputs: ReadonlyArray<Input>
}

const document = JSON.parse(JSON.stringify(OpenApi.fromApi(Api)))

const resolved = (schema: any): any =>
  schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1)]

/** Names of all properties, those of objects in lists too. */
const properties = (schema: any): ReadonlyArray<string> => {
  const { items, properties: own = {} } = resolved(schema) ?? {}
  return [
    ...Object.entries(own).flatMap(([name, inner]) => [name, ...properties(inner)]),
    ...(items === undefined ? [] : properties(items))
  ]
}

/**
 * Every operation of the API, made from the OpenAPI document, so that a new one is covered without work. Documents that
 * are served beside it are not among them.
 */
export const operations: ReadonlyArray<Operation> = Object.entries<any>(document.paths)
  .filter(([path]) => path.startsWith("/api/"))
  .flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      inputs: [
        ...parameters.map((parameter: Input) => ({ in: parameter.in, name: parameter.name })),
        ...properties(requestBody?.content?.["application/json"]?.schema).map((name) => ({ in: "body" as const, name }))
      ]
    }))
  )
