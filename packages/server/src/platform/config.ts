import { type ConfigOptions, checkedConfig } from './config/assemble.ts'
import type { Config } from './config/shape.ts'
import { nearestName, unknownNames } from './config/unknown-names.ts'
import { Variables } from './config/variables.ts'
import { StartRefused } from './start-refused.ts'

export type { Config } from './config/shape.ts'

type Environment = Readonly<Record<string, string | undefined>>

const ours = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith('SIGNET_') && value !== undefined && value.trim() !== ''
        ? [[name, value.trim()]]
        : [],
    ),
  )

/**
 * Reads and checks the environment; an empty variable counts as not set.
 * @throws StartRefused naming the variable at fault
 */
export const readConfig = (environment: Environment, options: ConfigOptions = {}): Config => {
  const given = ours(environment)
  const unknown = unknownNames(Object.keys(given), Object.keys(Variables.shape))[0]
  if (unknown !== undefined) {
    const near = nearestName(unknown, Object.keys(Variables.shape))
    const hint = near === null ? '' : `; did you mean ${near}?`
    throw new StartRefused(`${unknown} is not a variable of Signet${hint}`)
  }
  const parsed = Variables.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartRefused(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}`)
  }
  return checkedConfig(parsed.data, options)
}
