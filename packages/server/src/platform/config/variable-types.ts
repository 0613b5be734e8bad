import { z } from 'zod'
import { type Network, networkOf } from './networks.ts'
import { type AllowedTarget, allowedTargetOf } from './outbound-allow.ts'

/** Reads a text or says in words what it must be. */
const read = <T>(
  context: { addIssue(message: string): void },
  value: T | null,
  message: string,
) => {
  if (value !== null) return value
  context.addIssue(message)
  return z.NEVER
}

const urlOf = (text: string, protocols: readonly string[]): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && protocols.includes(url.protocol) ? url : null
}

const isOrigin = (url: URL): boolean =>
  url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''

/** Scheme, host and port, nothing more; kept without a trailing slash. */
export const origin = z.string().transform((text, context) => {
  const url = urlOf(text, ['http:', 'https:'])
  const found = url !== null && isOrigin(url) ? url.origin : null
  return read(context, found, 'must be an http or https URL of scheme, host and port only')
})

export const postgresUrl = z.string().transform((text, context) => {
  const url = urlOf(text, ['postgres:', 'postgresql:'])
  return read(context, url === null ? null : text, 'must begin with postgres:// or postgresql://')
})

export const smtpUrl = z.string().transform((text, context) => {
  const url = urlOf(text, ['smtp:', 'smtps:'])
  return read(context, url?.hostname ? text : null, 'must begin with smtp:// or smtps://')
})

export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65535, 'must be a port from 0 to 65535')

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)

export const decimal = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,3})?$/, 'must be a number such as 1 or 0.5')
  .transform(Number)

/** A name of a field (RFC 9110, section 5.1), in lower case. */
export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,60}$/, 'must be the name of a header')
  .transform((name) => name.toLowerCase())

export const yesOrNo = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
  .transform((text) => text === 'true' || text === '1')

export const path = z.string().min(1)

const items = (text: string): string[] => text.split(/[\s,]+/).filter((item) => item !== '')

export const networkList = z
  .string()
  .transform((text, context): readonly Network[] =>
    items(text).map((item) =>
      read(context, networkOf(item), `holds "${item}", which is no address or CIDR range`),
    ),
  )

export const targetList = z.string().transform((text, context): readonly AllowedTarget[] =>
  items(text).map((item) => {
    const target = allowedTargetOf(item)
    return typeof target === 'string' ? read(context, null, `is wrong: ${target}`) : target
  }),
)
