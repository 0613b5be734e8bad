import { connectorAuthTypes, connectorMethods } from './applications.ts'
import {
  bodyTemplateFault,
  placeholderNames,
  type TemplatePlace,
  urlTemplateFault,
} from './connector-templates.ts'

export { connectorAuthTypes, connectorMethods }

/** What a connector is called for: each has requests of its own. */
export const connectorUses = ['OTP', 'EXTERNAL', 'PASSTHROUGH', 'RISK'] as const
export type ConnectorUse = (typeof connectorUses)[number]

/** How the body is sent, and so how values are written in it. */
export const connectorContentTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
] as const
export type ConnectorContentType = (typeof connectorContentTypes)[number]

export const bodyPlaces: Readonly<Record<ConnectorContentType, TemplatePlace>> = {
  'application/json': 'JSON',
  'application/x-www-form-urlencoded': 'FORM',
  'text/plain': 'TEXT',
}

/** What is known of the person; any other name is one of the tenant's own attributes. */
export const userPlaceholders = [
  'id',
  'userId',
  'email',
  'mobile',
  'phone',
  'firstName',
  'lastName',
  'locale',
  'externalId',
  'userPrincipalName',
] as const

/** What each use asks for. */
const requestPlaceholders: Readonly<Record<ConnectorUse, readonly string[]>> = {
  OTP: ['recipient', 'code', 'message', 'locale', 'deliveryType', 'voiceUrl'],
  EXTERNAL: ['response', 'credential'],
  PASSTHROUGH: ['password'],
  RISK: ['resource', 'country', 'city', 'knownDevice', 'userAgent'],
}

const authenticationPlaceholders = ['transactionId', 'application'] as const

/** The placeholders of a use, in the order in which they are shown. */
export const placeholdersFor = (use: ConnectorUse): readonly string[] => [
  ...requestPlaceholders[use].map((name) => `REQ.${name}`),
  ...userPlaceholders.map((name) => `USER.${name}`),
  ...authenticationPlaceholders.map((name) => `AUTH.${name}`),
  'ENV.clientIp',
]

const isKnown = (use: ConnectorUse, name: string): boolean =>
  name.startsWith('USER.') || placeholdersFor(use).includes(name)

export interface ConnectorTemplates {
  readonly url: string
  readonly authType: (typeof connectorAuthTypes)[number]
  readonly user: string
  readonly keyName: string
  /** Null: the stored value is kept. */
  readonly headers: readonly { readonly name: string; readonly value: string | null }[]
  readonly contentType: ConnectorContentType
  readonly body: string
  readonly statuses: readonly number[]
  readonly resultItems: readonly { readonly path: string; readonly equals: string | null }[]
}

export interface ConnectorFault {
  readonly path: string
  readonly message: string
}

/** A name that HTTP takes for a header (RFC 9110, section 5.6.2). */
export const isHeaderName = (text: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)

/** Headers that are the connection's or stand in another field. */
const reservedHeaders = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'te',
  'transfer-encoding',
  'upgrade',
])

const placeholderFault = (use: ConnectorUse, text: string): string | null => {
  const names = placeholderNames(text)
  if (names === null) return 'placeholder_invalid'
  return names.every((name) => isKnown(use, name)) ? null : 'placeholder_unknown'
}

const headerFaults = (use: ConnectorUse, { headers, keyName }: ConnectorTemplates) =>
  headers.flatMap(({ name, value }, at): readonly ConnectorFault[] => {
    const lower = name.toLowerCase()
    const isTaken = reservedHeaders.has(lower) || lower === keyName.toLowerCase()
    if (!isHeaderName(name) || isTaken) {
      return [{ path: `headers.${at}.name`, message: 'header_invalid' }]
    }
    const message = value === null ? null : placeholderFault(use, value)
    return message === null ? [] : [{ path: `headers.${at}.value`, message }]
  })

const proofFaults = ({
  authType,
  user,
  keyName,
}: ConnectorTemplates): readonly ConnectorFault[] => {
  if (authType === 'Basic' && user === '') return [{ path: 'user', message: 'errors.isRequired' }]
  if (authType !== 'API Key') return []
  const isTaken = reservedHeaders.has(keyName.toLowerCase())
  return isHeaderName(keyName) && !isTaken ? [] : [{ path: 'keyName', message: 'header_invalid' }]
}

/** What decides about a sign-in says yes by 200 alone, and by a value that is named. */
const resultFaults = (
  use: ConnectorUse,
  { statuses, resultItems }: ConnectorTemplates,
): readonly ConnectorFault[] => {
  if (use === 'OTP') return []
  const is200 = statuses.length === 1 && statuses[0] === 200
  // An engine says more than yes or no: what it says is read apart.
  const isMapped = use === 'RISK' || resultItems.some(({ equals }) => equals !== null)
  return [
    ...(is200 ? [] : [{ path: 'statuses', message: 'only_200' }]),
    ...(isMapped ? [] : [{ path: 'resultItems', message: 'value_needed' }]),
  ]
}

/** What is wrong with a connector for its use; empty when nothing is. */
export const connectorFaults = (
  use: ConnectorUse,
  connector: ConnectorTemplates,
): readonly ConnectorFault[] => {
  const { url, body, contentType } = connector
  const place = bodyPlaces[contentType]
  const urlFault = urlTemplateFault(url) ?? placeholderFault(use, url)
  const bodyFault = bodyTemplateFault(body, place) ?? placeholderFault(use, body)
  return [
    ...(urlFault === null ? [] : [{ path: 'url', message: urlFault }]),
    ...(bodyFault === null ? [] : [{ path: 'body', message: bodyFault }]),
    ...headerFaults(use, connector),
    ...proofFaults(connector),
    ...resultFaults(use, connector),
  ]
}
