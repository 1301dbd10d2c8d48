import { html, type Html } from "../../text/Html.ts"

/** Line drawings on a grid of 16, in the colour of the text around them. */
const shapes = {
  sonde: html`<path
    d="M8 1.5v13M3.5 6a6 6 0 0 0 0 5M12.5 6a6 6 0 0 1 0 5M5.8 7.2a3 3 0 0 0 0 2.6M10.2 7.2a3 3 0 0 1 0 2.6"
  />`,
  overview: html`<path d="M2.5 2.5h4.5v6H2.5zM9 2.5h4.5v3.5H9zM9 8h4.5v5.5H9zM2.5 10.5h4.5v3H2.5z" />`,
  report: html`<path d="M4 1.5h5.5L13 5v9.5H4zM9.5 1.5V5H13M6.5 8h4M6.5 11h4" />`,
  signal: html`<path d="M2 13.5a11 11 0 0 1 11-11M2 13.5A6.5 6.5 0 0 1 8.5 7" /><circle cx="3.2" cy="12.6" r="1.2" />`,
  trend: html`<path d="M1.5 12.5 6 8l3 2.5 5.5-6.5M10.5 4h4v4" />`,
  competitor: html`<circle cx="6" cy="5" r="2.5" /><path
      d="M1.5 13.5c0-5 9-5 9 0M11 2.9a2.5 2.5 0 0 1 0 4.3M12.3 9.8c1.4.7 2.2 2 2.2 3.7"
    />`,
  keyword: html`<circle cx="7" cy="7" r="4.5" /><path d="m10.3 10.3 4 4" />`,
  company: html`<path d="M3 14.5v-13h6.5v13M9.5 6H13v8.5M1.5 14.5h13M5.5 4.5h1.5M5.5 7.5h1.5M5.5 10.5h1.5" />`,
  event: html`<path
    d="M3 11.5h10c-1.3-1.2-1.5-2.5-1.5-4.5a3.5 3.5 0 0 0-7 0c0 2-.2 3.3-1.5 4.5zM6.5 13.5h3M8 3.5v-2"
  />`,
  watch: html`<path d="M1.5 8c3.3-5.5 9.7-5.5 13 0-3.3 5.5-9.7 5.5-13 0z" /><circle cx="8" cy="8" r="2" />`,
  endpoint: html`<path d="M14.5 1.5 1.5 7l5 2.5 2.5 5zM6.5 9.5l3.5-3.5" />`,
  key: html`<circle cx="5" cy="11" r="3" /><path d="m7.2 8.8 6.3-6.3M11 5l2.2 2.2" />`,
  source: html`<ellipse cx="8" cy="3.5" rx="5.5" ry="2" /><path
      d="M2.5 3.5v9c0 2.7 11 2.7 11 0v-9M2.5 8c0 2.7 11 2.7 11 0"
    />`,
  activity: html`<path d="M1.5 8h3l2-5.5 3 11 2-5.5h3" />`,
  person: html`<circle cx="8" cy="5" r="3" /><path d="M2.5 14.5c0-6 11-6 11 0" />`,
  menu: html`<path d="M2 4h12M2 8h12M2 12h12" />`,
  outward: html`<path d="M6 3H3v10h10v-3M9 2.5h4.5V7M13 3 7.5 8.5" />`
} satisfies Record<string, Html>

export type IconName = keyof typeof shapes

/** An icon that says nothing by itself: text stands beside it. */
export const icon = (name: IconName): Html =>
  html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    ${shapes[name]}
  </svg>`
