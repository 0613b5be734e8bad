import { createHmac } from 'node:crypto'
import { buildPerson } from '../../../../testing/access/people.ts'
import { withProvider } from '../../../security/sweep/calls/faces.ts'
import { buildFace } from '../../../security/sweep/device-rows.ts'
import { faceAsId, userAsUserid } from '../../../security/sweep/id-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Given, Scenario, World } from '../../../security/sweep/world.ts'

const onPerson: Scenario = async (world) => {
  await withProvider(world)
  return { params: { userid: (await buildPerson(world.ctx)).id } }
}

const onFace: Scenario = async (world) => {
  await withProvider(world)
  const person = await buildPerson(world.ctx)
  return { params: { userid: person.id, faceid: (await buildFace(world.ctx, person)).id } }
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

export const scenarios: SubjectScenarios = {
  calls: {
    updateFaceAccount: () => ({ body: { baseUrl: 'https://faces.example.test' } }),
    updateOnfido: () => ({ body: { baseUrl: 'https://api.onfido.example.test' } }),
    registerUserFace: onPerson,
    registerUserFaceV2: onPerson,
    restartUserFace: onFace,
    listUserFaces: onFace,
    readUserFaceSettings: onPerson,
    activateFace: onFace,
    deleteFace: onFace,
    receiveFaceWebhook: told,
  },
  ids: [
    { under: '/api/web/v2/users/:userid/face', build: userAsUserid },
    { under: '/api/web/v1/face/', build: faceAsId },
  ],
  effects: {
    deleteFace: rowsOf('faces'),
    activateFace: rowsOf('faces'),
    receiveFaceWebhook: rowsOf('faces'),
    registerUserFace: ['listUserFaces'],
    registerUserFaceV2: ['listUserFaces'],
    restartUserFace: ['listUserFaces'],
  },
  alteredBy: {
    listUserFaces: ['registerUserFace'],
    readUserFaceSettings: ['updateFaceSettings'],
  },
}
