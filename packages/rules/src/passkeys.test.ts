import { expect, it } from 'vitest'
import { optionsOfAttempt } from './passkeys.ts'

const options = { challenge: 'x', rpId: 'example.com', allowCredentials: [] }

it('asks for passkeys of the present RP ID, then for those of former ones, in turn', () => {
  const former = [
    { rpId: 'login.example.com', allowCredentials: [{ id: 'a' }] },
    { rpId: 'old.example.com', allowCredentials: [] },
  ]
  const asked = [0, 1, 2, 3].map((attempt) => optionsOfAttempt({ ...options, former }, attempt))
  expect(asked).toEqual([
    options,
    { ...options, ...former[0] },
    { ...options, ...former[1] },
    options,
  ])
})

it('asks the same each time where there is no former RP ID', () => {
  expect(optionsOfAttempt(options, 3)).toBe(options)
})
