import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, noContent, Uuid } from '../kit/schemas.ts'

/** What somebody has granted an application, with the tokens that came of it. */
export const UserOauthToken = z
  .object({
    id: z.string(),
    applicationId: Uuid,
    applicationName: z.string(),
    /** It has registered by itself (RFC 7591): nobody else has named it. */
    selfRegistered: z.boolean(),
    /** Of the person: openid, profile... */
    scopes: z.array(z.string()),
    /** Of registered APIs, by their identifiers. */
    resources: z.array(z.object({ identifier: z.string(), scopes: z.array(z.string()) })),
    /** Goes on after the person has signed out. */
    outlivesSession: z.boolean(),
    grantedAt: Instant,
    expiresAt: Instant,
  })
  .meta({ id: 'UserOAuthToken' })

const ofUser = z.object({ userid: Uuid })
const path = '/api/web/v1/users/:userid/useroauthtokens'
const { view, edit } = callsOn('USERS')
const failures = [
  'user_not_found',
  'user_edit_restricted',
  'rights_not_held',
  'precondition_failed',
] as const

export const readUserOauthTokenSettings = endpoint({
  ...view,
  path: '/api/web/v1/useroauthtokens/settings',
  answer: z
    .object({ maximumListed: z.int(), refreshRepeatSeconds: z.int() })
    .meta({ id: 'UserOAuthTokenSettings' }),
  errors: [],
  summary: 'What holds for the tokens of people',
})

export const listUserOauthTokens = endpoint({
  ...view,
  path,
  params: ofUser,
  answer: z.array(UserOauthToken),
  errors: ['user_not_found'],
  summary: 'What a user has granted applications, the last first',
  description: 'At most 200; those that have ended are left out.',
})

export const revokeUserOauthTokens = endpoint({
  ...edit,
  method: 'DELETE',
  path,
  params: ofUser,
  answer: noContent,
  ordinary: 'userWork',
  errors: failures,
  audit: 'USER_OAUTH_TOKENS_REVOKED',
  summary: 'End every token of a user at applications',
  description: 'Opaque and refresh tokens end at once; JWTs hold until their own end.',
})

export const revokeUserOauthToken = endpoint({
  ...edit,
  method: 'DELETE',
  path: `${path}/:oauthusertokenid`,
  params: ofUser.extend({
    oauthusertokenid: z
      .string()
      .max(100, abort)
      .regex(/^[\w-]{1,100}$/),
  }),
  answer: noContent,
  ordinary: 'userWork',
  errors: [...failures, 'not_found'],
  audit: 'USER_OAUTH_TOKENS_REVOKED',
  summary: 'End what a user has granted one application, with its tokens',
})

export const revokeApplicationTokens = endpoint({
  actor: 'admin',
  needs: ['APPLICATIONS', 'EDIT'],
  limit: 'change',
  method: 'PUT',
  path: '/api/web/v1/applications/useroauthtokens/:id',
  params: IdParams,
  answer: z.object({ revoked: z.int() }).meta({ id: 'RevokedApplicationTokens' }),
  ordinary: 'withdrawal',
  errors: ['not_found'],
  audit: 'APPLICATION_TOKENS_REVOKED',
  summary: 'End every token that people have granted an application',
})

export const listUserApiScopes = endpoint({
  ...view,
  path: '/api/web/v1/users/:userid/resourceserverapiscopes',
  params: ofUser,
  answer: z.array(
    z
      .object({
        apiId: Uuid,
        apiName: z.string(),
        identifier: z.string(),
        scopeId: Uuid,
        scope: z.string(),
      })
      .meta({ id: 'UserApiScope' }),
  ),
  errors: ['user_not_found'],
  summary: 'Scopes of registered APIs that a user may be granted',
  description: 'By their OAuth roles. At most 1,000.',
})
