import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Uuid } from '../kit/schemas.ts'

const Interaction = z.string().min(10).max(2000, abort)

export const OidcInteraction = z
  .object({
    clientId: z.string(),
    applicationName: z.string(),
    applicationLogo: z.string().nullable(),
    /** Nobody but the application itself has named it (RFC 7591). */
    selfRegistered: z.boolean(),
    scopes: z.array(z.string()),
    /** What else it asks for, this one time (RFC 9396): fields of fields are named `outer.inner`. */
    details: z
      .array(
        z.object({
          type: z.string(),
          fields: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
        }),
      )
      .max(10, abort),
    /** What the application hinted the user id to be. */
    loginHint: z.string().nullable(),
    /** The session of this browser is enough once something more is proven in it. */
    stepUp: z.boolean(),
    /**
     * The application is closed to whoever is signed in: by which decision, or because they are in
     * it from as many places as it allows, and the way back to it.
     */
    denied: z
      .object({
        decision: Uuid.nullable(),
        tooManySessions: z.boolean(),
        /** The application knows users by an attribute of which this one has no value of their own. */
        noSubject: z.boolean(),
        redirect: z.string(),
      })
      .nullable(),
    /** Those of which one has to be chosen, and the way on: with `organization` in its query. */
    organizations: z
      .object({
        choices: z.array(z.object({ id: Uuid, name: z.string() })).max(100, abort),
        redirect: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'OidcInteraction' })

export const readOidcInteraction = endpoint({
  method: 'POST',
  path: '/api/web/v1/authentication/oidc/login',
  actor: 'public',
  body: z.object({ uid: Interaction }).meta({ id: 'OidcInteractionQuery' }),
  answer: OidcInteraction,
  errors: ['no_transaction'],
  audit: null,
  limit: 'authenticate',
  api: 'authentication',
  catalogueId: 'post:web.v1.authentication.oidc.login',
  summary: 'Which application asks this browser to sign in, and for what',
})

export const decideOidcConsent = endpoint({
  method: 'POST',
  path: '/api/web/v1/authentication/oidc/consent',
  actor: 'user',
  whileDue: true,
  body: z.object({ uid: Interaction, allow: z.boolean() }).meta({ id: 'OidcConsentDecision' }),
  answer: z.object({ redirect: z.string() }).meta({ id: 'OidcConsentOutcome' }),
  errors: ['no_transaction'],
  audit: 'APPLICATION_CONSENT',
  limit: 'change',
  api: 'authentication',
  summary: 'Allow or refuse what the application asks for',
})
