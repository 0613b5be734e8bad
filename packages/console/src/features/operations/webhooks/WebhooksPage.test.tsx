import {
  listWebhookDeliveries,
  replayWebhookDelivery,
} from '@signet/contract/operations/webhook-deliveries'
import {
  createWebhook,
  listWebhooks,
  readWebhook,
  testWebhook,
  updateWebhook,
} from '@signet/contract/operations/webhooks'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Delivery, Webhook } from './webhooks.queries.ts'
import { webhooksFeature } from './webhooks.screens.ts'

const id = '018f0000-0000-7000-8000-000000000042'
const at = '2026-01-02T03:04:05.000Z'

const desk = (change: Partial<Webhook> = {}): Webhook => ({
  id,
  name: 'Service desk',
  description: '',
  url: 'https://hooks.example.test/in',
  events: ['USER_*'],
  enabled: true,
  state: 'ACTIVE',
  formerSecretEndsAt: null,
  ownerName: 'ada',
  lastSuccessAt: at,
  failingSince: null,
  deadCount: 1,
  createdAt: at,
  updatedAt: at,
  ...change,
})

const delivery = (state: Delivery['state']): Delivery => ({
  id,
  action: 'USER_CREATED',
  eventTime: at,
  state,
  attempts: 3,
  nextAttemptAt: null,
  lastAttemptAt: at,
  answerStatus: 503,
  failure: 'ANSWER_REFUSED',
  durationMillis: 12,
})

const show = (address: string) =>
  showScreens(webhooksFeature, address, { session: buildConsoleSession() })

describe('webhooks', () => {
  it('are listed with their receiver, events and state', {
    meta: { covers: ['screen:webhooks'] },
  }, async () => {
    serve(answering(listWebhooks, () => [desk({ state: 'SWITCHED_OFF' })]))
    const { container } = await show('/webhooks')
    expect(await screen.findByRole('link', { name: 'Service desk' })).toBeDefined()
    expect(screen.getByText('hooks.example.test')).toBeDefined()
    expect(screen.getByText('Switched off')).toBeDefined()
    await expectAccessible(container)
  })

  it('are added with chosen events; the secret is shown once', async () => {
    const asked = serve(
      answering(createWebhook, () => ({ webhook: desk(), secret: 'whsec_c2VjcmV0' })),
      answering(readWebhook, () => desk()),
    )
    const { user, router } = await show('/webhooks/add')
    await user.click(await screen.findByLabelText(/^Name/))
    await user.paste('Service desk')
    await user.click(screen.getByLabelText(/^Address of the receiver/))
    await user.paste(desk().url)
    expect(screen.queryByLabelText('User added')).toBeNull()
    await user.click(screen.getByText(/^Users:/))
    const group = screen.getByText(/^Users:/).closest('details')
    if (group === null) throw new Error('no group')
    const added = await within(group).findByLabelText('User added')
    await user.click(added)
    await user.click(added)
    expect(within(group).getByLabelText('User added')).toHaveProperty('checked', false)
    await user.click(added)
    await user.click(within(group).getByLabelText(/All of these/))
    expect(within(group).getByLabelText('User added')).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Add webhook' }))
    const dialog = await screen.findByRole('dialog', { name: 'Signing secret' })
    expect(within(dialog).getByText('whsec_c2VjcmV0')).toBeDefined()
    expect(asked[0]?.body).toMatchObject({ name: 'Service desk', events: ['USER_*'] })
    await user.click(within(dialog).getByRole('button', { name: 'I have copied it' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/webhooks/${id}`))
    expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull()
  })
})

describe('a webhook', () => {
  it('shows the new secret that another address brings', async () => {
    const asked = serve(
      answering(readWebhook, () => desk()),
      answering(updateWebhook, () => ({ webhook: desk(), secret: 'whsec_bmV4dA==' })),
    )
    const { user } = await show(`/webhooks/${id}`)
    const url = await screen.findByLabelText(/^Address of the receiver/)
    await user.clear(url)
    await user.click(url)
    await user.paste('https://other.example.test/in')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('whsec_bmV4dA==')).toBeDefined()
    const saved = asked.find(({ endpoint }) => endpoint.method === 'PUT')
    expect(saved).toMatchObject({ ifMatch: '"1"', body: { url: 'https://other.example.test/in' } })
  })

  it('is tested, and shows what the receiver answered', async () => {
    serve(
      answering(readWebhook, () => desk()),
      answering(testWebhook, () => ({
        delivered: false,
        answerStatus: 500,
        durationMillis: 41,
        answer: 'not today',
        failure: 'ANSWER_REFUSED' as const,
      })),
    )
    const { user } = await show(`/webhooks/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Send a test' }))
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    expect(await screen.findByText('The receiver refused it')).toBeDefined()
    expect(screen.getByText('not today')).toBeDefined()
    expect(screen.getByText('500')).toBeDefined()
  })

  it('lists its deliveries, and sends one that was given up again', async () => {
    const page = {
      results: [delivery('DEAD')],
      paging: { limit: 50, total: 1, estimated: false, nextCursor: null, prevCursor: null },
    }
    const asked = serve(
      answering(readWebhook, () => desk()),
      answering(listWebhookDeliveries, () => page),
      answering(replayWebhookDelivery, () => delivery('PENDING')),
    )
    const { user } = await show(`/webhooks/${id}/deliveries`)
    expect(await screen.findByText('Given up')).toBeDefined()
    await user.click(screen.getByRole('button', { name: /Actions for USER_CREATED/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Send again' }))
    await waitFor(() =>
      expect(asked.map(({ endpoint }) => endpoint.path)).toContain(replayWebhookDelivery.path),
    )
  })
})
