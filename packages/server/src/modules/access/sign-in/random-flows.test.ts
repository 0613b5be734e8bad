import {
  challengeAuthenticator,
  completeAuthentication,
  GridChallenge,
  queryAuthenticators,
} from '@signet/contract/access/authentication'
import {
  createAuthenticationFlow,
  listAuthenticationFlows,
  updateAuthenticationFlow,
} from '@signet/contract/access/authentication-flows'
import {
  type Flow,
  flowFaults,
  secondFactorNeeds,
  secondFactorSkips,
  standardFlow,
} from '@signet/rules/flows'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionsWithEvidence } from '../../../../testing/access/evidence.ts'
import { secondNode } from '../../../../testing/access/nodes.ts'
import {
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  type SoftToken,
} from '../../../../testing/access/people.ts'
import { buildGrid, type HeldGrid } from '../../../../testing/authenticators/grids.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import type { Answer, Call } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { recoveryCodes } from '../../authenticators/recovery-codes/index.ts'

/*
 * Flows of any kind, changed while people are under way, walked on two nodes: what a session needs is
 * said here again, in the words of the flow, and held against what was really given. Guards: `takes`
 * of both steps and `independent` in `stepDue`, `isAsked` in `signInSteps` (plan.ts).
 */

let test: TestApp
let nodes: readonly [Call, Call]
let standard: { readonly id: string; readonly name: string }
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  const second = await secondNode(test)
  nodes = [test.call, second.call]
  const { token: as } = await buildAdmin(test.ctx)
  standard = JSON.parse((await test.call(listAuthenticationFlows, { as })).text)[0]
})
afterAll(() => test.close())

const kinds = ['PASSWORD', 'TOKEN', 'GRID', 'RECOVERY_CODE'] as const
type Kind = (typeof kinds)[number]

interface Person {
  readonly id: string
  readonly userId: string
  readonly administrator: boolean
  readonly token: SoftToken | null
  readonly card: HeldGrid | null
  readonly codes: string[]
}

/** A sign-in that was begun: whose it is, and what was really given in it. */
interface Walk {
  readonly person: Person
  readonly authTokens: string[]
  readonly given: Kind[]
  challenge: unknown
}

interface World {
  readonly people: readonly Person[]
  readonly walks: Walk[]
}

/** The flow of the tenant, and those before: the other node may go by one for a second more. */
let current: Flow = standardFlow
const former: { readonly flow: Flow; readonly until: number }[] = []
const supersede = (flow: Flow): void => {
  former.push({ flow: current, until: performance.now() + 1100 })
  current = flow
}

const build = async (administrator: boolean, holds: boolean): Promise<Person> => {
  const { id, userId } = await buildPerson(test.ctx, { administrator })
  if (!holds) return { id, userId, administrator, token: null, card: null, codes: [] }
  const codes = await test.ctx.transaction((ctx) =>
    recoveryCodes.createSet(ctx, { id, name: userId }),
  )
  return {
    id,
    userId,
    administrator,
    token: await buildToken(test.ctx, id),
    card: await buildGrid(test.ctx, id),
    codes: [...codes],
  }
}

/** What the flow wants of somebody, said apart from the engine. */
const suffices = (flow: Flow, { person, given }: Walk): boolean => {
  const seconds = flow.secondFactors
  const holdsOne =
    (person.token !== null && seconds.includes('TOKEN')) ||
    (person.card !== null && seconds.includes('GRID'))
  const needsTwo =
    person.administrator ||
    flow.secondFactor === 'ALWAYS' ||
    (flow.secondFactor === 'WHEN_HELD' && holdsOne)
  const firsts = given.filter((kind) => flow.firstFactors.some((first) => first === kind))
  if (!needsTwo) return firsts.length > 0
  const isSecond = (kind: Kind): boolean =>
    seconds.length === 0 || seconds.some((second) => second === kind)
  // Things that somebody has are one class: administrators need what they know beside it.
  const areTwo = (first: Kind, second: Kind): boolean =>
    first !== second &&
    (!person.administrator || (first === 'PASSWORD') !== (second === 'PASSWORD'))
  return firsts.some((first) => given.some((second) => isSecond(second) && areTwo(first, second)))
}

/** Sessions that were given: an answer that is asked for again is the same one. */
const given = new Set<string>()

/** A call to a node, and when it was begun. */
interface Asked {
  readonly node: 0 | 1
  readonly at: number
}

const asking = (node: 0 | 1): Asked => ({ node, at: performance.now() })

