import type { AnswerOf } from '@signet/contract/kit/endpoint'
import {
  discardEmails,
  listEmailMessages,
  sendEmailsAgain,
} from '@signet/contract/settings/email-messages'
import { confirmEmailArrival, readEmailState } from '@signet/contract/settings/email-state'
import {
  emailServerFamily,
  readEmailServer,
  testEmailServer,
} from '@signet/contract/settings/emailserver'
import { screen, waitFor, within } from '@testing-library/react'
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

const message: AnswerOf<typeof listEmailMessages>['results'][number] = {
  id: '018f0000-0000-7000-8000-000000000001',
  type: 'newDevice',
  locale: 'en',
  recipient: 'ada@acme.example',
  state: 'FAILED',
  tries: 1,
  reply: 'no mail server is configured',
  reason: 'NO_SERVER',
  sendAgain: 'POSSIBLE',
  via: 'NONE',
  createdAt: instant,
  updatedAt: instant,
}
const pageOf = (...results: (typeof message)[]) => ({
  results,
  paging: {
    limit: 20,
    total: results.length,
    estimated: false,
    nextCursor: null,
    prevCursor: null,
  },
})

beforeEach(() => messages.set([]))

/** The page of a tenant that uses the operator's server. */
const serveMail = (right = '123456') => {
  let now: State = { source: 'OPERATOR', test: null, failedLastDay: 0 }
  return serve(
    answering(readEmailServer, () => ({ ...emailServerFamily.defaults, secretsPresent: [] })),
    answering(readEmailState, () => now),
    answering(listEmailMessages, () => pageOf()),
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
    serve(answering(listEmailMessages, () => pageOf(message)))
    await showScreens(emailServerFeature, '/settings/email/log')
    expect(await screen.findByText('Not sent: no email server')).toBeDefined()
  })
})

describe('failed emails', () => {
  const other = {
    ...message,
    id: '018f0000-0000-7000-8000-000000000002',
    type: 'magicLink',
    recipient: 'grace@acme.example',
    reason: 'CONNECT',
    sendAgain: 'SECRET_ENDED',
  } as const
  const show = async (count = 1) => {
    const asked = serve(
      answering(listEmailMessages, () => pageOf(message, other)),
      answering(readEmailState, () => state(instant)),
      answering(sendEmailsAgain, () => ({ count })),
      answering(discardEmails, () => ({ count })),
    )
    const shown = await showScreens(emailServerFeature, '/settings/email/failed')
    await screen.findByText('ada@acme.example')
    const bodyOf = (endpoint: typeof sendEmailsAgain | typeof discardEmails) =>
      asked.find((one) => one.endpoint === endpoint)?.body
    return { ...shown, asked, bodyOf }
  }
  const confirm = async (user: { click: (element: Element) => Promise<void> }, name: string) => {
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name }))
  }
  const told = () => messages.get().map(({ text }) => text)

  it('are listed with their reason and whether they can be sent again', async () => {
    const { asked, container } = await show()
    expect(screen.getByText('No email server was set up')).toBeDefined()
    expect(screen.getByText('The email server could not be reached')).toBeDefined()
    expect(screen.getByText('Cannot be sent again: its code or link has expired')).toBeDefined()
    const list = asked.find(({ endpoint }) => endpoint === listEmailMessages)
    expect(list?.body).toMatchObject({ undelivered: true })
    await expectAccessible(container)
  })

  it('are sent again one by one', async () => {
    const { user, bodyOf } = await show()
    await user.click(screen.getByRole('button', { name: 'Actions for ada@acme.example' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Send again' }))
    await confirm(user, 'Send again')
    await waitFor(() => expect(told()).toEqual(['1 email queued']))
    expect(bodyOf(sendEmailsAgain)).toEqual({ ids: [message.id] })
  })

  it('cannot be sent again when their link has expired, only discarded', async () => {
    const { user, bodyOf } = await show()
    await user.click(screen.getByRole('button', { name: 'Actions for grace@acme.example' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Discard'])
    await user.click(screen.getByRole('menuitem', { name: 'Discard' }))
    await confirm(user, 'Discard')
    await waitFor(() => expect(told()).toEqual(['1 email discarded']))
    expect(bodyOf(discardEmails)).toEqual({ ids: [other.id] })
  })

  it('are sent again all at once', async () => {
    const { user, bodyOf } = await show()
    await user.click(screen.getByRole('button', { name: 'Send all again' }))
    await confirm(user, 'Send again')
    await waitFor(() => expect(told()).toEqual(['1 email queued']))
    expect(bodyOf(sendEmailsAgain)).toEqual({ ids: null })
  })

  it('are sent again as selected, and it is said that some cannot be', async () => {
    const { user, bodyOf } = await show()
    await user.click(screen.getByRole('checkbox', { name: /all/i }))
    const bar = await screen.findByRole('toolbar', { name: /selected/i })
    await user.click(within(bar).getByRole('button', { name: 'Send again' }))
    await confirm(user, 'Send again')
    await waitFor(() =>
      expect(told()).toEqual(['1 email queued. The others cannot be sent again.']),
    )
    expect(bodyOf(sendEmailsAgain)).toEqual({ ids: [message.id, other.id] })
  })

  it('are counted on the page of the email server', async () => {
    serve(
      answering(readEmailServer, () => ({ ...emailServerFamily.defaults, secretsPresent: [] })),
      answering(readEmailState, () => state(instant)),
      answering(listEmailMessages, () => pageOf(message, other)),
    )
    await showScreens(emailServerFeature, '/settings/email')
    await screen.findByText('2 emails could not be delivered.')
    const link = screen.getByRole('link', { name: 'Show failed emails' })
    expect(link.getAttribute('href')).toBe('/settings/email/failed')
  })
})
