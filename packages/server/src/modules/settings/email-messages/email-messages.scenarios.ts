import { setUpEmailServer, withAddress } from '../../../security/sweep/calls/settings.ts'
import { mails } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    sendSupportRequest: async (world) => {
      await withAddress(world)
      await setUpEmailServer(world, false)
      return { body: { subject: 'Help', message: 'How?' } }
    },
  },
  effects: {
    sendSupportRequest: mails,
  },
  alteredBy: {
    listEmailMessages: ['challengeContactVerification'],
  },
}