/** What a call may have gone by. The node that changed the flow goes by it at once. */
const flowsOf = ({ node, at }: Asked): readonly Flow[] => {
  if (node === 0) return [current]
  return [current, ...former.filter(({ until }) => at < until).map(({ flow }) => flow)]
}

const follow = (walk: Walk, asked: Asked, answer: Answer): void => {
  const { authToken } = answer.body
  if (typeof authToken === 'string') walk.authTokens.push(authToken)
  const session = fieldOf(answer.body, 'session', 'jwt', 'token')
  if (typeof session !== 'string' || given.has(session)) return
  given.add(session)
  const userId = fieldOf(answer.body, 'session', 'jwt', 'userId')
  expect(userId).toBe(walk.person.id)
  const flows = flowsOf(asked)
  const told = JSON.stringify([flows, walk.person.administrator, walk.given])
  expect(
    flows.some((flow) => suffices(flow, walk)),
    told,
  ).toBe(true)
}

/** A move of one walk, on a node, by an older page where `back` says so. */
interface Move {
  readonly what:
    | 'begin'
    | 'give'
    | 'give twice'
    | 'give wrongly'
    | 'give nothing'
    | 'ask'
    | 'change the flow'
  readonly pick: number
  readonly kind: Kind
  readonly node: 0 | 1
  readonly back: 0 | 1 | 2
}

const walkAt = (world: World, pick: number): Walk | undefined =>
  world.walks[pick % Math.max(1, world.walks.length)]

const begin = async (world: World, { pick, node }: Move): Promise<void> => {
  const person = world.people[pick % world.people.length]
  if (person === undefined) return
  const walk: Walk = { person, authTokens: [], given: [], challenge: null }
  world.walks.push(walk)
  const asked = asking(node)
  const answer = await nodes[node](queryAuthenticators, { body: { userId: person.userId } })
  follow(walk, asked, answer)
}

const pageOf = ({ authTokens }: Walk, back: number): string =>
  authTokens[Math.max(0, authTokens.length - 1 - back)] ?? 'x'.repeat(200)

const rightAnswer = ({ person, challenge }: Walk, kind: Kind): string | undefined => {
  if (kind === 'PASSWORD') return goodPassword
  if (kind === 'TOKEN') return person.token?.code()
  if (kind === 'RECOVERY_CODE') return person.codes.pop()
  const asked = GridChallenge.safeParse(challenge)
  return asked.success ? person.card?.read(asked.data.challenge) : undefined
}

const submit = async (
  { node, kind, back }: Move,
  {
    walk,
    response,
    right,
  }: { readonly walk: Walk; readonly response: string; readonly right: boolean },
): Promise<void> => {
  const asked = asking(node)
  const answer = await nodes[node](completeAuthentication, {
    params: { authenticator: kind },
    body: { authToken: pageOf(walk, back), response },
  })
  if (answer.status === 200) {
    expect(right, `${kind} was taken`).toBe(true)
    walk.given.push(kind)
  }
  follow(walk, asked, answer)
}

const give = async (world: World, move: Move, times: 1 | 2): Promise<void> => {
  const walk = walkAt(world, move.pick)
  if (walk === undefined) return
  if (move.kind === 'TOKEN') test.clock.advance(31_000)
  const response = rightAnswer(walk, move.kind)
  if (response === undefined) return
  const tabs = times === 1 ? [move] : [move, { ...move, node: move.node === 0 ? 1 : 0 } as const]
  await Promise.all(tabs.map((tab) => submit(tab, { walk, response, right: true })))
}

const ask = async (world: World, { pick, node, back }: Move): Promise<void> => {
  const walk = walkAt(world, pick)
  if (walk === undefined) return
  const asked = asking(node)
  const answer = await nodes[node](challengeAuthenticator, {
    params: { authenticator: 'GRID' },
    body: { authToken: pageOf(walk, back) },
  })
  walk.challenge = fieldOf(answer.body, 'gridChallenge') ?? walk.challenge
  follow(walk, asked, answer)
}

const apply = async (flow: Flow): Promise<void> => {
  const { token: as } = await buildAdmin(test.ctx)
  const name = `Flow ${test.ctx.platform.ids.random(6).toString('hex')}`
  const body = { ...flow, name, default: true }
  const made = await test.call(createAuthenticationFlow, { as, body })
  // What no administrator could walk is refused: the one before goes on.
  if (made.status === 200) supersede(flow)
  else expect(made.body.errorCode).toBe('no_administrator_left')
}

