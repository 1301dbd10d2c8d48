import type { XmlElement } from "./Xml.ts"

/** What an item is about, in the words of its format and of the modules that name subjects. */
export const categoriesOf = (item: XmlElement): ReadonlyArray<string> =>
  item.elements.flatMap((element) => {
    switch (element.name) {
      case "category":
        return element.text || element.attribute("label") || element.attribute("term")
      case "dc:subject":
      case "media:category":
        return element.text
      case "itunes:category":
        return element.attribute("text")
      case "itunes:keywords":
        return element.text.split(",")
      default:
        return []
    }
  })
