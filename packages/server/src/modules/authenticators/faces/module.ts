import { createHmac, timingSafeEqual } from 'node:crypto'
import * as contract from '@signet/contract/authenticators/faces'
import * as family from '@signet/contract/settings/face'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { day, type Module } from '../../../kit/module.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { readSecrets, sealedSettingsOf, settingsOf } from '../../settings/families/index.ts'
import { expectParty } from '../../settings/vouching/index.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { type Owned, service } from './faces.service.ts'
import { rawBodies } from './raw-bodies.ts'

/** The HMAC of the bytes that came, in hexadecimal; compared in constant time. */
const isSigned = (body: Buffer, signature: string | null, token: string): boolean => {
  if (signature === null || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const expected = createHmac('sha256', token).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

/** @throws access_denied for what the provider has not signed */
const receive = async (
  ctx: Context,
  { payload }: z.output<typeof contract.FaceWebhook>,
): Promise<undefined> => {
  const { webhookToken } = await readSecrets(ctx, family.faceAccountFamily)
  const { body, signature } = rawBodies.of(ctx.request.id)
  if (webhookToken === undefined || !isSigned(body, signature, webhookToken)) {
    throw new ApiError('access_denied')
  }
  if (payload.resource_type === 'workflow_run') await service.hear(ctx, payload.object.id)
  return undefined
}

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

const faceRoutes: readonly Route[] = [
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

export const facesModule: Module = {
  routes: [faceRoutes],
  retention: [{ table: 'face_checks', column: 'expires_at', graceMillis: day }],
  kept: {
    'faces.expires_at': 'the end of its registration, not of the face',
  },
}
