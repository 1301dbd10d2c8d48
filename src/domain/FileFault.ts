import type { PlatformError } from "effect"

/** Why a file of the operator's cannot be read, in words. */
export const fileFault = ({ reason }: PlatformError.PlatformError): string => {
  switch (reason._tag) {
    case "NotFound":
      return "there is no such file"
    case "PermissionDenied":
      return "this process may not read it"
    default:
      return "it cannot be read"
  }
}
