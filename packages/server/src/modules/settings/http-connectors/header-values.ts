import type { GivenConnector } from '@signet/contract/settings/http-connectors'
import { isPlaceholderAlone } from '@signet/rules/connector-templates'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { StoredConnector } from './connectors.repository.ts'

/** A header as a call sends it. */
export interface Header {
  readonly name: string
  readonly value: string
}

/** As it is given: null keeps the value that is stored. */
type GivenHeader = GivenConnector['headers'][number]

const Sealed = z.record(z.string(), z.string())

const purposeOf = (name: string): string => `http-connector-headers:${name}`

/** Keys are often sent in a header: a value is shown only if placeholders are all there is to it. */
export const shownHeader = ({ name, value }: GivenHeader): GivenHeader => ({
  name,
  value: value !== null && isPlaceholderAlone(value) ? value : null,
})

/** The headers of a stored connector with their values. */
export const openHeaders = async (
  { platform, tenant }: Context,
  { name, sealed_headers }: StoredConnector,
  headers: readonly GivenHeader[],
): Promise<Header[]> => {
  const opened =
    sealed_headers === null
      ? '{}'
      : (await platform.secrets.open(tenant.id, purposeOf(name), sealed_headers)).toString()
  const values = Sealed.parse(JSON.parse(opened))
  return headers.map((header) => ({
    name: header.name,
    value: values[header.name.toLowerCase()] ?? header.value ?? '',
  }))
}

/** Headers as their row keeps them: values that may be secrets lie sealed beside the definition. */
export const sealHeaders = async (
  { platform, tenant }: Context,
  name: string,
  headers: readonly Header[],
) => {
  const secret = headers.filter(({ value }) => !isPlaceholderAlone(value))
  const values = Object.fromEntries(secret.map((one) => [one.name.toLowerCase(), one.value]))
  const text = Buffer.from(JSON.stringify(values))
  return {
    headers: headers.map((one) => (secret.includes(one) ? { ...one, value: '' } : one)),
    sealed_headers:
      secret.length === 0 ? null : await platform.secrets.seal(tenant.id, purposeOf(name), text),
  }
}

/** The values that are given, with those that are kept; null in the place of one that is not known. */
export const withKept = (
  given: readonly GivenHeader[],
  kept: readonly Header[],
): readonly GivenHeader[] => {
  const values = new Map(kept.map(({ name, value }) => [name.toLowerCase(), value]))
  return given.map(({ name, value }) => ({
    name,
    value: value ?? values.get(name.toLowerCase()) ?? null,
  }))
}
