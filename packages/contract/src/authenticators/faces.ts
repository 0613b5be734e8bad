import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, Uuid } from '../kit/schemas.ts'

/** WEB: goes on in this browser and comes back; MOBILE: an address for another device, as QR code. */
export const FaceRegistrationFlow = z.enum(['WEB', 'MOBILE']).meta({ id: 'FaceRegistrationFlow' })

export const Face = z
  .object({
    id: Uuid,
    userId: Uuid,
    state: z.enum(['REGISTERING', 'ACTIVE', 'DECLINED']),
    createDate: Instant,
    activatedDate: Instant.nullable(),
    lastUsedDate: Instant.nullable(),
    /** Until when the registration may be completed. */
    registrationExpiry: Instant,
  })
  .meta({ id: 'Face' })

export const FaceRegistration = Face.extend({
  registrationFlow: FaceRegistrationFlow,
  /** Where the person shows their face, at the provider. */
  url: z.string(),
}).meta({ id: 'FaceRegistration' })

export const UserFaceSettings = z
  .object({
    enabled: z.boolean(),
    registrationFlows: z.array(FaceRegistrationFlow),
    registrationMinutes: z.int(),
  })
  .meta({ id: 'UserFaceSettings' })

export const flowQuery = z.object({ registrationFlow: FaceRegistrationFlow.default('WEB') })
const users = '/api/web/v1/users/:userid'
const params = z.object({ userid: Uuid })
const faceParams = z.object({ faceid: Uuid })
const begin = {
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  params,
  query: flowQuery,
  answer: FaceRegistration,
  errors: [
    'user_not_found',
    'rights_not_held',
    'authenticator_not_provisioned',
    'token_limit_reached',
    'service_unavailable',
  ],
  audit: 'FACE_REGISTRATION_STARTED',
  limit: 'heavy',
} as const

const { view, edit } = callsOn('USERS')

export const registerUserFace = endpoint({
  ...begin,
  method: 'POST',
  path: `${users}/face`,
  ordinary: 'authenticatorWork',
  summary: 'Begin to register a user’s face',
})

export const registerUserFaceV2 = endpoint({
  ...begin,
  method: 'POST',
  path: '/api/web/v2/users/:userid/face',
  ordinary: 'authenticatorWork',
  summary: 'Begin to register a user’s face',
  description: 'The same as version 1.',
})

export const restartUserFace = endpoint({
  ...begin,
  method: 'PUT',
  path: `${users}/face`,
  ordinary: 'authenticatorWork',
  errors: [...begin.errors, 'not_found'],
  summary: 'Begin the registration of a user’s face anew; a former face ends',
})

export const listUserFaces = endpoint({
  ...view,
  path: `${users}/faces`,
  params,
  answer: z.array(Face),
  errors: ['user_not_found'],
  summary: 'The faces of a user',
})

export const readUserFaceSettings = endpoint({
  ...view,
  path: `${users}/settings/face`,
  params,
  answer: UserFaceSettings,
  errors: ['user_not_found'],
  summary: 'How a user may register a face',
})

export const activateFace = endpoint({
  ...edit,
  path: '/api/web/v1/face/:faceid/activation',
  params: faceParams,
  answer: Face,
  ordinary: 'authenticatorWork',
  errors: [
    'held_statement_broken',
    'not_found',
    'rights_not_held',
    'token_invalid_state',
    'service_unavailable',
  ],
  audit: 'FACE_ACTIVATED',
  limit: 'heavy',
  summary: 'Ask the provider how a registration ended; a face that was taken becomes active',
})

export const deleteFace = endpoint({
  ...edit,
  method: 'DELETE',
  path: '/api/web/v1/face/:faceid',
  params: faceParams,
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: ['not_found', 'rights_not_held'],
  audit: 'FACE_DELETED',
  summary: 'Delete a face, at the provider too',
})

/** What the provider tells: read for whom it is about alone, and asked back. */
/** As the provider sends it, with members that are not read. */
export const FaceWebhook = z
  .looseObject({
    payload: z.looseObject({
      resource_type: z.string().max(100, abort),
      action: z.string().max(100, abort),
      object: z.looseObject({ id: z.string().max(200, abort) }),
    }),
  })
  .meta({ id: 'FaceWebhook' })

export const receiveFaceWebhook = endpoint({
  actor: 'public',
  method: 'POST',
  path: '/api/web/v1/webhook/face',
  body: FaceWebhook,
  answer: noContent,
  errors: ['access_denied', 'service_unavailable'],
  audit: 'FACE_ACTIVATED',
  limit: 'authenticate',
  summary: 'The provider tells that a registration has ended',
  description:
    '`X-SHA2-Signature` is the HMAC-SHA256 of the body under the webhook token, in hexadecimal. What has become of the registration is asked of the provider, so that a message told twice changes nothing.',
})
