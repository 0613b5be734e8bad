import type { AnswerOf } from '@signet/contract/kit/endpoint'
import {
  countActiveUsers,
  countAuthentications,
  countAuthenticationsByCountry,
  countOutcomes,
  countUsers,
  listAlerts,
  listFailedAuthentications,
} from '@signet/contract/operations/reports'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { dashboardFeature } from './dashboard.screens.ts'
import { rangeAt } from './dashboard-range.ts'

const start = '2026-11-20T00:00:00.000Z'
const total = { success: 30, failure: 8, denied: 2 }

const doors = () => [
  answering(countAuthentications, () => ({
    total,
    results: [
      { start, success: 30, failure: 8, denied: 2 },
      { start: '2026-11-21T00:00:00.000Z', success: 0, failure: 0, denied: 0 },
    ],
  })),
  answering(countActiveUsers, () => ({ total: 12, results: [{ start, users: 12 }] })),
  answering(listFailedAuthentications, () => ({
    results: [
      { userId: 'u-1', userName: 'Grace Hopper', count: 7, lastTime: start },
      { userId: '', userName: '', count: 3, lastTime: start },
    ],
  })),
  answering(countOutcomes, () => ({
    total,
    results: [{ action: 'USER_CREATED', success: 4, failure: 1, denied: 0 }],
  })),
  answering(countUsers, () => ({
    total: 1234,
    active: 1200,
    inactive: 30,
    registering: 4,
    locked: 5,
    created: 17,
  })),
  answering(listAlerts, () => ({ total: 0, results: [] })),
  answering(countAuthenticationsByCountry, () => ({
    known: true,
    results: [
      { country: 'CH', success: 25, failure: 6, denied: 2 },
      { country: 'SG', success: 5, failure: 1, denied: 0 },
      { country: 'ZZ', success: 0, failure: 1, denied: 0 },
    ],
  })),
]

type Alert = AnswerOf<typeof listAlerts>['results'][number]
const switchedOff: Alert = {
  type: 'WEBHOOK_SWITCHED_OFF',
  severity: 'ERROR',
  count: 1,
  lastTime: start,
}
const lockedOut: Alert = {
  type: 'SIGN_IN_LOCKED',
  severity: 'WARNING',
  count: 3,
  lastTime: start,
}

const show = (at = '/dashboard') => showScreens(dashboardFeature, at)
const searchOf = (link: HTMLElement): URLSearchParams =>
  new URL(link.getAttribute('href') ?? '', 'http://x').searchParams

