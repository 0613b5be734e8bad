import { abort } from '@signet/rules/abort'
import { isMailAddress } from '@signet/rules/mail'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Line } from '../kit/schemas.ts'

/** Whom the administrators of a provider’s tenants ask for help. */
export const SupportContact = z
  .object({
    /** A team or a person. */
    name: Line(100).nullable(),
    email: z.string().max(320, abort).refine(isMailAddress, 'is not an address').nullable(),
    telephone: Line(50).nullable(),
    /** When someone answers, as people write it. */
    hours: Line(200).nullable(),
  })
  .meta({ id: 'SupportContact' })

export const SupportOfProvider = SupportContact.extend({
  /** The provider that has named the contact. */
  companyName: z.string(),
}).meta({ id: 'SupportOfProvider' })

export const SupportAndResources = z
  .object({
    /** Of the service. */
    version: z.string(),
    /** Whether the database accepts changes. */
    acceptsChanges: z.boolean(),
    /** Of the nearest provider above this tenant that has named one; null without one. */
    contact: SupportOfProvider.nullable(),
  })
  .meta({ id: 'SupportAndResources' })

const about = {
  noun: 'support contact',
  tag: {
    name: 'Support',
    description: 'Version and state of the service, and whom administrators ask for help.',
  },
} as const
const { view, edit } = callsOn('TENANTS', about)
const path = '/api/web/v1/serviceprovider/supportcontact'

export const readSupportAndResources = endpoint({
  ...callsOn('SETTINGS', about).view,
  path: '/api/web/v1/supportandresources',
  answer: SupportAndResources,
  errors: [],
  summary: 'Get the version and state of the service, and the support contact',
})

export const readSupportContact = endpoint({
  ...view,
  path,
  answer: SupportContact,
  errors: [],
  summary: 'Get the support contact that this provider has named for its tenants',
})

export const updateSupportContact = endpoint({
  ...edit,
  path,
  body: SupportContact,
  answer: SupportContact,
  sensitive: true,
  errors: ['precondition_failed'],
  audit: 'SUPPORT_CONTACT_UPDATED',
  summary: 'Change the support contact of this provider',
  description:
    'Administrators of all tenants below this provider see it, unless a provider between has named its own. All fields null: none is named, and they see the contact above.',
})
