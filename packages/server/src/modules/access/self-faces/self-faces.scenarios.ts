import { withProvider } from '../../../security/sweep/calls/faces.ts'
import { buildFace } from '../../../security/sweep/device-rows.ts'
import { faceAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, type Scenario } from '../../../security/sweep/world.ts'

const onOwn: Scenario = async (world) => {
  await withProvider(world)
  return { as: (await buildSignedIn(world)).as }
}

const onOwnFace: Scenario = async (world) => {
  await withProvider(world)
  const { as, ...person } = await buildSignedIn(world)
  return { as, params: { faceid: (await buildFace(world.ctx, person)).id } }
}

export const scenarios: SubjectScenarios = {
  calls: {
    registerOwnFace: onOwn,
    restartOwnFace: onOwnFace,
    readOwnFace: onOwnFace,
    listOwnFaces: onOwnFace,
    readOwnFaceSettings: onOwn,
    activateOwnFace: onOwnFace,
    deleteOwnFace: onOwnFace,
  },
  ids: [{ under: '/api/web/v1/self/face/', build: faceAsId }],
  effects: {
    registerOwnFace: ['listOwnFaces'],
  },
  alteredBy: {
    readOwnFaceSettings: ['updateFaceSettings'],
  },
}
