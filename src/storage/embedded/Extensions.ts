import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { pg_textsearch } from "@electric-sql/pglite-pg_textsearch"

/** The extensions that every embedded database can make: BM25, and words that are nearly the same. */
export const extensions = { pg_textsearch, pg_trgm }

/** pgvector, which only a database with vectors is opened with. */
export const withVectors = async () => ({
  ...extensions,
  vector: (await import("@electric-sql/pglite-pgvector")).vector
})
