import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

export const userNotificationFamily = family({
  name: 'user/notification',
  id: 'UserNotificationSettings',
  fields: z.object({
    newDevice: z.boolean(),
    passwordChanged: z.boolean(),
    tokenAdded: z.boolean(),
    tokenRemoved: z.boolean(),
    passkeyAdded: z.boolean(),
    passkeyRemoved: z.boolean(),
    recoveryCodesCreated: z.boolean(),
    recoveryCodesRemoved: z.boolean(),
  }),
  defaults: {
    newDevice: true,
    passwordChanged: true,
    tokenAdded: true,
    tokenRemoved: true,
    passkeyAdded: true,
    passkeyRemoved: true,
    recoveryCodesCreated: true,
    recoveryCodesRemoved: true,
  },
})

export const readUserNotificationSettings = readSettings(userNotificationFamily, {
  summary: 'What people are told by mail about their own account',
})

export const updateUserNotificationSettings = updateSettings(userNotificationFamily, {
  summary: 'Change what people are told by mail about their own account',
  description:
    'That a password was reset, or asked for, and that a recovery code was used is told in any case.',
})
