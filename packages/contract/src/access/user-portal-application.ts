import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Uuid } from '../kit/schemas.ts'
import { userPortalApplicationFamily } from '../settings/userportalapplication.ts'

const { fields } = userPortalApplicationFamily

/** The user portal as one of the tenant’s applications. */
export const UserPortalApplication = fields
  .extend({
    /** As resource rules name it. */
    id: z.literal('USER_PORTAL'),
    applicationType: z.literal('USER_PORTAL'),
    /** Where people open it. */
    url: z.string(),
    /** The rules that judge who gets in, by name; none for whoever may not see rules. */
    resourceRules: z.array(z.object({ id: Uuid, name: z.string(), enabled: z.boolean() })),
  })
  .meta({ id: 'UserPortalApplication' })

const path = '/api/web/v1/applications/userportal'

const { view, edit } = callsOn('APPLICATIONS')

export const readUserPortalApplication = endpoint({
  ...view,
  path,
  answer: UserPortalApplication,
  errors: [],
  summary: 'The user portal as an application',
  description:
    'Every tenant has it: it is neither added nor removed. Which tabs it shows stands in the settings of the user portal.',
})

export const updateUserPortalApplication = endpoint({
  ...edit,
  path,
  body: fields.partial().strict().meta({ id: 'UserPortalApplicationChange' }),
  answer: UserPortalApplication,
  sensitive: true,
  errors: ['precondition_failed'],
  audit: 'APPLICATION_UPDATED',
  summary: 'Name the user portal, switch it off, or on again',
  description:
    'Switched off, its tabs are hidden from everybody and the calls behind them refused (access_denied), within a second on every node. People sign in to their applications as before, register what they owe, and change their own password; the administration is another application and stays open. A field left out keeps its value; one that does not exist is refused.',
})
