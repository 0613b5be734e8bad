import type { GivenConnector } from '@signet/contract/settings/http-connectors'
import { isPlaceholderAlone } from '@signet/rules/connector-templates'
import { maskedUrl } from '@signet/rules/masked-urls'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { StoredConnector } from './connectors.repository.ts'

/** A header or a named secret as a call uses it. */
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

/** Named secrets are stored beside the headers, under names that no header has. */
const keyOfSecret = (name: string): string => `{${name}}`

/** The URL is among them where fixed values of its query are not shown. */
const keyOfUrl = '{}'

interface Given {
  readonly url: string
  readonly headers: readonly GivenHeader[]
  readonly secrets: readonly GivenHeader[]
}

export interface Values {
  readonly url: string
  readonly headers: readonly Header[]
  readonly secrets: readonly Header[]
}

/** The URL, headers and secrets of a stored connector with their values. */
export const openValues = async (
  { platform, tenant }: Context,
  { name, sealed_headers }: StoredConnector,
  { url, headers, secrets }: Given,
): Promise<Values> => {
  const opened =
    sealed_headers === null
      ? '{}'
      : (await platform.secrets.open(tenant.id, purposeOf(name), sealed_headers)).toString()
  const values = Sealed.parse(JSON.parse(opened))
  return {
    url: values[keyOfUrl] ?? url,
    headers: headers.map((header) => ({
      name: header.name,
      value: values[header.name.toLowerCase()] ?? header.value ?? '',
    })),
    secrets: secrets.map((secret) => ({
      name: secret.name,
      value: values[keyOfSecret(secret.name)] ?? '',
    })),
  }
}

/** URL, headers and secrets as their row keeps them: values that may be secrets are sealed beside it. */
export const sealValues = async (
  { platform, tenant }: Context,
  name: string,
  { url, headers, secrets }: Values,
) => {
  const hidden = headers.filter(({ value }) => !isPlaceholderAlone(value))
  const shown = maskedUrl(url)
  const values = [
    ...(shown === url ? [] : [[keyOfUrl, url]]),
    ...hidden.map((one) => [one.name.toLowerCase(), one.value]),
    ...secrets.map((one) => [keyOfSecret(one.name), one.value]),
  ]
  const text = Buffer.from(JSON.stringify(Object.fromEntries(values)))
  return {
    url: shown,
    headers: headers.map((one) => (hidden.includes(one) ? { ...one, value: '' } : one)),
    secrets: secrets.map((one) => ({ name: one.name, value: null })),
    sealed_headers:
      values.length === 0 ? null : await platform.secrets.seal(tenant.id, purposeOf(name), text),
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
