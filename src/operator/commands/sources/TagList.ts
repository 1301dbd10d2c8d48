import { Schema, SchemaGetter } from "effect"
import { SourceTags } from "../../../domain/Source.ts"

/** `rivals,europe`; `none` stands for no tag. */
export const TagList = Schema.String.pipe(
  Schema.decodeTo(SourceTags, {
    decode: SchemaGetter.transform((text: string) =>
      text === "none" ? [] : [...new Set(text.split(",").map((tag) => tag.trim()))]
    ),
    encode: SchemaGetter.transform((tags: ReadonlyArray<string>) => tags.join(","))
  })
)
