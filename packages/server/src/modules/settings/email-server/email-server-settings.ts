import { emailServerFamily } from '@signet/contract/settings/emailserver'
import { sealedSettingsOf } from '../families/index.ts'
import { expectParty } from '../vouching/index.ts'

/** As administrators change it: another server or account would read all codes and reset links. */
export const ofServer = sealedSettingsOf(emailServerFamily, {
  expecting: expectParty(emailServerFamily, {
    fields: [
      'enabled',
      'host',
      'port',
      'security',
      'authentication',
      'user',
      'clientId',
      'authorizeUrl',
      'tokenUrl',
    ],
    isUsed: ({ enabled }) => enabled,
  }),
})
