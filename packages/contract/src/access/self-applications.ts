import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { noContent, Uuid } from '../kit/schemas.ts'

const shared = { actor: 'user', tab: 'APPLICATIONS' } as const

/** An application that this user opens from the portal. */
export const SelfApplication = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string(),
    /** Begins the sign-in at the application (OpenID Connect Core 1.0, section 4). */
    openUrl: z.string(),
    favorite: z.boolean(),
  })
  .meta({ id: 'SelfApplication' })

export const listOwnApplications = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/web/v1/self/applications',
  answer: z.array(SelfApplication),
  errors: ['access_denied'],
  audit: null,
  limit: 'read',
  summary: 'The applications that this user can open, by name',
  description:
    'Those that are switched on and say where a sign-in begins, at most 1,000. Only while the settings of the user portal show applications.',
})

export const changeFavoriteApplication = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/web/v1/self/user/application/favorite',
  body: z
    .object({ applicationId: Uuid, favorite: z.boolean() })
    .meta({ id: 'FavoriteApplication' }),
  answer: noContent,
  errors: ['not_found', 'access_denied'],
  audit: 'FAVORITE_APPLICATION_CHANGED',
  limit: 'change',
  summary: 'Mark an application as a favourite of this user, or no longer',
  description: 'Saying it again changes nothing.',
})
