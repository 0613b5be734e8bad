import {
  createRateLimitPolicy,
  deleteRateLimitPolicy,
  listLimitedCallers,
  listRateLimitPolicies,
  readRateLimitPolicy,
  refreshRateLimitPolicies,
  updateRateLimitPolicy,
} from '@signet/contract/provider/rate-limiting'
import { defaultPolicies } from '@signet/rules/request-limits'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { PolicyDetail } from './rate-limiting.queries.ts'
import { rateLimitingFeature } from './rate-limiting.screens.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const policy: PolicyDetail = {
  id,
  limitClass: 'authenticate',
  subject: 'ADDRESS',
  rate: 600,
  periodSeconds: 60,
  burst: 1200,
  createdAt: '2026-11-30T08:00:00.000Z',
}
const defaultOf = (limitClass: 'authenticate' | 'guess') => ({
  limitClass,
  subject: 'ADDRESS' as const,
  rate: 1,
  periodSeconds: 60,
  burst: 1,
  ...defaultPolicies[limitClass].ADDRESS,
})
const set = { policies: [policy], defaults: [defaultOf('authenticate'), defaultOf('guess')] }
const list = answering(listRateLimitPolicies, () => set)

const theme = buildTheme({ isSp: true })
const rights = {
  entityType: 'RATELIMITING',
  view: true,
  add: true,
  edit: true,
  remove: true,
} as const
const session = buildConsoleSession({ theme, roles: [buildRole({ permissions: [rights] })] })
const show = (at: string) => showScreens(rateLimitingFeature, at, { session })

const rowOf = async (words: RegExp): Promise<HTMLElement> =>
  screen.findByRole('row', { name: words })

describe('the limits of a provider', () => {
  it('are listed with where each comes from', {
    meta: { covers: ['screen:RateLimiting'] },
  }, async () => {
    serve(list)
    const { container } = await show('/RateLimiting')
    const link = await screen.findByRole('link', { name: 'Sign-in steps' })
    expect(link.getAttribute('href')).toBe(`/ratelimiting/${id}`)
    expect((await rowOf(/^Sign-in steps/)).textContent).toContain('600 in 1 minute1,200Provider')
    expect((await rowOf(/^Failed attempts/)).textContent).toContain('30 in 1 minute300Default')
    expect(screen.queryByRole('link', { name: 'Failed attempts' })).toBeNull()
    await expectAccessible(container)
  })

  it('are read again by the node that answers', async () => {
    const asked = serve(
      list,
      answering(refreshRateLimitPolicies, () => set),
    )
    const { user } = await show('/RateLimiting')
    await user.click(await screen.findByRole('button', { name: 'Reload' }))
    await waitFor(() => {
      expect(asked.map(({ endpoint }) => endpoint)).toContain(refreshRateLimitPolicies)
    })
  })

  it('show which callers of the provider itself met them', async () => {
    const met = {
      id,
      limitClass: 'guess',
      subject: 'APPLICATION',
      caller: 'vpn',
      count: 1200,
      firstAt: '2026-11-30T08:00:00.000Z',
      lastAt: '2026-11-30T08:20:00.000Z',
    } as const
    const paging = { limit: 25, total: 1, estimated: false, nextCursor: null, prevCursor: null }
    const asked = serve(
      list,
      answering(listLimitedCallers, () => ({ results: [met], paging })),
    )
    const { user } = await show('/RateLimiting')
    await user.click(await screen.findByRole('button', { name: 'Callers that reached a limit' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Callers that reached a limit' }),
    )
    const item = await dialog.findByRole('listitem')
    expect(item.textContent).toContain('vpnFailed attempts by Application · 1,200 · ')
    expect(asked.at(-1)?.params).toEqual({ tenantid: theme.id })
  })

  it('are the defaults again once a policy is deleted', async () => {
    const asked = serve(
      list,
      answering(deleteRateLimitPolicy, () => undefined),
    )
    const { user } = await show('/RateLimiting')
    await user.click(
      await screen.findByRole('button', { name: 'Actions for Sign-in steps by IP address' }),
    )
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => {
      const deleted = asked.find(({ endpoint }) => endpoint === deleteRateLimitPolicy)
      expect(deleted?.params).toEqual({ id })
    })
  })
})

describe('a policy', () => {
  it('is added with figures that begin with the default, and says what they mean', {
    meta: { covers: ['screen:ratelimiting/add'] },
  }, async () => {
    const asked = serve(
      answering(createRateLimitPolicy, () => ({ ...policy, limitClass: 'guess' as const })),
      answering(readRateLimitPolicy, () => ({ ...policy, limitClass: 'guess' as const })),
    )
    const { user } = await show('/ratelimiting/add')
    await user.selectOptions(
      await screen.findByRole('combobox', { name: /Requests/ }),
      'Failed attempts',
    )
    expect(screen.getByText('300 immediately, then 30 in 1 minute')).toBeDefined()
    expect(screen.getByText(/can make 43,500 attempts a day/)).toBeDefined()
    const burst = screen.getByRole('spinbutton', { name: /Burst/ })
    await user.clear(burst)
    await user.type(burst, '60')
    expect(await screen.findByText(/which is more than the burst/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add policy' }))
    await waitFor(() => {
      const made = asked.find(({ endpoint }) => endpoint === createRateLimitPolicy)
      expect(made?.body).toEqual({
        limitClass: 'guess',
        subject: 'ADDRESS',
        rate: 30,
        periodSeconds: 60,
        burst: 60,
      })
    })
  })

  it('is not sent with figures below a tenth of the default', async () => {
    const asked = serve()
    const { user } = await show('/ratelimiting/add?limitClass=authenticate&subject=ADDRESS')
    const rate = await screen.findByRole('spinbutton', { name: /Rate/ })
    await user.clear(rate)
    await user.type(rate, '599')
    await user.click(screen.getByRole('button', { name: 'Add policy' }))
    await waitFor(() => expect(rate.getAttribute('aria-invalid')).toBe('true'))
    expect(asked).toEqual([])
  })

  it('is changed in its figures alone', {
    meta: { covers: ['screen:ratelimiting/edit/{id}'] },
  }, async () => {
    const asked = serve(
      answering(readRateLimitPolicy, () => policy),
      answering(updateRateLimitPolicy, () => ({ ...policy, burst: 2400 })),
    )
    const { user } = await show(`/ratelimiting/edit/${id}`)
    const burst = await screen.findByRole('spinbutton', { name: /Burst/ })
    await user.clear(burst)
    await user.type(burst, '2400')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => {
      const saved = asked.find(({ endpoint }) => endpoint === updateRateLimitPolicy)
      expect(saved?.body).toEqual({ id, rate: 600, periodSeconds: 60, burst: 2400 })
      expect(saved?.ifMatch).toBe('"1"')
    })
  })

  it('shows what it means for an office, and leads to its form', {
    meta: { covers: ['screen:ratelimiting/{id}'] },
  }, async () => {
    serve(answering(readRateLimitPolicy, () => policy))
    const { container } = await show(`/ratelimiting/${id}`)
    const heading = { name: 'Sign-in steps by IP address' }
    expect(await screen.findByRole('heading', heading)).toBeDefined()
    expect(screen.getByText(/it takes 8 minutes until everyone has signed in/)).toBeDefined()
    const edit = screen.getByRole('link', { name: 'Edit' })
    expect(edit.getAttribute('href')).toBe(`/ratelimiting/edit/${id}`)
    await expectAccessible(container)
  })
})