const restore = async (): Promise<void> => {
  const { token: as } = await buildAdmin(test.ctx)
  const body = { ...standardFlow, name: standard.name, default: true }
  const put = await test.call(updateAuthenticationFlow, { as, params: { id: standard.id }, body })
  expect(put.status, put.text).toBe(200)
  supersede(standardFlow)
  const flows: { id: string; system: boolean }[] = JSON.parse(
    (await test.call(listAuthenticationFlows, { as })).text,
  )
  const made = flows.filter(({ system }) => !system).map(({ id }) => id)
  if (made.length === 0) return
  await test.ctx.db
    .deleteFrom('authentication_flows')
    .where('tenant_id', '=', test.tenant.id)
    .where('id', 'in', made)
    .execute()
}

const subset = <T>(values: readonly T[], minLength: number) =>
  fc.shuffledSubarray([...values], { minLength })

const anyFlow: fc.Arbitrary<Flow> = fc
  .record({
    firstFactors: subset(['PASSWORD', 'TOKEN'] as const, 1),
    secondFactor: fc.constantFrom(...secondFactorNeeds),
    secondFactors: subset(['PASSWORD', 'TOKEN', 'GRID', 'RECOVERY_CODE'] as const, 1),
    skipSecondFactor: fc.constantFrom(...secondFactorSkips),
  })
  .map(({ secondFactor, secondFactors, skipSecondFactor, firstFactors }) => ({
    outcome: 'ADMIT' as const,
    loginType: 'USER_LOGIN' as const,
    firstFactors,
    secondFactor,
    secondFactors: secondFactor === 'NONE' ? [] : secondFactors,
    skipSecondFactor: secondFactor === 'NONE' ? ('NEVER' as const) : skipSecondFactor,
  }))
  .filter((flow) => flowFaults(flow).length === 0)

const anyMove: fc.Arbitrary<Move> = fc.record({
  what: fc.oneof(
    { weight: 2, arbitrary: fc.constant('begin' as const) },
    { weight: 8, arbitrary: fc.constant('give' as const) },
    { weight: 3, arbitrary: fc.constant('ask' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'give twice' as const,
        'give wrongly' as const,
        'give nothing' as const,
        'change the flow' as const,
      ),
    },
  ),
  pick: fc.nat({ max: 40 }),
  kind: fc.constantFrom(...kinds),
  node: fc.constantFrom(0 as const, 1 as const),
  back: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const, 2 as const),
})

const step = async (world: World, move: Move, flows: readonly Flow[]): Promise<void> => {
  if (move.what === 'begin') return begin(world, move)
  if (move.what === 'give') return give(world, move, 1)
  if (move.what === 'give twice') return give(world, move, 2)
  if (move.what === 'ask') return ask(world, move)
  if (move.what === 'change the flow') {
    return apply(flows[move.pick % flows.length] ?? standardFlow)
  }
  const walk = walkAt(world, move.pick)
  if (walk === undefined) return
  const response = move.what === 'give nothing' ? '' : '000000'
  await submit(move, { walk, response, right: false })
}

describe('whatever flow is walked in whatever order', () => {
  it('a session means that its person gave what the flow asks for, and no row says otherwise', async () => {
    let sessions = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyFlow, { minLength: 2, maxLength: 3 }),
        fc.array(anyMove, { minLength: 16, maxLength: 36 }),
        async (flows, moves) => {
          const people = [
            await build(false, false),
            await build(false, true),
            await build(true, true),
          ]
          const world: World = { people, walks: [] }
          await apply(flows[0] ?? standardFlow)
          for (const pick of people.keys()) {
            await begin(world, { what: 'begin', pick, kind: 'PASSWORD', node: 0, back: 0 })
          }
          for (const move of moves) await step(world, move, flows)
          for (const { person, evidence } of await sessionsWithEvidence(test, people)) {
            sessions += 1
            expect(evidence.length).toBeGreaterThan(0)
            expect(evidence.map((row) => row.user_id)).toEqual(evidence.map(() => person?.id))
            expect(new Set(evidence.map((row) => row.channel)).size).toBe(evidence.length)
          }
          await restore()
        },
      ),
      { numRuns: 30, endOnFailure: true },
    )
    expect(sessions).toBeGreaterThan(15)
    // Sessions are opened by the calls that say so, and by no other.
    expect(given.size).toBe(sessions)
  }, 240_000)
})
