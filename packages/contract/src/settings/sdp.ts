import { abort } from '@signet/rules/abort'
import { requiredErrorKey } from '@signet/rules/text'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line } from '../kit/schemas.ts'
import { family, readSealedSettings, updateSealedSettings } from '../kit/settings-family.ts'

const Address = z
  .string()
  .max(500, abort)
  .check(z.url({ protocol: /^https?$/ }))
  .or(z.literal(''))
const needed = ['serviceUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'clientId'] as const

/** The service that puts soft tokens on the devices it manages. */
export const sdpFamily = family({
  name: 'sdp',
  id: 'SdpSettings',
  fields: z.object({
    /** Activations may be handed to the service. */
    enabled: z.boolean(),
    /** Where activations are handed over. */
    serviceUrl: Address,
    /** Where a device code is asked for (RFC 8628, section 3.1). */
    deviceAuthorizationUrl: Address,
    tokenUrl: Address,
    clientId: Line(200).or(z.literal('')),
    scope: Line(500).or(z.literal('')),
  }),
  defaults: {
    enabled: false,
    serviceUrl: '',
    deviceAuthorizationUrl: '',
    tokenUrl: '',
    clientId: '',
    scope: '',
  },
  rule: ({ enabled, ...values }) =>
    needed.flatMap((path) =>
      enabled && values[path] === '' ? [{ path, message: requiredErrorKey }] : [],
    ),
  secrets: ['clientSecret', 'refreshToken'],
  clearsSecrets: ['serviceUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'clientId'],
})

export const readSdpSettings = readSealedSettings(sdpFamily, {
  summary: 'The service that puts soft tokens on managed devices',
})

export const updateSdpSettings = updateSealedSettings(sdpFamily, {
  summary: 'Change the service that puts soft tokens on managed devices',
  vouches: true,
  description:
    'A service of yours that manages devices takes the activations of soft tokens over: `POST` to `serviceUrl` with `{userId, email, serialNumber, link, expiresAt}` and a bearer token; the app on the device opens the link. It is connected by a device code (RFC 8628): read one, agree at the service, test the connection.',
})

export const SdpDeviceCode = z
  .object({
    /** FAILED: there is no code, and `failure` says why. */
    state: z.enum(['PENDING', 'FAILED']),
    /** What is typed at the service. */
    userCode: z.string().nullable(),
    verificationUri: z.string().nullable(),
    /** The same with the code in it, where the service gives one. */
    verificationUriComplete: z.string().nullable(),
    expiresAt: Instant.nullable(),
    failure: z.string().nullable(),
  })
  .meta({ id: 'SdpDeviceCode' })

const edit = { actor: 'admin', needs: ['SETTINGS', 'EDIT'] } as const

export const readSdpDeviceCode = endpoint({
  ...edit,
  method: 'GET',
  path: '/api/web/v1/settings/sdp/devicecode',
  answer: SdpDeviceCode,
  errors: ['rights_not_held'],
  audit: null,
  limit: 'heavy',
  summary: 'A code by which the service is connected',
  description:
    'Asks the service for a device code (RFC 8628, section 3.1) and tells what an administrator types there. The same one is told again until it has ended or the settings change. For super administrators: the code decides whose account at the service gets activations.',
})

export const SdpTest = z
  .object({
    connected: z.boolean(),
    /** In the order they are taken; what comes after a failure is not reached. */
    steps: z.array(
      z.object({
        step: z.enum(['SETTINGS', 'TOKEN', 'SERVICE']),
        outcome: z.enum(['DONE', 'FAILED', 'NOT_REACHED']),
        /** What the service said, or why it was not asked. */
        detail: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'SdpTest' })

export const testSdpConnection = endpoint({
  ...edit,
  method: 'POST',
  path: '/api/web/v1/settings/sdp/testconnection',
  answer: SdpTest,
  ordinary: 'trial',
  errors: [],
  audit: 'HTTP_CONNECTOR_TESTED',
  limit: 'heavy',
  summary: 'Connect to the service, and tell how far it came',
  description:
    'SETTINGS: every address is given and may be called. TOKEN: the token endpoint gives an access token, for the device code that was read last or for the refresh token that it gave; until somebody has agreed it says `authorization_pending`. SERVICE: `GET serviceUrl` with that token is answered by 2xx.',
})
