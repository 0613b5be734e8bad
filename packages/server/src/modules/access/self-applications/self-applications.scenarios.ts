import { buildUser } from '../../../../testing/builders.ts'
import { userAsUserid } from '../../../security/sweep/id-rows.ts'
import {
  buildApplication,
  buildApplication as buildPortalApplication,
} from '../../../security/sweep/portal-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn } from '../../../security/sweep/world.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    validateUserApplication: async ({ ctx }) => ({
      body: { applicationId: await buildApplication(ctx) },
    }),
    openUserApplication: async ({ ctx }) => ({ params: { id: await buildApplication(ctx) } }),
    listUserApplications: async ({ ctx }) => ({ params: { userid: (await buildUser(ctx)).id } }),
    changeFavoriteApplication: async (world) => ({
      as: (await buildSignedIn(world)).as,
      body: { applicationId: await buildApplication(world.ctx), favorite: true },
    }),
  },
  ids: [
    {
      under: '/api/web/v1/authentication/userapplication/',
      build: async ({ ctx }) => ({ id: await buildPortalApplication(ctx) }),
    },
    { under: '/api/web/v1/applications/users/', build: userAsUserid },
  ],
  bodyIds: {
    changeFavoriteApplication: {
      build: ({ ctx }) => buildApplication(ctx),
      body: (applicationId) => ({ applicationId, favorite: true }),
    },
    validateUserApplication: {
      build: ({ ctx }) => buildApplication(ctx),
      body: (applicationId) => ({ applicationId }),
    },
  },
  effects: {
    changeFavoriteApplication: ['listOwnApplications'],
  },
  computes: {
    validateUserApplication: { applicationId: crypto.randomUUID() },
  },
  alteredBy: {
    openUserApplication: ['deleteOidcApplication'],
    listUserApplications: ['deleteUser'],
  },
}
