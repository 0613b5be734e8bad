import { describe, expect, it } from 'vitest'
import { eventPatternForm, groupOf, isChosen } from './webhooks.ts'

describe('an event pattern', () => {
  it.each([
    ['*', 'ROLE_CREATED', true],
    ['USER_*', 'USER_CREATED', true],
    ['USER_*', 'USERS_CREATED', false],
    ['USER_*', 'USER', false],
    ['USER_CREATED', 'USER_CREATED', true],
    ['USER_CREATED', 'USER_CREATED_AGAIN', false],
    ['PASSWORD_RESET_*', 'PASSWORD_RESET', false],
  ])('%s against %s: %s', (pattern, action, chosen) => {
    expect(isChosen([pattern], action)).toBe(chosen)
  })

  it.each(['*', 'USER_*', 'USER_CREATED', 'STEP_UP'])('%s has the form', (pattern) => {
    expect(eventPatternForm.test(pattern)).toBe(true)
  })

  it.each(['', 'user_created', 'USER*', '_*', 'USER__X', '*_CREATED', 'USER_*_X', 'A\n'])(
    '%j does not',
    (pattern) => {
      expect(eventPatternForm.test(pattern)).toBe(false)
    },
  )

  it('of a group is the first word of its actions', () => {
    expect(groupOf('USER_STATE_CHANGED')).toBe('USER_*')
    expect(isChosen([groupOf('STEP_UP')], 'STEP_UP')).toBe(true)
  })
})
