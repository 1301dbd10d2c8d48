import { Duration, Schema } from "effect"

/*
 * What the entries of the operator's list have in common.
 */

/** Sources are asked at least once a day and at most every quarter of an hour, whatever is asked for. */
export const shortestInterval = Duration.minutes(15)
export const longestInterval = Duration.hours(24)

/** What is wrong with an interval; true if nothing is. */
export const intervalFault = (every: Duration.Duration): string | true =>
  Duration.between(every, { minimum: shortestInterval, maximum: longestInterval }) ||
  'must be between "15 minutes" and "24 hours"'

export const Interval = Schema.DurationFromString.check(Schema.makeFilter<Duration.Duration>(intervalFault))

/** Credentials in a URL would be shown wherever the source is listed. */
export const WebAddress = Schema.String.check(
  Schema.makeFilter<string>((text) => {
    const url = URL.parse(text)
    if (url === null || !["http:", "https:"].includes(url.protocol)) return "must be an http(s) URL"
    return (url.username === "" && url.password === "") || "must not contain a user name or password"
  })
)

export const withoutSlash = (address: string): string => address.replace(/(?<!\/)\/+$/, "")
