/** The part of sax that is used here; the package brings no types. */
declare module "sax" {
  export interface SaxParser {
    onerror: (error: Error) => void
    onopentag: (tag: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }) => void
    onclosetag: (name: string) => void
    /** Counted from 0. */
    readonly line: number
    readonly column: number
    write(text: string): SaxParser
    close(): SaxParser
  }
  const sax: {
    /** Strict: what is no well-formed XML is an error. `strictEntities`: no entities but the five of XML. */
    parser(strict: boolean, options: { readonly strictEntities: boolean }): SaxParser
  }
  export default sax
}
