const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Plain text as HTML and XML hold it, in content and in quoted attributes alike. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)
