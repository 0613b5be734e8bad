import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import { standardFlow } from '@signet/rules/flows'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, buildPerson, buildToken } from '../../../../testing/access/people.ts'
import { buildGrid } from '../../../../testing/authenticators/grids.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

// Guard: `firsts` in `isKnownByOneKind` (accounts.repository.ts).

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  const { token: as } = await buildAdmin(test.ctx)
  await test.call(createAuthenticationFlow, {
    as,
    body: {
      ...standardFlow,
      name: 'Codes first',
      firstFactors: ['TOKEN'],
      secondFactor: 'WHEN_HELD',
      secondFactors: ['GRID'],
      default: true,
    },
  })
})
afterAll(() => test.close())

it('whoever begins with a code is asked for the card they hold too, and only who holds none is not', {
  meta: { covers: ['S2'] },
}, async () => {
  const proven = async ({ card }: { readonly card: boolean }) => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    if (card) await buildGrid(test.ctx, user.id)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    return (await browser.prove('TOKEN', token.code())).body
  }
  expect(await proven({ card: false })).toMatchObject({ authenticationCompleted: true })
  expect(await proven({ card: true })).toMatchObject({
    authenticationCompleted: false,
    secondFactor: true,
    authenticators: [expect.objectContaining({ type: 'GRID' })],
  })
})
