import { abort } from '@signet/rules/abort'
import { withoutAngleBrackets } from '@signet/rules/text'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, noContent, Uuid } from '../kit/schemas.ts'

/** Some browsers send members that they have nothing for as null or empty: both mean absent. */
const absent = <T>(value: T | '' | null | undefined): T | undefined =>
  value === '' || value === null ? undefined : value

const OptionalText = (most: number) =>
  z.string().max(most, abort).nullable().optional().transform(absent)

const Transports = z
  .union([z.array(z.string().max(40, abort)).max(10, abort), z.literal('')])
  .nullable()
  .optional()
  .transform((given) => absent(given)?.filter((transport) => transport !== ''))

/** The fields of a passkey assertion; binary values as base64url. */
export const FidoAssertion = z
  .looseObject({
    credentialId: z.string().max(2000, abort),
    authenticatorData: z.string().max(4000, abort),
    signature: z.string().max(4000, abort),
    clientDataJSON: z.string().max(4000, abort),
    userHandle: OptionalText(500),
  })
  .meta({ id: 'FidoAssertion' })

/** A registration from the browser's passkey interface; binary values as base64url. */
export const FidoRegistration = z
  .looseObject({
    id: z.string().max(2000, abort),
    rawId: z.string().max(2000, abort),
    clientDataJSON: z.string().max(4000, abort),
    attestationObject: z.string().max(20000, abort),
    transports: Transports,
    authenticatorAttachment: OptionalText(40),
  })
  .meta({ id: 'FidoRegistration' })

export const FidoName = Line(100).regex(withoutAngleBrackets)

export const FidoToken = z
  .object({
    id: Uuid,
    userId: Uuid,
    name: z.string(),
    state: z.enum(['ACTIVE', 'INACTIVE']),
    rpId: z.string(),
    aaguid: z.string(),
    attestationFormat: z.string(),
    /** May be copied to other devices of its owner. */
    backupEligible: z.boolean(),
    backupStatus: z.boolean(),
    userVerified: z.boolean(),
    /** The statement leads to a root that the metadata names for this kind. */
    attested: z.boolean(),
    /** What the metadata calls this kind of authenticator; null where it is not in there. */
    authenticatorName: z.string().nullable(),
    /** Its icon, as a data address of an image. */
    authenticatorIcon: z.string().nullable(),
    /** The metadata reports this kind as compromised or revoked. */
    compromised: z.boolean(),
    /** When its counter went back: a sign of a copied key. */
    clonedDate: Instant.nullable(),
    createDate: Instant,
    lastUsedDate: Instant.nullable(),
  })
  .meta({ id: 'FidoToken' })

/** PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3, 5.1.9). */
export const FidoCreationOptions = z
  .object({ fidoOptions: z.record(z.string(), z.unknown()) })
  .meta({ id: 'FidoCreationOptions' })
export const FidoRegistrationBody = z
  .object({ fidoResponse: FidoRegistration, name: FidoName.optional() })
  .meta({ id: 'FidoRegistrationBody' })
export const FidoChange = z
  .object({ name: FidoName.optional(), state: z.enum(['ACTIVE', 'INACTIVE']).optional() })
  .meta({ id: 'FidoChange' })

const params = z.object({ fidoid: Uuid })
const path = '/api/web/v1/fidotokens/:fidoid'

const { view, edit } = callsOn('USERS')

export const startFidoRegistration = endpoint({
  ...edit,
  method: 'GET',
  path: '/api/web/v1/fidotokens/challenge/:id',
  params: z.object({ id: Uuid }),
  answer: FidoCreationOptions,
  errors: ['user_not_found', 'rights_not_held', 'token_limit_reached'],
  audit: null,
  changesOnGet: true,
  summary: 'Begin to register a passkey for a user who is present',
})

export const completeFidoRegistration = endpoint({
  ...edit,
  method: 'POST',
  path: '/api/web/v1/fidotokens/complete/:id',
  params: z.object({ id: Uuid }),
  body: FidoRegistrationBody,
  answer: FidoToken,
  ordinary: 'authenticatorWork',
  errors: [
    'user_not_found',
    'rights_not_held',
    'invalid_user_response',
    'passkey_not_allowed',
    'token_limit_reached',
  ],
  audit: 'FIDO_CREATED',
  summary: 'Complete the registration of a passkey',
})

export const readFidoToken = endpoint({
  ...view,
  path,
  params,
  answer: FidoToken,
  errors: ['not_found'],
  summary: 'Read a passkey',
})

export const updateFidoToken = endpoint({
  ...edit,
  path,
  params,
  body: FidoChange,
  answer: FidoToken,
  ordinary: 'authenticatorWork',
  errors: ['held_statement_broken', 'not_found', 'precondition_failed', 'rights_not_held'],
  audit: 'FIDO_UPDATED',
  summary: 'Rename a passkey or switch it on or off',
})

export const deleteFidoToken = endpoint({
  ...edit,
  method: 'DELETE',
  path,
  params,
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: ['held_statement_broken', 'not_found', 'rights_not_held', 'precondition_failed'],
  audit: 'FIDO_DELETED',
  summary: 'Delete a passkey',
})
