import { abort } from '@signet/rules/abort'
import { isMailAddress } from '@signet/rules/mail'
import { requiredErrorKey } from '@signet/rules/text'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, Uuid } from '../kit/schemas.ts'
import {
  family,
  readSealedSettings,
  type SettingFault,
  updateSealedSettings,
} from '../kit/settings-family.ts'

const Optional = (maximum: number) => Line(maximum).or(z.literal(''))
const Address = Line(320).refine(isMailAddress, 'is not a mail address').or(z.literal(''))
const Host = z
  .string()
  .trim()
  .max(253, abort)
  .regex(/^(?:[A-Za-z0-9:._-]*)$/, 'is not a host name')
const WebAddress = z
  .string()
  .max(2000, abort)
  .check(z.url({ protocol: /^https?$/ }))
  .or(z.literal(''))

const fields = z.object({
  /** Off: mail goes through the operator’s server. */
  enabled: z.boolean(),
  host: Host,
  port: z.int().min(1).max(65_535),
  /** `IMPLICIT`: TLS from the first byte; `STARTTLS`: required; `NONE`: in clear. */
  security: z.enum(['IMPLICIT', 'STARTTLS', 'NONE']),
  authentication: z.enum(['NONE', 'PASSWORD', 'OAUTH']),
  user: Optional(320),
  fromAddress: Address,
  fromName: Optional(100),
  /** Where answers go; to the sender when empty. */
  replyTo: Address,
  clientId: Optional(500),
  authorizeUrl: WebAddress,
  tokenUrl: WebAddress,
  scope: Optional(1000),
})

type Values = z.output<typeof fields>

const fault = (path: keyof Values, message = requiredErrorKey): SettingFault => ({
  path,
  message,
})
const missing = (values: Values, names: readonly (keyof Values)[]): readonly SettingFault[] =>
  names.filter((name) => values[name] === '').map((name) => fault(name))

const rule = (values: Values): readonly SettingFault[] => {
  if (!values.enabled) return []
  const { authentication, security, fromName } = values
  return [
    ...missing(values, ['host', 'fromAddress']),
    ...(authentication === 'NONE' ? [] : missing(values, ['user'])),
    ...(authentication === 'OAUTH' ? missing(values, ['clientId', 'tokenUrl']) : []),
    ...(authentication !== 'NONE' && security === 'NONE'
      ? [fault('security', 'credentials_need_tls')]
      : []),
    ...(/[<>"]/.test(fromName) ? [fault('fromName', 'holds_brackets')] : []),
  ]
}

export const emailServerFamily = family({
  name: 'emailserver',
  id: 'EmailServer',
  fields,
  defaults: {
    enabled: false,
    host: '',
    port: 587,
    security: 'STARTTLS',
    authentication: 'PASSWORD',
    user: '',
    fromAddress: '',
    fromName: '',
    replyTo: '',
    clientId: '',
    authorizeUrl: '',
    tokenUrl: '',
    scope: '',
  },
  rule,
  secrets: ['password', 'clientSecret', 'refreshToken'],
  clearsSecrets: ['host', 'port', 'security', 'user', 'clientId', 'authorizeUrl', 'tokenUrl'],
})

export const readEmailServer = readSealedSettings(emailServerFamily, {
  summary: 'The tenant’s own mail server',
})

export const updateEmailServer = updateSealedSettings(emailServerFamily, {
  summary: 'Change the tenant’s own mail server',
  vouches: true,
  description:
    'Mail goes through it from then on. A password or token is never sent without TLS, and never to another host than the one it was given for. Servers inside the operator’s network are reached only if the operator allows it (`SIGNET_OUTBOUND_ALLOW`).',
})

/** From the token of the provider to the message, in the order they are taken. */
export const emailServerSteps = [
  'TOKEN',
  'RESOLVE',
  'CONNECT',
  'GREETING',
  'TLS',
  'AUTHENTICATE',
  'SENDER',
  'RECIPIENT',
  'MESSAGE',
] as const

export const EmailServerTest = z
  .object({
    /** Whether the server took the mail. */
    sent: z.boolean(),
    recipient: z.string(),
    /** In the order they are taken; what comes after a failure is not reached. */
    steps: z.array(
      z.object({
        step: z.enum(emailServerSteps),
        outcome: z.enum(['DONE', 'FAILED', 'NOT_REACHED']),
        /** What the server said, or why it was not asked. */
        detail: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'EmailServerTest' })

const { view, edit } = callsOn('SETTINGS')

export const testEmailServer = endpoint({
  ...edit,
  method: 'POST',
  path: '/api/web/v1/settings/emailserver/testconnection',
  answer: EmailServerTest,
  ordinary: 'trial',
  errors: ['email_address_missing', 'email_server_missing'],
  audit: 'EMAIL_SERVER_TESTED',
  limit: 'heavy',
  summary: 'Send the caller a test email through the current server',
  description:
    'With the settings as they are saved: a test of others would take the secrets to another host. Without a server of the tenant’s own, the operator’s is tested. The email holds a code for `POST /api/web/v1/settings/emailserver/arrival`. For a signed-in user, not for an API application.',
})

export const EmailConnection = z
  .object({
    key: Uuid,
    state: z.enum(['PENDING', 'CONNECTED', 'FAILED']),
    /** Why it failed, in the provider’s words. */
    reason: z.string().nullable(),
    expiresAt: Instant,
  })
  .meta({ id: 'EmailConnection' })

export const startEmailConnection = endpoint({
  ...edit,
  method: 'POST',
  path: '/api/web/v1/settings/emailserver/oauth/configuration',
  answer: EmailConnection.extend({
    /** Where the administrator agrees; leads back to the console. */
    url: z.string(),
  }).meta({ id: 'StartedEmailConnection' }),
  sensitive: true,
  errors: ['email_server_missing', 'rights_not_held'],
  audit: 'EMAIL_SERVER_CONNECTION_STARTED',
  summary: 'Begin to connect the mail server with OAuth 2',
  description:
    'By authorization code with PKCE (RFC 7636). Redirect URI to register with the provider: `<public URL>/oauth/callback/emailserver`. `state` works once, for ten minutes, in the session that began. For a super administrator, not for an API application.',
})

export const readEmailConnection = endpoint({
  ...view,
  path: '/api/web/v1/settings/emailserver/:key',
  params: z.object({ key: Uuid }),
  answer: EmailConnection,
  errors: ['not_found'],
  summary: 'What became of a connection that was begun',
})

export const completeEmailConnection = endpoint({
  ...edit,
  method: 'GET',
  path: '/api/web/v1/oauth/callback/emailserver',
  query: z.object({
    state: z.string().min(1).max(200, abort),
    code: z.string().min(1).max(4000, abort).optional(),
    error: z.string().max(200, abort).optional(),
    error_description: z.string().max(1000, abort).optional(),
  }),
  answer: EmailConnection,
  errors: ['email_connection_invalid', 'rights_not_held'],
  audit: 'EMAIL_SERVER_CONNECTED',
  limit: 'authenticate',
  catalogueId: 'get:web.v1.oauth.callback.emailserver',
  summary: 'What the provider said, brought by the console',
  description:
    'The provider leads the browser to a page that hands its answer to the console; the console brings it here with the session that began. For a signed-in user, not for an API application.',
})
