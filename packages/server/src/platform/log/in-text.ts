import type { DestinationStream } from 'pino'
import { z } from 'zod'

const Line = z.looseObject({ level: z.string(), time: z.string(), msg: z.string() })
const LoggedError = z.looseObject({ message: z.string(), stack: z.array(z.string()) })

/** A single word as it is; other values as JSON, so that none looks like two fields. */
const shown = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/@+-]+$/.test(value) ? value : JSON.stringify(value)

const fieldsOf = (fields: object): string[] =>
  Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`)

/** An error: its message beside the line, its stack below it. */
const errorOf = (err: unknown): { readonly fields: string[]; readonly below: string[] } => {
  const { success, data } = LoggedError.safeParse(err)
  if (!success) return { fields: err === undefined ? [] : fieldsOf({ err }), below: [] }
  const { stack, ...rest } = data
  return { fields: fieldsOf({ err: rest }), below: stack.map((line) => `    ${line}`) }
}

/** A log line for people. It was cleaned before, so no value in it can start a new line. */
const textOf = (json: string): string => {
  const { level, time, msg, err, ...fields } = Line.parse(JSON.parse(json))
  const when = time.slice(0, 19).replace('T', ' ')
  const error = errorOf(err)
  const first = [when, level.toUpperCase().padEnd(5), msg, ...fieldsOf(fields), ...error.fields]
  return [first.join(' '), ...error.below].map((line) => `${line}\n`).join('')
}

/** Writes JSON lines as text. */
export const inText = (destination: DestinationStream): DestinationStream => ({
  write: (json) => destination.write(textOf(json)),
})
