import { describe, expect, it } from 'vitest'
import { buildSession, buildState, completed, due, dueSecond } from '../../testing/answers.ts'
import { atStart, type FlowEvent, next, type Position, type State } from './machine.ts'

/** Answers of the service as the browser gets them: without what their schemas fill in. */
const answered = (state: ReturnType<typeof buildState>): FlowEvent => ({
  type: 'answered',
  state: {
    ...buildState(),
    enrollableAuthenticators: ['TOKEN', 'FIDO'],
    ...state,
    userMachineSettings: null,
  } satisfies State,
})

const after = (...events: readonly FlowEvent[]): Position => events.reduce(next, atStart)

const enroll = answered(buildState({ requiredActions: ['ENROLL_SECOND_FACTOR'] }))
const change = answered(buildState({ requiredActions: ['PASSWORD_CHANGE'] }))
const done = answered(completed())

describe('the sign-in as a machine', () => {
  it('begins with the user id', () => {
    expect(after()).toEqual({ at: 'identify', notice: null })
  })

  it('prefers the first way of a step', () => {
    expect(after(answered(due(['PASSWORD', 'PASSKEY'])))).toMatchObject({
      at: 'factor',
      chosen: { type: 'PASSWORD' },
      secondFactor: false,
      isChoosing: false,
    })
  })

  it('goes from factor to factor', () => {
    const position = after(answered(due(['PASSWORD'])), answered(dueSecond(['TOKEN'])))
    expect(position).toMatchObject({ chosen: { type: 'TOKEN' }, secondFactor: true })
  })

  it('takes another way, and back', () => {
    const list = after(answered(due(['PASSWORD', 'PASSKEY'])), { type: 'another' })
    expect(list).toMatchObject({ isChoosing: true })
    expect(next(list, { type: 'another' })).toMatchObject({ isChoosing: false })
    expect(next(list, { type: 'choose', choice: { type: 'PASSKEY' } })).toMatchObject({
      isChoosing: false,
      chosen: { type: 'PASSKEY' },
    })
  })

  it('asks for factors before actions', () => {
    const both = { ...dueSecond(['TOKEN']), requiredActions: ['PASSWORD_CHANGE' as const] }
    expect(after(answered(both)).at).toBe('factor')
  })

  it('shows recovery codes after an enrolment, whatever came between', () => {
    expect(after(enroll, done).at).toBe('recoveryCodes')
    expect(after(enroll, change, done).at).toBe('recoveryCodes')
    expect(after(enroll, done, { type: 'codesKept' }).at).toBe('leave')
  })

  it('shows none without an enrolment, or without a session', () => {
    expect(after(answered(due(['PASSWORD'])), done).at).toBe('leave')
    expect(after(change, done).at).toBe('leave')
    expect(after(enroll, answered(completed({ session: null }))).at).toBe('leave')
  })

  it('keeps where to go on', () => {
    const state = completed({ redirect: '/oidc/authorize/abc', session: buildSession() })
    expect(after(answered(state))).toEqual({ at: 'leave', redirect: '/oidc/authorize/abc' })
    expect(after(enroll, answered(state), { type: 'codesKept' })).toEqual({
      at: 'leave',
      redirect: '/oidc/authorize/abc',
    })
  })

  it('is stuck without a way, and begins anew from anywhere', () => {
    expect(after(answered(due([]))).at).toBe('stuck')
    expect(after(enroll, { type: 'changeUser' })).toEqual(atStart)
    expect(after(enroll, { type: 'expired' })).toEqual({ at: 'identify', notice: 'expired' })
    expect(after({ type: 'interactionEnded' }).at).toBe('ended')
  })

  it('ignores what does not belong to where it stands', () => {
    for (const event of [{ type: 'another' }, { type: 'codesKept' }] as const) {
      expect(next(atStart, event)).toEqual(atStart)
    }
    expect(next(atStart, { type: 'choose', choice: { type: 'OTP' } })).toEqual(atStart)
  })
})
