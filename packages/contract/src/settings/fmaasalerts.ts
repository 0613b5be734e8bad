import { abort } from '@signet/rules/abort'
import { isMailAddress } from '@signet/rules/mail'
import { requiredErrorKey } from '@signet/rules/text'
import { z } from 'zod'
import { family, readSettings, type SettingFault, updateSettings } from '../kit/settings-family.ts'

const twice = (recipients: readonly string[]): readonly SettingFault[] =>
  new Set(recipients.map((one) => one.toLowerCase())).size === recipients.length
    ? []
    : [{ path: 'recipients', message: 'named_twice' }]

/** Who is mailed about printers. */
export const fmaasAlertsFamily = family({
  name: 'fmaasalerts',
  id: 'FleetAlertSettings',
  fields: z.object({
    /** Off until somebody switches it on: nothing is watched and nobody is told. */
    enabled: z.boolean(),
    recipients: z
      .array(z.string().max(320, abort).refine(isMailAddress, 'not_an_address'))
      .max(20, abort),
    /** A mail too when what an alert told is over. */
    tellsRecovery: z.boolean(),
    /** After an alert was over for a printer, the same is not told again for so many minutes. */
    pauseMinutes: z.int().min(0).max(10_080),
  }),
  defaults: { enabled: false, recipients: [], tellsRecovery: true, pauseMinutes: 60 },
  rule: ({ enabled, recipients }) =>
    enabled && recipients.length === 0
      ? [{ path: 'recipients', message: requiredErrorKey }]
      : twice(recipients),
})

export const readFleetAlertSettings = readSettings(fmaasAlertsFamily, {
  summary: 'Who is mailed about printers that need somebody',
  catalogueId: 'get:web.v1.settings.fmaasalerts',
})

export const updateFleetAlertSettings = updateSettings(fmaasAlertsFamily, {
  summary: 'Change who is mailed about printers that need somebody',
  description:
    'Which printers and what about them: `/api/web/issuance/alerts`. Switched off, what stands is forgotten.',
  catalogueId: 'put:web.v1.settings.fmaasalerts',
})
