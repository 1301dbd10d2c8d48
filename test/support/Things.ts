const base = "/api/v1/public"

/**
 * How each thing that a path names by its id is made over HTTP by its owner; what belongs to nobody is the same for everyone. A
 * new kind of id fails the tests until somebody says here how it comes to be.
 */
export const things: Record<string, { readonly path: string; readonly body: unknown } | "shared"> = {
  report_id: { path: `${base}/reports`, body: { niche: "heat pumps" } },
  competitor_id: { path: `${base}/competitors`, body: { name: "Acme", domain: "acme.example" } },
  keyword_id: { path: `${base}/seo/keywords`, body: { keyword: "heat pump", target_url: "https://acme.example/" } },
  key_id: { path: "/api/v1/dashboard/keys", body: { name: "k", scopes: ["signals"], expires_at: "1970-02-01" } },
  company_id: "shared"
}
