import { resolveUrl } from "./Url.ts"

/** An element as the XML reader hands it over: a bare string, or its attributes in `$`, its text in `_`, its children by name. */
export type Node = string | { readonly [name: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === "string" || (typeof value === "object" && value !== null && !Array.isArray(value))

/** The children of that name, in order. */
export const children = (node: Node, name: string): ReadonlyArray<Node> => {
  const found = typeof node === "string" ? undefined : node[name]
  return Array.isArray(found) ? found.filter(isNode) : isNode(found) ? [found] : []
}

/** The first child of that name, "" where there is none. */
export const child = (node: Node, name: string): Node => children(node, name)[0] ?? ""

/** The element's own text. */
export const text = (node: Node): string => {
  const own = typeof node === "string" ? node : node["_"]
  return typeof own === "string" ? own.trim() : ""
}

export const attribute = (node: Node, name: string): string => {
  const attributes = typeof node === "string" ? undefined : node["$"]
  const value =
    typeof attributes === "object" && attributes !== null ? (attributes as Record<string, unknown>)[name] : undefined
  return typeof value === "string" ? value : ""
}

/** What relative URLs inside of the element are relative to. */
export const baseOf = (node: Node, base: string): string => resolveUrl(attribute(node, "xml:base"), base) ?? base

/** The texts of all children of these names, the names in order of preference, blank ones left out. */
export const texts = (node: Node, ...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name) => children(node, name).map(text)).filter((value) => value !== "")

export const firstText = (node: Node, ...names: ReadonlyArray<string>): string => texts(node, ...names)[0] ?? ""

/** The dates in all children of these names; some publishers put HTML's `<time datetime>` there. */
export const dates = (node: Node, ...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names
    .flatMap((name) => children(node, name))
    .map((each) => attribute(child(each, "time"), "datetime") || text(each))
    .filter((date) => date !== "")

/** The texts at a path like `ht:news_item/ht:news_item_title`. */
export const textsAt = (node: Node, path: string): ReadonlyArray<string> =>
  path
    .toLowerCase()
    .split("/")
    .reduce<ReadonlyArray<Node>>((nodes, name) => nodes.flatMap((each) => children(each, name)), [node])
    .map(text)
