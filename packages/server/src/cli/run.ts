import { parseArgs } from 'node:util'
import { StartRefused } from '../platform/start-refused.ts'
import type { Command, Given } from './command.ts'
import { commands } from './commands.ts'
import { helpOf, overview } from './help.ts'
import type { Terminal } from './terminal.ts'

/** Called wrongly; the message says how. */
class WrongCall extends Error {}

const commandOf = (words: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))

const parsedValues = ({ options = {} }: Command, rest: readonly string[]) => {
  const known = Object.entries(options).map(([name, { value }]) => [
    name,
    { type: value === null ? ('boolean' as const) : ('string' as const) },
  ])
  try {
    return parseArgs({
      args: [...rest],
      options: Object.fromEntries(known),
      allowPositionals: true,
    })
  } catch (error) {
    throw new WrongCall(error instanceof Error ? error.message : String(error))
  }
}

const givenTo = (command: Command, rest: readonly string[]): Given => {
  const { values, positionals } = parsedValues(command, rest)
  const demanded = command.operands.filter((name) => !name.startsWith('['))
  if (positionals.length < demanded.length) {
    throw new WrongCall(`${demanded[positionals.length]} is missing`)
  }
  if (positionals.length > command.operands.length) {
    throw new WrongCall(`"${positionals[command.operands.length]}" is more than expected`)
  }
  const options = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : '',
  ])
  return { operands: positionals, options: new Map(options) }
}

const attempt = async (
  command: Command,
  rest: readonly string[],
  terminal: Terminal,
): Promise<number> => {
  try {
    return await command.run(givenTo(command, rest), terminal)
  } catch (error) {
    if (error instanceof WrongCall) {
      terminal.warn(`${error.message}\n\n${helpOf(command)}`)
      return 2
    }
    if (!(error instanceof StartRefused)) throw error
    terminal.warn(error.message)
    return 1
  }
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h'

/** Runs one command. Resolves with its exit status. */
export const runSignet = async (words: readonly string[], terminal: Terminal): Promise<number> => {
  const asksForHelp = words[0] === 'help' || isHelp(words[0]) || isHelp(words.at(-1))
  const command = commandOf(words[0] === 'help' ? words.slice(1) : words)
  if (command === undefined) {
    if (asksForHelp) terminal.say(overview(commands))
    else terminal.warn(overview(commands))
    return asksForHelp ? 0 : 2
  }
  if (asksForHelp) {
    terminal.say(helpOf(command))
    return 0
  }
  return await attempt(command, words.slice(command.name.split(' ').length), terminal)
}
