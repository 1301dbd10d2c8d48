import { Console, Effect, Option } from "effect"
import { Completions, GlobalFlag } from "effect/cli"

/** Flags that every command takes, which Effect's own scripts leave out. */
const everywhere: ReadonlyArray<Completions.FlagDescriptor> = ["help", "json", "csv", "quiet"].map((name) => ({
  name,
  aliases: [],
  description: undefined,
  type: { _tag: "Boolean" },
  negation: false
}))

const withFlags = (command: Completions.CommandDescriptor): Completions.CommandDescriptor => ({
  ...command,
  flags: [...command.flags, ...everywhere.filter(({ name }) => command.flags.every((flag) => flag.name !== name))],
  subcommands: command.subcommands.map(withFlags)
})

/** `--completions`: a script by which a shell completes commands and flags. */
export const ShellCompletions = GlobalFlag.Action({
  flag: GlobalFlag.Completions.flag,
  run: (shell, { command }) =>
    Option.match(shell, {
      onNone: () => Effect.void,
      onSome: (shell) =>
        Console.log(Completions.generate(command.name, shell, withFlags(Completions.fromCommand(command))))
    })
})
