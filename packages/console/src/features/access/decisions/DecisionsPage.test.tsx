import {
  evaluateDecision,
  listDecisions,
  readDecision,
} from '@signet/contract/access/access-decisions'
import { listRuleResources } from '@signet/contract/access/resource-rules'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { changeLocale } from '../../../lib/i18n.ts'
import type { Decision } from '../../../pickers/decisions/decisions.queries.ts'
import { decisionsFeature } from './decisions.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000a1'
const at = '2026-11-22T10:00:00.000Z'
const summary = {
  id,
  decidedAt: at,
  userId: id.replace('a1', 'b1'),
  userName: 'grace',
  resourceId: 'USER_PORTAL' as const,
  outcome: 'DENY' as const,
  level: 'HIGH' as const,
  rule: 'From abroad',
  address: '203.0.113.7',
  country: 'FR',
}
const decision: Decision = {
  ...summary,
  application: null,
  refusal: null,
  rules: [
    {
      id: id.replace('a1', 'c1'),
      name: 'From abroad',
      percent: 100,
      mediumFrom: 30,
      highFrom: 70,
      level: 'HIGH',
      action: 'DENY',
      strict: true,
      factors: [
        {
          type: 'GEOLOCATION',
          points: 10,
          failed: true,
          reason: 'OUTSIDE',
          asked: { type: 'GEOLOCATION', points: 10, mode: 'ALLOWED', countries: ['DE'] },
        },
      ],
    },
  ],
  facts: {
    at,
    city: 'Paris',
    knownPlaces: 1,
    knownSignIns: 7,
    lastPlace: { country: 'DE', city: 'Berlin', lastSeen: at, distanceKm: 878 },
    expectedPlaces: 0,
    deviceKnown: false,
    deviceVerified: false,
    skipLocationHistory: false,
    skipTravelVelocity: false,
    maximumSpeedKmPerHour: 900,
    samePlaceKm: 100,
    historySignIns: 3,
  },
  flow: 'Standard sign-in',
  proven: ['PASSWORD'],
  askedAcrs: [],
  reachedAcr: null,
  engines: [],
  reproduced: true,
}
const resources = answering(listRuleResources, () => [
  { id: 'USER_PORTAL', name: null, type: 'USER_PORTAL' },
])
const show = (address: string) =>
  showScreens(decisionsFeature, address, { session: buildConsoleSession() })

it('decisions are listed, narrowed by outcome, and found by their number', async () => {
  const asked = serve(
    resources,
    answering(listDecisions, () => ({
      results: [summary],
      paging: { limit: 50, total: 1, estimated: false, nextCursor: null, prevCursor: null },
    })),
  )
  const { user, container } = await show('/decisions?f.outcome=DENY')
  expect(await screen.findByText('grace')).toBeDefined()
  await expectAccessible(container)
  await user.type(screen.getByRole('searchbox'), id)
  await waitFor(() =>
    expect(
      asked.filter(({ endpoint }) => endpoint === listDecisions).map(({ body }) => body),
    ).toContainEqual({ limit: expect.any(Number), outcome: 'DENY', id }),
  )
})

it('a decision is told in sentences, with each factor and why', async () => {
  serve(
    resources,
    answering(readDecision, () => decision),
  )
  const { container } = await show(`/decisions/${id}`)
  expect(await screen.findByRole('heading', { name: 'grace was refused' })).toBeDefined()
  for (const sentence of [
    'grace wanted to open User portal, from 203.0.113.7 (Paris, France).',
    'The rule From abroad decided: 100 % of its points failed, which makes high risk.',
    'The country, France, is none of those named.',
    'So they were refused.',
    'Proven by then: Password.',
  ]) {
    expect(screen.getByText(sentence)).toBeDefined()
  }
  expect(screen.getByRole('link', { name: 'Person' }).getAttribute('href')).toContain(
    summary.userId,
  )
  await expectAccessible(container)
})

it('a decision judged again tells what differs', async () => {
  const verdict = { outcome: 'DENY', level: 'HIGH', rule: 'From abroad' } as const
  serve(
    resources,
    answering(readDecision, () => decision),
    answering(evaluateDecision, () => ({
      equal: false,
      recorded: verdict,
      again: { ...verdict, outcome: 'ALLOW' as const },
      differences: [
        {
          what: 'FACTOR' as const,
          rule: 'From abroad',
          factor: 'GEOLOCATION',
          recorded: 'true OUTSIDE',
          again: 'false WITHIN',
        },
      ],
      today: null,
    })),
  )
  const { user } = await show(`/decisions/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Judge again' }))
  expect(await screen.findByText('The record leads to something else now:')).toBeDefined()
  expect(
    screen.getByText('Factor · From abroad · Country: recorded true OUTSIDE, now false WITHIN'),
  ).toBeDefined()
  expect(screen.getByText('Today no rule is about it.')).toBeDefined()
})

it('calls a rule that every tenant starts with as the visitor knows it', async () => {
  const name = 'User Portal - All Users'
  const ofDefault = {
    ...decision,
    rule: name,
    rules: decision.rules.map((rule) => ({ ...rule, name })),
  }
  serve(
    answering(listDecisions, () => ({
      results: [{ ...summary, rule: name }],
      paging: { limit: 25, total: 1, estimated: false, nextCursor: null, prevCursor: null },
    })),
    answering(readDecision, () => ofDefault),
    answering(listRuleResources, () => [{ id: 'USER_PORTAL', name: null, type: 'USER_PORTAL' }]),
  )
  await changeLocale('ja')
  await show('/decisions')
  expect(await screen.findByText('ユーザーポータル：全員')).toBeDefined()
  expect(screen.queryByText(name)).toBeNull()
  await changeLocale('en')
})
