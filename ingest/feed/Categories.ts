import type { XmlElement } from "./Xml.ts"

/** What an item is about, in the words of its format and of the modules that name subjects. */
export const categoriesOf = (item: XmlElement): ReadonlyArray<string> => [
  ...item
    .children("category")
    .map((category) => category.text || category.attribute("label") || category.attribute("term")),
  ...item.texts("dc:subject", "media:category"),
  ...item.children("itunes:category").map((category) => category.attribute("text")),
  ...item.texts("itunes:keywords").flatMap((keywords) => keywords.split(","))
]
