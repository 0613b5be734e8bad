import {
  createOauthRole,
  deleteOauthRole,
  listOauthRoles,
  type OauthRole,
  readOauthRole,
  updateOauthRole,
} from '@signet/contract/applications/oauth-roles'
import type { z } from 'zod'
import { callsOf } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type OauthRoleDetail = z.output<typeof OauthRole>

const subject = 'oauth-roles'

export const oauthRolePath = (id: string): string => `/oauthroles/${id}`

/** The list comes whole. */
export const oauthRolesPageQuery = wholeListQuery<OauthRoleDetail>({
  subject,
  list: (signal) => call(listOauthRoles, { query: {}, signal }),
  nameOf: ({ name }) => name,
  wordsOf: ({ name, description }) => [name, description],
})

export const oauthRoles = {
  subject,
  also: [['users', 'part']],
  ...callsOf({
    read: readOauthRole,
    create: createOauthRole,
    update: updateOauthRole,
    remove: deleteOauthRole,
  }),
}