describe('the dashboard', () => {
  it('shows real numbers, each with what it means', {
    meta: { covers: ['screen:dashboard'] },
  }, async () => {
    serve(...doors())
    const { container } = await show()
    expect(await screen.findByText('1,234')).toBeDefined()
    expect(screen.getByText('17 added')).toBeDefined()
    expect(await screen.findByText('25% of all attempts')).toBeDefined()
    expect(await screen.findByText('Grace Hopper')).toBeDefined()
    await expectAccessible(container)
  })

  it('leads from failures to the attempts of that user', async () => {
    serve(...doors())
    await show()
    const link = await screen.findByRole('link', { name: 'Grace Hopper' })
    expect(link.getAttribute('href')).toMatch(/^\/reports\?/)
    expect(searchOf(link).get('f.entity')).toBe('u-1')
    expect(searchOf(link).get('f.action')).toBe('AUTHENTICATION')
    const unknown = screen.getByRole('link', { name: 'Names that no user has' })
    expect(searchOf(unknown).get('f.outcome')).toBe('FAILURE')
  })

  it('shows the chart as a table whose numbers lead to their entries', async () => {
    serve(...doors())
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Show as table' }))
    await screen.findByRole('rowheader', { name: 'Switzerland' })
    const link = await screen.findByRole('link', { name: '8' })
    expect(searchOf(link).get('f.from')).toBe(start)
    expect(searchOf(link).get('f.until')).toBe('2026-11-21T00:00:00.000Z')
    expect(searchOf(link).get('f.outcome')).toBe('FAILURE')
  })

  it('draws where people sign in from, and says the same in a table whose numbers lead to their entries', async () => {
    serve(...doors())
    const { container, user, router } = await show()
    const table = await screen.findByRole('table')
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Switzerland', 'Singapore', 'Unknown'])
    const failed = within(table).getByRole('link', { name: '6' })
    expect(searchOf(failed).get('f.country')).toBe('CH')
    expect(searchOf(failed).get('f.outcome')).toBe('FAILURE')
    await expectAccessible(container)
    const drawn = await waitFor(() => {
      const marks = [...container.querySelectorAll('.mark')]
      expect(marks.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
        ['path', 'Switzerland'],
        ['circle', 'Singapore'],
      ])
      return marks
    })
    await user.click(drawn[0] ?? table)
    expect(router.state.location.pathname).toBe('/reports')
    expect(new URLSearchParams(router.state.location.search).get('f.country')).toBe('CH')
  })

  it('draws no map where no country was ever told', {
    meta: { covers: ['world map'] },
  }, async () => {
    serve(
      ...doors().map((door) =>
        door.endpoint === countAuthenticationsByCountry
          ? answering(countAuthenticationsByCountry, () => ({ known: false, results: [] }))
          : door,
      ),
    )
    await show()
    await screen.findByText('Grace Hopper')
    expect(screen.queryByRole('heading', { name: 'Sign-ins by country' })).toBeNull()
  })

  it('tells what went wrong, and leads to it', async () => {
    serve(
      ...doors().map((door) =>
        door.endpoint === listAlerts
          ? answering(listAlerts, () => ({ total: 4, results: [switchedOff, lockedOut] }))
          : door,
      ),
    )
    const { container } = await show()
    const webhook = await screen.findByRole('link', { name: '1 webhook was switched off' })
    expect(webhook.getAttribute('href')).toBe('/webhooks')
    const locked = screen.getByRole('link', { name: '3 people are locked out by wrong answers' })
    expect(searchOf(locked).get('f.outcome')).toBe('DENIED')
    expect([screen.getByText('Error'), screen.getByText('Warning')]).toHaveLength(2)
    await expectAccessible(container)
  })

  it('says nothing of alerts where there are none', async () => {
    serve(...doors())
    await show()
    await screen.findByText('Grace Hopper')
    expect(screen.queryByRole('heading', { name: 'Needs attention' })).toBeNull()
  })

  it('keeps the chosen time in the address and asks for hours or days', async () => {
    const asked = serve(...doors())
    const { user, router } = await show()
    await user.click(await screen.findByRole('button', { name: '24 hours' }))
    await waitFor(() => expect(router.state.location.search).toBe('?range=h24'))
    await waitFor(() =>
      expect(asked.some(({ body }) => JSON.stringify(body).includes('"HOUR"'))).toBe(true),
    )
  })

  it('says which part could not be read and shows the others', async () => {
    serve(
      ...doors().map((door) =>
        door.endpoint === countOutcomes
          ? answering(countOutcomes, () => new Refusal('service_unavailable'))
          : door,
      ),
    )
    await show()
    expect(await screen.findByText('Grace Hopper')).toBeDefined()
    expect(await screen.findByText('This could not be loaded')).toBeDefined()
  })
})

describe('a range', () => {
  const now = new Date(2026, 10, 21, 13, 7, 42)

  it('of a day ends with the hour that runs', () => {
    const { from, until, interval } = rangeAt('h24', now)
    expect(new Date(until)).toEqual(new Date(2026, 10, 21, 14))
    expect(new Date(from)).toEqual(new Date(2026, 10, 20, 14))
    expect(interval).toBe('HOUR')
  })

  it('of days begins and ends at the viewer’s midnight', () => {
    const { from, until } = rangeAt('d7', now)
    expect(new Date(until)).toEqual(new Date(2026, 10, 22))
    expect(new Date(from)).toEqual(new Date(2026, 10, 15))
  })
})
