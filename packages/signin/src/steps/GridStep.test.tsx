import {
  challengeAuthenticator,
  completeAuthentication,
} from '@signet/contract/access/authentication'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { completed, dueSecond, nextToken } from '../../testing/answers.ts'
import {
  field,
  givePassword,
  heading,
  identify,
  left,
  openPage,
  press,
  stand,
} from '../../testing/open-page.tsx'
import { refuse } from '../../testing/service.ts'

const cells = (...names: string[]) => ({
  authToken: nextToken(),
  authenticationCompleted: false,
  fidoChallenge: null,
  otp: null,
  sequenceNonce: null,
  gridChallenge: {
    challenge: names.map((name) => ({ column: name.slice(0, 1), row: Number(name.slice(1)) })),
    cellLength: 2,
    expiresAt: '2031-01-01T00:00:00.000Z',
    serialNumbers: ['23456789'],
  },
})

const begin = async () => {
  const page = await openPage('/')
  await identify(page, 'ada')
  await givePassword(page, 'correct horse')
  await heading('Read your grid card')
  return page
}

describe('a grid card', () => {
  it('is asked for cells that are shown and said, and signs in by what stands in them', async () => {
    stand.service.on(challengeAuthenticator, () => cells('A1', 'C5', 'J8'))
    stand.service.on(completeAuthentication, ({ params }) =>
      params.authenticator === 'PASSWORD' ? dueSecond(['GRID']) : completed(),
    )
    const page = await begin()
    const list = await screen.findByRole('list')
    expect(within(list).getByText('Column C, row 5')).toBeDefined()
    expect(within(list).getByText('C5').getAttribute('aria-hidden')).toBe('true')
    await page.visitor.type(await field('Contents of the cells'), 'k4 7x 9m')
    await press(page, 'Confirm')
    await left()
    expect(stand.service.callsOf(completeAuthentication).at(-1)?.body).toMatchObject({
      response: 'k4 7x 9m',
    })
  })

  it('is asked again when the cells are not asked any more', {
    meta: { covers: ['errors.special-grid-challenge-expired'] },
  }, async () => {
    let asked = 0
    stand.service.on(challengeAuthenticator, () => {
      asked += 1
      return asked === 1 ? cells('A1', 'B2', 'C3') : cells('D4', 'E5', 'F6')
    })
    stand.service.on(completeAuthentication, ({ params }) =>
      params.authenticator === 'PASSWORD'
        ? dueSecond(['GRID'])
        : refuse({ status: 400, code: 'grid_challenge_expired' }),
    )
    const page = await begin()
    await page.visitor.type(await field('Contents of the cells'), 'K47X9M')
    await press(page, 'Confirm')
    expect(await screen.findByText('Column D, row 4')).toBeDefined()
    expect((await screen.findByRole('alert')).textContent).toMatch(/no longer asked/)
  })
})
