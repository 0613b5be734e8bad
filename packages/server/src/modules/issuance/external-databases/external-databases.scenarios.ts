import type { TestTenant } from '../../../../testing/test-app.ts'
import {
  buildExternalDatabase,
  buildOpenDatabase,
  databaseNamed,
} from '../../../security/sweep/database-rows.ts'
import { anyExternalDatabase } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const fresh = ({ ctx }: World): string => `Database ${ctx.platform.ids.random(6).toString('hex')}`

const secret = ({ ctx, keep }: World): string => keep(ctx.platform.ids.random(18).toString('hex'))

const on: Scenario = async ({ ctx }) => ({
  params: { databaseId: await buildExternalDatabase(ctx) },
})

const externalDatabase = async ({ ctx }: TestTenant) => ({
  databaseId: await buildExternalDatabase(ctx),
  tableName: 'people',
})

export const scenarios: SubjectScenarios = {
  calls: {
    createExternalDatabase: (world) => ({ body: databaseNamed(fresh(world), secret(world)) }),
    readExternalDatabase: on,
    updateExternalDatabase: async (world) => ({
      params: { databaseId: await buildExternalDatabase(world.ctx) },
      body: databaseNamed(fresh(world), secret(world)),
    }),
    deleteExternalDatabase: on,
    testDatabaseConnection: async ({ ctx }) => ({
      body: { databaseId: await buildOpenDatabase(ctx) },
    }),
    listDatabaseTables: async ({ ctx }) => ({
      params: { databaseId: await buildOpenDatabase(ctx) },
    }),
    listDatabaseColumns: async ({ ctx }) => ({
      params: { databaseId: await buildOpenDatabase(ctx), tableName: 'public.people' },
    }),
  },
  ids: [{ under: '/api/web/issuance/externaldatabases/', build: externalDatabase }],
  bodyIds: {
    testDatabaseConnection: { build: anyExternalDatabase, body: (databaseId) => ({ databaseId }) },
  },
  bodies: {
    createExternalDatabase: databaseNamed('x'),
    updateExternalDatabase: databaseNamed('x'),
  },
  alteredBy: {
    testDatabaseConnection: ['deleteExternalDatabase'],
    listDatabaseTables: ['deleteExternalDatabase'],
    listDatabaseColumns: ['deleteExternalDatabase'],
  },
}
