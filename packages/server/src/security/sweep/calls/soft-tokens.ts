import { browserOf, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import { buildSoftTokenApp } from '../../../../testing/access/soft-token-app.ts'
import { buildSignedIn, type World } from '../world.ts'

export const serviceOf = ({ ctx, test }: World) => ({ ctx, call: test.call })

/** An app whose sign-in waits for an answer. */
export const asked = async (world: World) => {
  const person = await buildSignedIn(world)
  const { app } = await buildSoftTokenApp(serviceOf(world), person.id)
  const browser = browserOf(world.test.call)
  await browser.query(person.userId)
  await browser.prove('PASSWORD', goodPassword)
  const { body } = await browser.challenge('TOKENPUSH')
  return { app, browser, number: String(fieldOf(body.push, 'number')) }
}
