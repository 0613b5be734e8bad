import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

export const ApplicationTemplate = z
  .object({ id: z.string(), name: z.string(), protocol: z.enum(['OIDC']), description: z.string() })
  .meta({ id: 'ApplicationTemplate' })

const access = {
  actor: 'admin',
  needs: ['APPLICATIONS', 'VIEW'],
  limit: 'read',
  audit: null,
  errors: [],
} as const

export const listApplicationTemplates = endpoint({
  ...access,
  method: 'GET',
  path: '/api/web/v1/applications/templates',
  answer: z.array(ApplicationTemplate),
  summary: 'Kinds of application that can be added',
})

export const listApplicationInfo = endpoint({
  ...access,
  method: 'GET',
  path: '/api/web/v1/applicationinfo',
  answer: z.array(
    z
      .object({
        id: z.string(),
        name: z.string(),
        applicationType: z.string(),
        templateId: z.string(),
        enabled: z.boolean(),
        logo: z.string().nullable(),
      })
      .meta({ id: 'ApplicationInfo' }),
  ),
  summary: 'All applications of the tenant in short',
})
