import {
  readGuessBudget,
  readGuessMeter,
  updateGuessBudget,
} from '@signet/contract/settings/guessbudget'
import { readLockoutSettings, updateLockoutSettings } from '@signet/contract/settings/lockout'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Asked, answering, type Door, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { GuessingTab } from './GuessingTab.tsx'

const row = {
  attempts: 3,
  lockMillis: 900_000,
  growth: 16,
  guessesPerYear: 30,
  basis: 'CHANCE' as const,
  chance: 3e-6,
}

const unlocked = {
  attempts: null,
  lockMillis: null,
  growth: null,
  guessesPerYear: null,
  probability: null,
}
const everybody = [
  { ...row, authenticator: 'PASSWORD', probability: null, basis: 'PEOPLE' as const, chance: null },
  { ...row, authenticator: 'TOKEN', probability: 9e-5 },
  { ...row, ...unlocked, authenticator: 'TOKENPUSH', basis: 'OWNER' as const, chance: 1 / 90 },
  { ...row, ...unlocked, authenticator: 'FACE', basis: 'PROVIDER' as const, chance: null },
]
const meters = [
  { policy: null, authenticators: everybody },
  {
    policy: 'Contractors',
    authenticators: [{ ...row, authenticator: 'TOKEN', probability: 2e-4 }],
  },
]
const lockouts = { authenticators: { TOKEN: { attempts: 2, lockMillis: 900_000 } } }

const show = (...more: readonly Door[]) => {
  const asked = serve(
    ...more,
    answering(readGuessMeter, () => ({ bound: 1e-4, meters })),
    answering(readGuessBudget, () => ({ bound: 1e-4 })),
    answering(readLockoutSettings, () => lockouts),
  )
  const session = buildConsoleSession()
  return { asked, ...renderRoutes([{ path: '/', element: <GuessingTab /> }], { at: '/', session }) }
}
const bodies = (asked: readonly Asked[], endpoint: Asked['endpoint']) =>
  asked.filter((each) => each.endpoint === endpoint).map(({ body }) => body)

it('shows how likely each authenticator is to be guessed, for everybody and under each policy', async () => {
  show()
  const all = within(await screen.findByRole('table', { name: 'Everybody' }))
  expect(all.getByText('People choose it: cannot be reckoned')).toBeTruthy()
  expect(all.getByText(/0.009%/)).toBeTruthy()
  expect(all.getByText('Within the bound')).toBeTruthy()
  expect(all.getByText(/matches one time in 90/)).toBeTruthy()
  expect(all.getByText('The provider decides')).toBeTruthy()
  const policy = screen.getByRole('table', { name: 'Contractors' })
  expect(within(policy).getByText('Above the bound')).toBeTruthy()
  await screen.findByRole('spinbutton', { name: 'A year of guessing may succeed once in' })
  await expectAccessible()
})

it('sets the bound as one in so many, and says when settings stand above it', async () => {
  const { user, asked } = show(
    answering(updateGuessBudget, () => new Refusal('guess_budget_exceeded')),
  )
  const name = 'A year of guessing may succeed once in'
  const bound = await screen.findByRole('spinbutton', { name })
  expect(bound).toHaveProperty('value', '10000')
  await user.clear(bound)
  await user.type(bound, '1000000')
  const [save] = screen.getAllByRole('button', { name: 'Save' })
  if (save !== undefined) await user.click(save)
  expect(await screen.findByText(/an attacker would guess right too often/)).toBeTruthy()
  expect(bodies(asked, updateGuessBudget)).toEqual([{ bound: 1e-6 }])
})

it('sets when each authenticator locks, and reads the meter anew', async () => {
  const { user, asked } = show(answering(updateLockoutSettings, () => lockouts))
  await user.click(
    await screen.findByRole('checkbox', {
      name: 'Set when it locks: Code from your authenticator app',
    }),
  )
  await user.click(screen.getByRole('checkbox', { name: 'Set when it locks: Grid card' }))
  const grid = within(screen.getByRole('group', { name: 'Grid card' }))
  const attempts = grid.getByRole('spinbutton', { name: 'Wrong answers until a lock' })
  await user.clear(attempts)
  await user.type(attempts, '1')
  const before = bodies(asked, readGuessMeter).length
  const [, save] = screen.getAllByRole('button', { name: 'Save' })
  if (save !== undefined) await user.click(save)
  await waitFor(() => expect(bodies(asked, updateLockoutSettings)).toHaveLength(1))
  expect(bodies(asked, updateLockoutSettings)).toEqual([
    { authenticators: { GRID: { attempts: 1, lockMillis: 900_000 } } },
  ])
  await waitFor(() => expect(bodies(asked, readGuessMeter).length).toBeGreaterThan(before))
})
