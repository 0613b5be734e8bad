import type { AnswerOf } from '@signet/contract/kit/endpoint'
import { listEmailMessages } from '@signet/contract/settings/email-messages'
import { confirmEmailArrival, readEmailState } from '@signet/contract/settings/email-state'
import {
  emailServerFamily,
  readEmailServer,
  testEmailServer,
} from '@signet/contract/settings/emailserver'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { messages } from '../../../lib/messages.ts'
import { emailServerFeature } from './email-server.screens.ts'

type State = AnswerOf<typeof readEmailState>

const instant = '2026-01-05T08:00:00.000Z'
const state = (arrivedAt: string | null): State => ({
  source: 'OPERATOR',
  test: { sentAt: instant, taken: true, arrivedAt },
  failedLastDay: 0,
})

beforeEach(() => messages.set([]))

/** The page of a tenant that uses the operator's server. */
const serveMail = (right = '123456') => {
  let now: State = { source: 'OPERATOR', test: null, failedLastDay: 0 }
  return serve(
    answering(readEmailServer, () => ({ ...emailServerFamily.defaults, secretsPresent: [] })),
    answering(readEmailState, () => now),
    answering(testEmailServer, () => {
      now = state(null)
      const steps = [{ step: 'MESSAGE', outcome: 'DONE', detail: null } as const]
      return { sent: true, recipient: 'admin@acme.example', steps }
    }),
    answering(confirmEmailArrival, ({ body }) => {
      if (JSON.stringify(body) !== JSON.stringify({ code: right })) {
        return new Refusal('email_test_code_invalid')
      }
      now = state(instant)
      return now
    }),
  )
}

describe('a test email', () => {
  it('is sent, and confirmed by the code in it', async () => {
    serveMail()
    const { user } = await showScreens(emailServerFeature, '/settings/email')
    await user.click(await screen.findByRole('button', { name: 'Send a test email' }))
    const field = await screen.findByLabelText('Code in the test email')
    await expectAccessible()
    await user.type(field, '123 456')
    await user.click(screen.getByRole('button', { name: 'Confirm arrival' }))
    await screen.findByText(/A test email through this server arrived on/)
    expect(screen.queryByLabelText('Code in the test email')).toBeNull()
  })

  it('is confirmed by the link in it, once', async () => {
    const asked = serveMail()
    const { router } = await showScreens(emailServerFeature, '/settings/email?arrived=123456')
    await screen.findByText(/A test email through this server arrived on/)
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(asked.filter(({ endpoint }) => endpoint === confirmEmailArrival)).toHaveLength(1)
  })

  it('is not confirmed by a code of an earlier one', async () => {
    serveMail('654321')
    await showScreens(emailServerFeature, '/settings/email?arrived=123456')
    expect(await screen.findByText(/This code is not from the latest test email/)).toBeDefined()
  })
})

describe('the email log', () => {
  it('says that an email was not sent for want of a server', async () => {
    const message = {
      id: '018f0000-0000-7000-8000-000000000001',
      type: 'newDevice' as const,
      locale: 'en',
      recipient: 'ada@acme.example',
      state: 'FAILED' as const,
      tries: 1,
      reply: 'no mail server is configured',
      via: 'NONE' as const,
      createdAt: instant,
      updatedAt: instant,
    }
    const paging = { limit: 20, total: 1, estimated: false, nextCursor: null, prevCursor: null }
    serve(answering(listEmailMessages, () => ({ results: [message], paging })))
    await showScreens(emailServerFeature, '/settings/email/log')
    expect(await screen.findByText('Not sent: no email server')).toBeDefined()
  })
})
