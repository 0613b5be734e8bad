import { describe, expect, it } from 'vitest'
import {
  type Act,
  cheapestInTurns,
  cheapestOver,
  gradeOf,
  inOrder,
  isAtLeast,
  through,
  type Way,
  type WayActor,
  type WayStep,
} from './weakest-ways.ts'

const step = (kind: WayStep['kind'], authenticator: string | null, more = {}): WayStep => ({
  kind,
  authenticator,
  place: null,
  by: null,
  closedBy: null,
  ...more,
})
const proves = (...kinds: readonly string[]): readonly WayStep[] =>
  kinds.map((kind) =>
    step('PROVE', kind, kind === 'OTP' || kind === 'MAGICLINK' ? { place: 'MAILBOX' } : {}),
  )
const way = (...kinds: readonly string[]): Way => {
  const steps = proves(...kinds)
  return { grade: gradeOf(steps), steps, probability: null }
}
const actor = (id: string, kind: WayActor['kind'] = 'USER'): WayActor => ({ kind, id, name: id })
const act = (from: string, to: string): Act => ({
  from: actor(from),
  to,
  steps: [step('ACT', 'PASSWORD')],
})

/** To its end, without giving a turn to others. */
const cheapestWays = (...given: Parameters<typeof cheapestInTurns>) => {
  const turns = cheapestInTurns(...given)
  for (;;) {
    const { done, value } = turns.next()
    if (done === true) return value
  }
}

describe('the grade of a way', () => {
  it.each([
    ['MAILBOX', proves('MAGICLINK')],
    ['MAILBOX', proves('OTP', 'MAGICLINK')],
    ['MAILBOX', [...proves('OTP'), step('RESET', 'PASSWORD')]],
    ['ONE_FACTOR', proves('PASSWORD')],
    ['ONE_FACTOR', proves('PASSWORD', 'KBA')],
    ['ONE_FACTOR', proves('TOKEN', 'TOKENPUSH')],
    ['ONE_FACTOR', [...proves('PASSWORD'), step('ENROL', 'FIDO')]],
    ['ONE_FACTOR', [step('PROVE', 'OTP', { place: 'PHONE' })]],
    ['ONE_FACTOR', [step('SECRET', null)]],
    ['PROVIDER', proves('IDP')],
    ['TWO_FACTORS', proves('IDP', 'TOKEN')],
    ['TWO_FACTORS', proves('PASSWORD', 'TEMP_ACCESS_CODE')],
    ['TWO_FACTORS', [...proves('OTP', 'TOKEN'), step('RESET', 'PASSWORD'), ...proves('TOKEN')]],
    ['PHISHING_RESISTANT', proves('PASSWORD', 'FIDO')],
    ['PHISHING_RESISTANT', proves('PASSKEY')],
    ['PHISHING_RESISTANT', proves('USER_CERTIFICATE')],
  ] as const)('is %s', (grade, steps) => {
    expect(gradeOf(steps)).toBe(grade)
  })
})

describe('ways in order', () => {
  it('names each once, the cheapest first', () => {
    const all = [way('PASSKEY'), way('PASSWORD', 'TOKEN'), way('MAGICLINK'), way('PASSWORD')]
    expect(inOrder([...all, way('PASSWORD')]).map(({ grade }) => grade)).toEqual([
      'MAILBOX',
      'ONE_FACTOR',
      'TWO_FACTORS',
      'PHISHING_RESISTANT',
    ])
  })

  it('puts what is guessed more often first, then what takes fewer steps', () => {
    const guessed = { ...way('TEMP_ACCESS_CODE', 'TOKEN'), probability: 1e-6 }
    const seldom = { ...way('GRID', 'TOKEN'), probability: 1e-9 }
    const longer = way('PASSWORD', 'GRID', 'GRID')
    expect(inOrder([longer, seldom, way('PASSWORD', 'TOKEN'), guessed])).toEqual([
      guessed,
      seldom,
      way('PASSWORD', 'TOKEN'),
      longer,
    ])
  })
})

describe('an administrator who may act for a user', () => {
  it('is the cheapest way to an administrator when their own protection is low', () => {
    const own = new Map([
      ['chief', way('PASSKEY')],
      ['desk', way('PASSWORD')],
    ])
    const found = cheapestWays(own, [act('desk', 'chief')])
    expect(found.get('chief')).toMatchObject({ grade: 'ONE_FACTOR' })
    expect(found.get('chief')?.steps.map(({ kind, by }) => [kind, by?.id])).toEqual([
      ['PROVE', 'desk'],
      ['ACT', 'desk'],
    ])
    expect(found.get('desk')).toEqual(way('PASSWORD'))
  })

  it('is followed over several', () => {
    const own = new Map([
      ['chief', way('PASSKEY')],
      ['site', way('PASSWORD', 'FIDO')],
      ['desk', way('MAGICLINK')],
    ])
    const found = cheapestWays(own, [act('site', 'chief'), act('desk', 'site')])
    expect(found.get('chief')).toMatchObject({ grade: 'MAILBOX' })
    expect(found.get('chief')?.steps.map(({ by }) => by?.id)).toEqual(['desk', 'desk', 'site'])
  })

  it('has to be persuaded where they sign in with a phishing-resistant factor', () => {
    const over = through(way('PASSKEY'), act('desk', 'chief'))
    expect(over.grade).toBe('ANOTHERS_ACT')
    expect(isAtLeast(over.grade, 'TWO_FACTORS')).toBe(true)
  })

  it('never passes anybody twice', () => {
    const own = new Map([
      ['one', way('PASSKEY')],
      ['other', way('PASSKEY')],
    ])
    const found = cheapestWays(own, [act('one', 'other'), act('other', 'one')])
    expect(found.get('one')?.steps.map(({ by }) => by?.id)).toEqual(['other', 'other'])
    expect(found.get('other')?.steps.map(({ by }) => by?.id)).toEqual(['one', 'one'])
  })

  it('is a program by its secret', () => {
    const own = new Map<string, Way>([
      ['chief', way('PASSKEY')],
      ['sync', { grade: 'ONE_FACTOR', steps: [step('SECRET', null)], probability: null }],
    ])
    const by = { ...act('sync', 'chief'), from: actor('sync', 'PROGRAM') }
    expect(cheapestWays(own, [by]).get('chief')).toMatchObject({ grade: 'ONE_FACTOR' })
  })

  it('is chosen by what their own way takes', () => {
    const best = new Map([
      ['chief', way('PASSKEY')],
      ['site', way('PASSWORD', 'TOKEN')],
      ['desk', way('PASSWORD')],
    ])
    const acts = ['chief', 'site', 'desk', 'gone'].map((from) => act(from, 'user'))
    expect(cheapestOver(acts, best)?.steps.map(({ by }) => by?.id)).toEqual(['desk', 'desk'])
    expect(cheapestOver(acts.slice(0, 1), best)?.grade).toBe('ANOTHERS_ACT')
    expect(cheapestOver([act('gone', 'user')], best)).toBeNull()
  })
})
