import { parseArgs } from 'node:util'
import { StartRefused } from '../platform/start-refused.ts'

/** What `npm start -- --help` says. */
export const usage = `Signet: identity and multi-factor authentication.

  --demo   start with people, applications and mail to look at
  --help   say this and stop

Everything else is set by the environment: docs/operations/configuration.md.`

const options = {
  demo: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** The words behind `npm start --`; one that is not known refuses the start. */
export const startOptions = (given: readonly string[]) => {
  try {
    return parseArgs({ args: [...given], options }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefused(`${reason}\n\n${usage}`)
  }
}
