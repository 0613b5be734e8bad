import type { Command } from './command.ts'

const call = ({ name, operands, options = {} }: Command): string =>
  [
    name,
    ...operands,
    ...Object.entries(options).map(([option, { value }]) =>
      value === null ? `[--${option}]` : `[--${option} ${value}]`,
    ),
  ].join(' ')

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

/** All commands, a line each. */
export const overview = (commands: readonly Command[]): string =>
  [
    'usage: npm run signet -- COMMAND',
    '',
    ...columns(
      commands.map((command) => [
        `${command.name} ${command.operands.join(' ')}`.trim(),
        command.summary,
      ]),
    ),
    '',
    '"help COMMAND" tells more. Commands read the same SIGNET_ variables as the service. They end with 0,',
    'with 1 when they refuse or find a fault, with 2 when they were called wrongly.',
  ].join('\n')

export const helpOf = (command: Command): string =>
  [
    `usage: npm run signet -- ${call(command)}`,
    '',
    command.summary,
    ...(command.details.length === 0 ? [] : ['', ...command.details]),
    ...(command.options === undefined
      ? []
      : [
          '',
          ...columns(
            Object.entries(command.options).map(([name, { value, text }]) => [
              value === null ? `--${name}` : `--${name} ${value}`,
              text,
            ]),
          ),
        ]),
  ].join('\n')
