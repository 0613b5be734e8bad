import { z } from 'zod'
import { Face, FaceRegistration, flowQuery, UserFaceSettings } from '../authenticators/faces.ts'
import { endpoint } from '../kit/endpoint.ts'
import { noContent, Uuid } from '../kit/schemas.ts'

const path = '/api/web/v1/self/face'
const params = z.object({ faceid: Uuid })
const own = { actor: 'user', tab: 'AUTHENTICATORS' } as const
const begin = {
  ...own,
  query: flowQuery,
  answer: FaceRegistration,
  audit: 'FACE_REGISTRATION_STARTED',
  limit: 'heavy',
} as const

export const registerOwnFace = endpoint({
  ...begin,
  method: 'POST',
  path,
  errors: [
    'authenticator_not_provisioned',
    'token_limit_reached',
    'service_unavailable',
    'step_up_required',
  ],
  summary: 'Begin to register the own face',
})

export const restartOwnFace = endpoint({
  ...begin,
  method: 'PUT',
  path: `${path}/:faceid`,
  params,
  errors: ['not_found', 'authenticator_not_provisioned', 'service_unavailable', 'step_up_required'],
  summary: 'Begin the registration of the own face anew; a former face ends',
})

export const readOwnFace = endpoint({
  ...own,
  method: 'GET',
  path: `${path}/:faceid`,
  params,
  answer: Face,
  errors: ['not_found'],
  audit: null,
  limit: 'read',
  summary: 'Read an own face',
})

export const listOwnFaces = endpoint({
  ...own,
  method: 'GET',
  path: '/api/web/v1/self/faces',
  answer: z.array(Face),
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'The faces of this user',
})

export const readOwnFaceSettings = endpoint({
  ...own,
  method: 'GET',
  path: '/api/web/v1/self/settings/face',
  answer: UserFaceSettings,
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'How the own face may be registered',
})

export const activateOwnFace = endpoint({
  ...own,
  method: 'PUT',
  path: `${path}/:faceid/activation`,
  params,
  answer: Face,
  errors: ['not_found', 'token_invalid_state', 'service_unavailable'],
  audit: 'FACE_ACTIVATED',
  limit: 'heavy',
  summary: 'Ask the provider how the registration ended; a face that was taken becomes active',
})

export const deleteOwnFace = endpoint({
  ...own,
  method: 'DELETE',
  path: `${path}/:faceid`,
  params,
  answer: noContent,
  errors: ['not_found', 'step_up_required'],
  audit: 'FACE_DELETED',
  limit: 'change',
  summary: 'Delete the own face, at the provider too',
})
