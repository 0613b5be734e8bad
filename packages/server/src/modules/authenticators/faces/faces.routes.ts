import * as contract from '@signet/contract/authenticators/faces'
import * as family from '@signet/contract/settings/face'
import type { Context } from '../../../kit/context.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { sealedSettingsOf, settingsOf } from '../../settings/families/index.ts'
import { expectParty } from '../../settings/vouching/index.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { type Owned, service } from './faces.service.ts'
import { receive } from './webhook.ts'

const ofFace = settingsOf(family.faceFamily)
const ofAccount = sealedSettingsOf(family.faceAccountFamily, {
  expecting: expectParty(family.faceAccountFamily, {
    fields: ['baseUrl', 'registrationWorkflow', 'authenticationWorkflow'],
    isUsed: ({ baseUrl }) => baseUrl !== '',
  }),
})

const managed =
  (ctx: Context): Owned =>
  async (face) =>
    void (await expectAuthority(ctx, face.user_id))

export const faceRoutes: readonly Route[] = [
  ...routes(family, {
    readFaceSettings: ofFace.read,
    updateFaceSettings: ofFace.update,
    readFaceAccount: ofAccount.read,
    updateFaceAccount: ofAccount.update,
    readOnfido: ofAccount.read,
    updateOnfido: ofAccount.update,
  }),
  ...routes(contract, {
    registerUserFace: async (ctx, { params, query }) =>
      service.register(ctx, await expectAuthority(ctx, params.userid), query.registrationFlow),
    registerUserFaceV2: async (ctx, { params, query }) =>
      service.register(ctx, await expectAuthority(ctx, params.userid), query.registrationFlow),
    restartUserFace: async (ctx, { params, query }) =>
      service.restart(ctx, await expectAuthority(ctx, params.userid), query.registrationFlow),
    listUserFaces: async (ctx, { params }) =>
      service.listOf(ctx, (await readOwner(ctx, params.userid)).id),
    readUserFaceSettings: async (ctx, { params }) => {
      const { id } = await readOwner(ctx, params.userid)
      return service.readSettings(ctx, id)
    },
    activateFace: (ctx, { params }) => service.activate(ctx, params.faceid, managed(ctx)),
    deleteFace: (ctx, { params }) => service.remove(ctx, params.faceid, managed(ctx)),
    receiveFaceWebhook: (ctx, { body }) => receive(ctx, body),
  }),
]
