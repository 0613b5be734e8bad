import { startEnrollment } from '@signet/contract/access/authentication'
import { tokenTakenBy } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { newPassword, type World } from '../../../security/sweep/world.ts'
import { createSetupLink } from './index.ts'

const setupToken = async ({ ctx, keep }: World): Promise<string> => {
  const link = await createSetupLink(ctx, { kind: 'FIRST_ADMINISTRATOR', userId: null })
  return keep(link.split('/').at(-1) ?? '')
}

export const scenarios: SubjectScenarios = {
  calls: {
    readSetup: async (world) => ({ body: { setupToken: await setupToken(world) } }),
    beginSetup: async (world) => ({
      body: {
        setupToken: await setupToken(world),
        userId: `first-${world.ctx.platform.ids.random(6).toString('hex')}`,
        password: newPassword(world),
      },
    }),
  },
  effects: {
    beginSetup: tokenTakenBy(startEnrollment, {}, { authenticator: 'TOKEN' }),
  },
  computes: {
    readSetup: { setupToken: 'x'.repeat(22) },
  },
}
