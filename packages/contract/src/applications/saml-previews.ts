import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Uuid } from '../kit/schemas.ts'
import {
  SamlApplicationChange,
  SamlAttributeNameFormat,
  SamlNameIdFormat,
} from './saml-applications.ts'

export const SamlPreview = z
  .object({
    /** Null where the user has no such name: the application cannot be signed in to. */
    nameId: z.object({ format: SamlNameIdFormat, value: z.string() }).nullable(),
    /** Attributes that have a value. */
    attributes: z.array(
      z.object({
        name: z.string(),
        friendlyName: z.string(),
        nameFormat: SamlAttributeNameFormat,
        values: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'SamlPreview' })

export const previewSamlAssertion = endpoint({
  actor: 'admin',
  needs: ['USERS', 'VIEW'],
  method: 'POST',
  path: '/api/web/v1/applications/saml/preview',
  body: z
    .object({
      userId: Uuid,
      /** Of an application that is there: pseudonyms differ between applications. */
      applicationId: Uuid.optional(),
      ...SamlApplicationChange.pick({
        nameIdFormat: true,
        nameIdAttribute: true,
        nameIdFilter: true,
        attributes: true,
      }).shape,
    })
    .meta({ id: 'SamlPreviewRequest' }),
  answer: SamlPreview,
  errors: ['user_not_found'],
  audit: null,
  limit: 'search',
  summary: 'Preview what a SAML application would be sent for a user',
  description: 'Uses the settings of the request, saved or not. Nothing is sent.',
})
