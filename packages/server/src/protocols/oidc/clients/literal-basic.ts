import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '../../../kit/context.ts'
import { hasSecret } from '../ordinary.ts'
import { findApplication } from './clients.ts'

interface Reading {
  readonly clientId: string
  readonly secret: string
}

/** Colons of a pair that are tried as the one between client id and secret. */
const mostColons = 8

const pairOf = (header: string | undefined): string | null => {
  const [, given] = /^Basic ([A-Za-z0-9+/]{1,4000}={0,2})$/i.exec(header ?? '') ?? []
  return given === undefined ? null : Buffer.from(given, 'base64').toString('utf8')
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', '%20'))

const splitAt = (pair: string, colon: number): Reading => ({
  clientId: pair.slice(0, colon),
  secret: pair.slice(colon + 1),
})

/** As RFC 6749, section 2.3.1, has it: each encoded as in a form; null where it is not. */
const encodedReading = (pair: string): Reading | null => {
  const { clientId, secret } = splitAt(pair, pair.indexOf(':'))
  try {
    return { clientId: decoded(clientId), secret: decoded(secret) }
  } catch {
    return null
  }
}

/** As most clients have it: both as they are, with any colon between them. */
const literalReadings = (pair: string): readonly Reading[] =>
  [...pair.matchAll(/:/g)].slice(0, mostColons).map(({ index }) => splitAt(pair, index))

/** What a client id may hold (RFC 6749, appendix A.1). */
const clientIdPattern = /^[ -~]{1,200}$/

const applicationOf = async (ctx: Context, { clientId }: Reading) =>
  clientIdPattern.test(clientId) ? findApplication(ctx, clientId) : undefined

const headerOf = ({ clientId, secret }: Reading): string => {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** Of readings as they are: the one that is right, else the first whose application exists. */
const bestOf = async (ctx: Context, readings: readonly Reading[]): Promise<Reading | null> => {
  let named: Reading | null = null
  for (const reading of readings) {
    const application = await applicationOf(ctx, reading)
    if (application === undefined) continue
    if (hasSecret(application, reading.secret)) return reading
    named ??= reading
  }
  return named
}

/**
 * Encodes client id and secret of HTTP Basic where they came as they are: the library decodes them,
 * and `+`, `%` and `:` would be lost. A pair that is right as the library reads it stays as it is, as
 * does one that is of no application either way; one that is wrong counts as a failed attempt.
 */
export const encodeLiteralBasic = async (
  ctx: Context,
  headers: IncomingHttpHeaders,
): Promise<void> => {
  const pair = pairOf(headers.authorization)
  if (pair === null || !/[+%]|:.*:/s.test(pair) || !pair.includes(':')) return
  const encoded = encodedReading(pair)
  const application = encoded === null ? undefined : await applicationOf(ctx, encoded)
  if (encoded !== null && application !== undefined && hasSecret(application, encoded.secret)) {
    return
  }
  const literal = await bestOf(ctx, literalReadings(pair))
  if (literal !== null) headers.authorization = headerOf(literal)
}
