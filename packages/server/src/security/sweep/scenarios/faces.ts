import { createHmac } from 'node:crypto'
import { updateFaceAccount, updateFaceSettings } from '@signet/contract/settings/face'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildFace, registrationWorkflow } from '../device-rows.ts'
import { buildSignedIn, type Given, type Scenario, type Scenarios, type World } from '../world.ts'

const newSecret = ({ ctx, keep }: World): string =>
  keep(ctx.platform.ids.random(18).toString('base64url'))

/** An account with a provider that approves of every face; what its webhook signs with. */
const withProvider = async (world: World): Promise<string> => {
  const { test, admin } = world
  const webhookToken = newSecret(world)
  const body = {
    baseUrl: `${test.outside.url}/faces`,
    registrationWorkflow,
    authenticationWorkflow: 'compare',
    secrets: { apiToken: newSecret(world), webhookToken },
  }
  await test.call(updateFaceAccount, { as: admin.token, body })
  await test.call(updateFaceSettings, { as: admin.token, body: { enabled: true } })
  return webhookToken
}

const onPerson: Scenario = async (world) => {
  await withProvider(world)
  return { params: { userid: (await buildPerson(world.ctx)).id } }
}

const onFace: Scenario = async (world) => {
  await withProvider(world)
  const person = await buildPerson(world.ctx)
  return { params: { userid: person.id, faceid: (await buildFace(world.ctx, person)).id } }
}

const onOwn: Scenario = async (world) => {
  await withProvider(world)
  return { as: (await buildSignedIn(world)).as }
}

const onOwnFace: Scenario = async (world) => {
  await withProvider(world)
  const { as, ...person } = await buildSignedIn(world)
  return { as, params: { faceid: (await buildFace(world.ctx, person)).id } }
}

const told = async (world: World): Promise<Given> => {
  const webhookToken = await withProvider(world)
  const { run } = await buildFace(world.ctx, await buildPerson(world.ctx))
  const object = { id: run }
  const payload = { resource_type: 'workflow_run', action: 'workflow_run.completed', object }
  const body = { payload }
  const signature = createHmac('sha256', webhookToken).update(JSON.stringify(body)).digest('hex')
  return { body, headers: { 'x-sha2-signature': signature } }
}

export const faceScenarios: Scenarios = {
  registerUserFace: onPerson,
  registerUserFaceV2: onPerson,
  restartUserFace: onFace,
  listUserFaces: onFace,
  readUserFaceSettings: onPerson,
  activateFace: onFace,
  deleteFace: onFace,
  receiveFaceWebhook: told,
  registerOwnFace: onOwn,
  restartOwnFace: onOwnFace,
  readOwnFace: onOwnFace,
  listOwnFaces: onOwnFace,
  readOwnFaceSettings: onOwn,
  activateOwnFace: onOwnFace,
  deleteOwnFace: onOwnFace,
}
