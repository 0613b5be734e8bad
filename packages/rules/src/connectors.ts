import { connectorAuthTypes, httpMethods } from './applications.ts'
import {
  bodyTemplateFault,
  placeholderNames,
  type TemplatePlace,
  urlTemplateFault,
} from './connector-templates.ts'
import { requiredErrorKey } from './text.ts'

export { connectorAuthTypes, httpMethods }

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

/** How a named secret may be called in `{{SECRET.name}}`. */
export const isSecretName = (text: string): boolean => /^[A-Za-z0-9_-]{1,50}$/.test(text)

export interface ConnectorTemplates {
  readonly url: string
  readonly authType: (typeof connectorAuthTypes)[number]
  readonly user: string
  readonly keyName: string
  /** Null: the stored value is kept. */
  readonly headers: readonly { readonly name: string; readonly value: string | null }[]
  /** Named values that are sealed, for `{{SECRET.name}}`. */
  readonly secrets: readonly { readonly name: string; readonly value: string | null }[]
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

type Known = (placeholder: string) => boolean

/** What a connector of this use may hold: also the secrets that it names. */
const knownIn = (use: ConnectorUse, { secrets }: ConnectorTemplates): Known => {
  const known = new Set([...placeholdersFor(use), ...secrets.map(({ name }) => `SECRET.${name}`)])
  return (name) => name.startsWith('USER.') || known.has(name)
}

const placeholderFault = (isKnown: Known, text: string): string | null => {
  const names = placeholderNames(text)
  if (names === null) return 'placeholder_invalid'
  return names.every(isKnown) ? null : 'placeholder_unknown'
}

const secretFaults = ({ secrets }: ConnectorTemplates) => {
  const names = secrets.map(({ name }) => name.toLowerCase())
  return names.flatMap((name, at): readonly ConnectorFault[] =>
    isSecretName(name) && names.indexOf(name) === at
      ? []
      : [{ path: `secrets.${at}.name`, message: 'secret_name_invalid' }],
  )
}

const headerFaults = (isKnown: Known, { headers, keyName }: ConnectorTemplates) =>
  headers.flatMap(({ name, value }, at): readonly ConnectorFault[] => {
    const lower = name.toLowerCase()
    const isTaken = reservedHeaders.has(lower) || lower === keyName.toLowerCase()
    if (!isHeaderName(name) || isTaken) {
      return [{ path: `headers.${at}.name`, message: 'header_invalid' }]
    }
    const message = value === null ? null : placeholderFault(isKnown, value)
    return message === null ? [] : [{ path: `headers.${at}.value`, message }]
  })

const proofFaults = ({
  authType,
  user,
  keyName,
}: ConnectorTemplates): readonly ConnectorFault[] => {
  if (authType === 'Basic' && user === '') return [{ path: 'user', message: requiredErrorKey }]
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
  const isKnown = knownIn(use, connector)
  const urlFault = urlTemplateFault(url) ?? placeholderFault(isKnown, url)
  const bodyFault = bodyTemplateFault(body, place) ?? placeholderFault(isKnown, body)
  return [
    ...(urlFault === null ? [] : [{ path: 'url', message: urlFault }]),
    ...(bodyFault === null ? [] : [{ path: 'body', message: bodyFault }]),
    ...secretFaults(connector),
    ...headerFaults(isKnown, connector),
    ...proofFaults(connector),
    ...resultFaults(use, connector),
  ]
}
