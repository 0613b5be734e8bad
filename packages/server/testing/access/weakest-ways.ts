import { readApplicationWays, readUserWays, type Way } from '@signet/contract/access/weakest-ways'
import type { z } from 'zod'
import type { Call } from '../call.ts'

/** Grade and steps, in one line. */
const asText = ({ grade, steps }: z.output<typeof Way>): string =>
  `${grade}: ${steps.map(({ kind, authenticator }) => `${kind} ${authenticator}`).join(', ')}`

interface Asking {
  readonly call: Call
  readonly as: string
}

/** The ways to a user that lead over no one else, the cheapest first. */
export const ownWaysTo = async ({ call, as }: Asking, id: string): Promise<readonly string[]> => {
  const { text } = await call(readUserWays, { as, params: { id } })
  const { ways } = readUserWays.answer.parse(JSON.parse(text))
  return ways.filter(({ steps }) => steps.every(({ by }) => by === null)).map(asText)
}

/** The cheapest way of a user into an application, and of the application's own rights. */
export const waysInto = async ({ call, as }: Asking, id: string, name: string) => {
  const { text } = await call(readApplicationWays, { as, params: { id } })
  const { people, rights } = readApplicationWays.answer.parse(JSON.parse(text))
  const way = people.find(({ example }) => example.name === name)?.way ?? null
  return {
    way: way === null ? null : asText(way),
    rights: rights === null ? null : asText(rights),
  }
}
