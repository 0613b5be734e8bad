import { buildUser } from '../../../../testing/builders.ts'
import {
  buildDecision,
  buildIpList,
  buildResourceRule,
  buildRiskEngine,
  buildTransactionItem,
  buildTransactionRule,
  buildTriedWhatIf,
  buildWhatIf,
  engineNamed,
  openRule,
  ruleAbout,
} from '../risk-rows.ts'
import type { Scenario, Scenarios, World } from '../world.ts'

const name = ({ ctx }: World): string => `n${ctx.platform.ids.random(6).toString('hex')}`

type Build = (ctx: World['ctx']) => Promise<string>

/** A row of its kind, and what it is changed to. */
const on =
  (build: Build, body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await build(world.ctx) },
    ...(body === undefined ? {} : { body: await body(world) }),
  })

const onUser =
  (body?: object): Scenario =>
  async ({ ctx }) => ({
    params: { userid: (await buildUser(ctx)).id },
    ...(body === undefined ? {} : { body }),
  })

const list = (world: World) => ({ name: name(world), addresses: ['198.51.100.7', '2001:db8::/32'] })
const item = (world: World) => ({ name: name(world), type: 'TEXT' })
const rule = async (world: World) => ({
  name: name(world),
  ...ruleAbout(await buildTransactionItem(world.ctx)),
})
const opening = (world: World) => ({ name: name(world), ...openRule() })
const engine = (world: World) => engineNamed(name(world))
const fresh =
  (body: (world: World) => unknown): Scenario =>
  async (world) => ({ body: await body(world) })

export const riskScenarios: Scenarios = {
  readIpList: on(buildIpList),
  createIpList: fresh(list),
  updateIpList: on(buildIpList, list),
  deleteIpList: async ({ ctx }) => ({ params: { id: await buildIpList(ctx), force: 'false' } }),
  locateAddresses: () => ({ body: { addresses: ['192.0.2.1'] } }),
  readExpectedLocations: onUser(),
  replaceExpectedLocations: onUser({ locations: [{ name: 'Home', country: 'DE' }] }),
  listUserLocations: onUser(),
  forgetUserLocations: onUser(),
  readUserRbaSettings: onUser(),
  updateUserRbaSettings: onUser({ skipTravelVelocity: true }),
  readTransactionItem: on(buildTransactionItem),
  createTransactionItem: fresh(item),
  updateTransactionItem: on(buildTransactionItem, item),
  deleteTransactionItem: on(buildTransactionItem),
  readTransactionRule: on(buildTransactionRule),
  createTransactionRule: fresh(rule),
  updateTransactionRule: on(buildTransactionRule, rule),
  deleteTransactionRule: on(buildTransactionRule),
  listResourceRulesOf: () => ({ params: { id: 'USER_PORTAL' } }),
  readResourceRule: on(buildResourceRule),
  createResourceRule: fresh(opening),
  updateResourceRule: on(buildResourceRule, opening),
  deleteResourceRule: on(buildResourceRule),
  listDecisions: async ({ ctx }) => ({ body: { id: await buildDecision(ctx) } }),
  readDecision: on(buildDecision),
  evaluateDecision: on(buildDecision),
  listAccessDecisions: onUser(),
  readRiskEngine: on(buildRiskEngine),
  createRiskEngine: fresh(engine),
  updateRiskEngine: on(buildRiskEngine, engine),
  changeRiskEngineState: on(buildRiskEngine, () => ({ state: 'DISABLED' })),
  deleteRiskEngine: on(buildRiskEngine),
  reportRiskFactors: async ({ ctx }) => ({ body: { id: await buildRiskEngine(ctx) } }),
  createWhatIf: async ({ ctx }) => ({
    body: { change: { kind: 'RULE', ruleId: await buildResourceRule(ctx), rule: null } },
  }),
  readWhatIf: on(buildWhatIf),
  listWhatIfPeople: on(buildTriedWhatIf, () => ({ effect: 'BLOCKED' })),
  publishWhatIf: on(buildWhatIf, () => ({ confirmation: 'rba' })),
  deleteWhatIf: on(buildWhatIf),
  testTransactionRule: async ({ ctx }) => ({
    body: { rule: ruleAbout(await buildTransactionItem(ctx)), values: { amount: '5' } },
  }),
}
