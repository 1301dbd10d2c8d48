import { Context } from "effect"

/**
 * What is typed before the name of an operator's command, as people are told at the start and on the sign-in page. A
 * command reaches the service by the service's own settings; whoever starts one on others than the operator knows says
 * them here.
 */
export const OperatorCommand = Context.Reference<string>("sonde/access/OperatorCommand", {
  // Only a package has no types: there the command is installed.
  defaultValue: () => (import.meta.filename.endsWith(".ts") ? "npm run -s sonde --" : "sonde")
})
