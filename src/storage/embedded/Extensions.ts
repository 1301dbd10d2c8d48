import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { pg_textsearch } from "@electric-sql/pglite-pg_textsearch"

/** The extensions that the embedded database can make: BM25, and words that are nearly the same. */
export const extensions = { pg_textsearch, pg_trgm }
