import { abort } from '@signet/rules/abort'
import { areUnique } from '@signet/rules/lists'
import { isMailAddress } from '@signet/rules/mail'
import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

export const notificationFamily = family({
  name: 'notification',
  id: 'NotificationSettings',
  fields: z.object({
    /** Who is told, by mail, of what is switched on below. */
    recipients: z
      .array(z.string().max(320, abort).refine(isMailAddress, 'not_an_address'))
      .max(20, abort),
    settingsChanged: z.boolean(),
    rolesChanged: z.boolean(),
    applicationsChanged: z.boolean(),
    /** Client authentication fails so often that somebody may be guessing. */
    applicationsAttacked: z.boolean(),
    /** An administrator is given, or loses, a role. */
    administratorsChanged: z.boolean(),
  }),
  defaults: {
    recipients: [],
    settingsChanged: true,
    rolesChanged: true,
    applicationsChanged: true,
    applicationsAttacked: true,
    administratorsChanged: true,
  },
  rule: ({ recipients }) =>
    areUnique(recipients) ? [] : [{ path: 'recipients', message: 'named_twice' }],
})

export const readNotificationSettings = readSettings(notificationFamily, {
  summary: 'Who is told by mail of changes to the tenant',
})

export const updateNotificationSettings = updateSettings(notificationFamily, {
  summary: 'Change who is told by mail of changes to the tenant',
})
