import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, noContent, Uuid } from '../kit/schemas.ts'

const shared = { actor: 'user', tab: 'APPLICATIONS' } as const

/** An application that this user opens from the portal. */
export const SelfApplication = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string(),
    /** Begins the sign-in: at the application (OpenID Connect Core 1.0, section 4), or here (SAML). */
    openUrl: z.string(),
    favorite: z.boolean(),
  })
  .meta({ id: 'SelfApplication' })

const { view } = callsOn('USERS')

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
    'Those that are switched on and say where a sign-in begins, or let people begin here (SAML), at most 1,000. Only while the settings of the user portal show applications.',
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

export const validateUserApplication = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/web/v1/authentication/userapplication/validate',
  body: z.object({ applicationId: Uuid }).meta({ id: 'UserApplication' }),
  answer: z
    .object({
      /** Switched on, and open to this user from the portal. */
      valid: z.boolean(),
      name: z.string().nullable(),
    })
    .meta({ id: 'UserApplicationValidity' }),
  errors: ['access_denied'],
  audit: null,
  limit: 'read',
  api: 'authentication',
  catalogueId: 'post:web.v1.authentication.userapplication.validate',
  summary: 'Whether this user can open an application',
})

export const openUserApplication = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/web/v1/authentication/userapplication/:id/login',
  params: IdParams,
  answer: z
    .object({
      /** Where the browser goes: it begins the sign-in at the application. */
      redirect: z.string(),
    })
    .meta({ id: 'UserApplicationLogin' }),
  errors: ['not_found', 'access_denied'],
  audit: 'APPLICATION_OPENED',
  limit: 'change',
  api: 'authentication',
  catalogueId: 'post:web.v1.authentication.userapplication.id.login',
  summary: 'Open an application from the portal',
  description:
    'The application begins the sign-in and comes back here with it (OpenID Connect Core 1.0, section 4).',
})

export const listUserApplications = endpoint({
  ...view,
  path: '/api/web/v1/applications/users/:userid',
  params: z.object({ userid: Uuid }),
  answer: z.array(SelfApplication.omit({ openUrl: true }).meta({ id: 'ApplicationOfUser' })),
  errors: ['user_not_found'],
  catalogueId: 'get:web.v1.applications.users.userid',
  summary: 'The applications that a user can open from the portal, by name',
})
