import { buildPerson } from '../../../../testing/access/people.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import { anyUser } from '../../../security/sweep/id-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'
import { keepVoiceResponse } from '../text-messages/index.ts'

const onVoiceResponse: Scenario = async ({ ctx, keep }) => {
  const said = { message: 'Your code', locale: 'en', minutes: 5 }
  // Another one stays: what is fetched is gone.
  await keepVoiceResponse(ctx, said)
  const responseId = (await keepVoiceResponse(ctx, said)).split('/').at(-1) ?? ''
  return { params: { responseId: keep(responseId) } }
}

const voiceResponse = async ({ ctx }: TestTenant) => {
  const said = { message: 'Your code', locale: 'en', minutes: 5 }
  return { responseId: (await keepVoiceResponse(ctx, said)).split('/').at(-1) ?? '' }
}

export const scenarios: SubjectScenarios = {
  calls: {
    readVoiceResponse: onVoiceResponse,
    createOtp: async ({ ctx }) => ({
      body: { userId: (await buildPerson(ctx, { email: 'coded@example.test' })).id },
    }),
  },
  ids: [{ under: '/api/web/v1/authentication/otp/voice/', build: voiceResponse }],
  bodyIds: {
    createOtp: { build: anyUser, body: (userId) => ({ userId }) },
    listTextMessages: { build: anyUser, body: (userId) => ({ userId }) },
  },
  effects: {
    readVoiceResponse: rowsOf('voice_responses'),
    createOtp: rowsOf('otps'),
  },
  shownIn: {
    listTextMessages: 'modules/operations/reports/text-messages.test.ts',
  },
}
