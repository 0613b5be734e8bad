import type { Context } from '../../../kit/context.ts'
import { setUpEmailServer, withAddress } from '../../../security/sweep/calls/settings.ts'
import { mails, rowsOf } from '../../../security/sweep/looks.ts'
import type { BodyWithId, SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'
import { sendMail } from './index.ts'

/** An email to what is no address: it failed, and is kept. */
const buildFailed = async (ctx: Context): Promise<string> => {
  const id = ctx.platform.ids.uuid()
  const values = { name: 'Ann', at: 'now', address: '::1', browser: 'Firefox' }
  const mail = { id, type: 'newDevice', to: 'nowhere', locale: 'en', values } as const
  await sendMail(ctx, { ...mail, isLast: true }).catch(() => null)
  return id
}

const ofFailed: Scenario = async ({ ctx }) => ({ body: { ids: [await buildFailed(ctx)] } })
const idOfFailed: BodyWithId = {
  build: ({ ctx }) => buildFailed(ctx),
  body: (id) => ({ ids: [id] }),
}

export const scenarios: SubjectScenarios = {
  calls: {
    sendSupportRequest: async (world) => {
      await withAddress(world)
      await setUpEmailServer(world, false)
      return { body: { subject: 'Help', message: 'How?' } }
    },
    sendEmailsAgain: ofFailed,
    discardEmails: ofFailed,
  },
  bodyIds: {
    sendEmailsAgain: idOfFailed,
    discardEmails: idOfFailed,
  },
  effects: {
    sendSupportRequest: mails,
    sendEmailsAgain: mails,
    discardEmails: rowsOf('email_messages'),
  },
  alteredBy: {
    listEmailMessages: ['challengeContactVerification'],
  },
}
