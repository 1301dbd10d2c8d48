import { Context } from "effect"

/**
 * What is typed to get another one-time link, as people are told on the terminal and on the sign-in page. A command reaches the
 * service by the service's own settings; whoever starts one on others than the operator knows says them here.
 */
export const LoginCommand = Context.Reference<string>("sonde/access/LoginCommand", {
  defaultValue: () => "npm run -s sonde -- login-link"
})
