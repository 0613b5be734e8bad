import type { HttpConnector } from '@signet/contract/settings/http-connectors'
import {
  type ConnectorUse,
  connectorAuthTypes,
  connectorContentTypes,
  connectorFaults,
  httpMethods,
} from '@signet/rules/connectors'
import { z } from 'zod'

export type Connector = z.output<typeof HttpConnector>

const Header = z.string().regex(/^[^:]+:/, 'header_invalid')
const Secret = z.string().regex(/^[^:]+:/, 'secret_name_invalid')
const Item = z.string().regex(/^\$/, 'path_invalid')

/** A connector as it is typed: lists are lines. */
export const TypedFields = z.object({
  enabled: z.boolean(),
  method: z.enum(httpMethods),
  url: z.string().max(2000),
  authType: z.enum(connectorAuthTypes),
  user: z.string().max(320),
  keyName: z.string().max(100),
  secret: z.string().max(4000),
  headers: z.array(Header).max(20),
  secrets: z.array(Secret).max(10),
  contentType: z.enum(connectorContentTypes),
  body: z.string().max(10_000),
  timeoutMillis: z.int().min(500).max(10_000),
  statuses: z.array(z.string().regex(/^2\d\d$/, 'status_invalid')).min(1),
  resultItems: z.array(Item).max(20),
})
export type TypedConnector = z.input<typeof TypedFields>

/** In the place of a value that is stored and not shown; left as it is, the value is kept. */
const hidden = '••••••••'

/** A line `name: value`, of a header or a named secret. */
const namedOf = (line: string) => {
  const at = line.indexOf(':')
  const value = line.slice(at + 1).trim()
  return { name: line.slice(0, at).trim(), value: value === hidden ? null : value }
}

/** `$.a.b = value`: the value is demanded; `$.a.b`: it is read. */
const itemOf = (line: string) => {
  const at = line.indexOf(' = ')
  const path = (at < 0 ? line : line.slice(0, at)).trim()
  return { name: path, path, equals: at < 0 ? null : line.slice(at + 3).trim() }
}

export const connectorOf = ({ secret, ...typed }: z.output<typeof TypedFields>) => ({
  method: typed.method,
  url: typed.url,
  authType: typed.authType,
  user: typed.user,
  keyName: typed.keyName,
  contentType: typed.contentType,
  body: typed.body,
  timeoutMillis: typed.timeoutMillis,
  headers: typed.headers.map(namedOf),
  secrets: typed.secrets.map(namedOf),
  statuses: typed.statuses.map(Number),
  resultItems: typed.resultItems.map(itemOf),
  ...(secret === '' ? {} : { secret }),
})
export type GivenConnector = ReturnType<typeof connectorOf>

/** What is typed for a use as it is saved; null where it is switched off. */
export const connectorForm = (use: ConnectorUse) =>
  TypedFields.superRefine((typed, context) => {
    if (!typed.enabled) return
    for (const { path, message } of connectorFaults(use, connectorOf(typed))) {
      context.addIssue({ code: 'custom', path: path.split('.').slice(0, 2), message })
    }
  }).transform((typed) => (typed.enabled ? connectorOf(typed) : null))

interface Named {
  readonly name: string
  readonly value: string | null
}

const lineOf = ({ name, value }: Named): string => `${name}: ${value ?? hidden}`

const emptyConnector: TypedConnector = {
  enabled: false,
  method: 'POST',
  url: '',
  authType: 'Bearer Token',
  user: '',
  keyName: '',
  secret: '',
  headers: [],
  secrets: [],
  contentType: 'application/json',
  body: '',
  timeoutMillis: 5000,
  statuses: ['200'],
  resultItems: [],
}

/** A saved connector as lines; secrets and values of headers are never shown. */
export const typedOf = (connector: Connector | null): TypedConnector => {
  if (connector === null) return emptyConnector
  const { secretPresent: _present, headers, secrets, statuses, resultItems, ...rest } = connector
  return {
    ...rest,
    enabled: true,
    secret: '',
    headers: headers.map(lineOf),
    secrets: secrets.map(lineOf),
    statuses: statuses.map(String),
    resultItems: resultItems.map(({ path, equals }) =>
      equals === null ? path : `${path} = ${equals}`,
    ),
  }
}
