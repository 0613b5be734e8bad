import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Line } from '../kit/schemas.ts'
import {
  family,
  readSealedSettings,
  readSettings,
  updateSealedSettings,
  updateSettings,
} from '../kit/settings-family.ts'

/** Faces as a second factor. */
export const faceFamily = family({
  name: 'face',
  id: 'FaceSettings',
  fields: z.object({
    /** Whether faces are registered; who has registered one keeps it. */
    enabled: z.boolean(),
    /** How long a registration that was begun may be completed. */
    registrationMinutes: z.int().min(5).max(1440),
    /** How long a sign-in waits for a face. */
    challengeSeconds: z.int().min(60).max(900),
  }),
  defaults: { enabled: false, registrationMinutes: 60, challengeSeconds: 300 },
})

export const readFaceSettings = readSettings(faceFamily, { summary: 'How faces are checked' })
export const updateFaceSettings = updateSettings(faceFamily, {
  summary: 'Change how faces are checked',
})

const Workflow = Line(100).or(z.literal(''))

/** The account with the provider that checks faces. */
export const faceAccountFamily = family({
  name: 'face/account',
  id: 'FaceAccount',
  fields: z.object({
    /** Where the provider’s API answers, with its version. */
    baseUrl: z
      .string()
      .max(500, abort)
      .check(z.url({ protocol: /^https?$/ }))
      .or(z.literal('')),
    registrationWorkflow: Workflow,
    authenticationWorkflow: Workflow,
  }),
  defaults: { baseUrl: '', registrationWorkflow: '', authenticationWorkflow: '' },
  secrets: ['apiToken', 'webhookToken'],
  clearsSecrets: ['baseUrl'],
})

const told = {
  read: { summary: 'The account with the provider that checks faces' },
  update: { summary: 'Change the account with the provider that checks faces', vouches: true },
} as const

export const readFaceAccount = readSealedSettings(faceAccountFamily, told.read)
export const updateFaceAccount = updateSealedSettings(faceAccountFamily, told.update)

const onfido = '/api/web/v1/settings/onfido'

export const readOnfido = endpoint({
  ...readFaceAccount,
  path: onfido,
  catalogueId: 'get:web.v1.settings.onfido',
  description: 'Another door to `settings/face/account`.',
})
export const updateOnfido = endpoint({
  ...updateFaceAccount,
  path: onfido,
  catalogueId: 'put:web.v1.settings.onfido',
})
