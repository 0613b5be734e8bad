import {
  buildConnectedWorkflow,
  buildExternalDatabase,
  buildOpenDatabase,
  connectionWith,
  databaseNamed,
} from '../database-rows.ts'
import { buildWorkflowDesign } from '../workflow-rows.ts'
import type { Scenario, Scenarios, World } from '../world.ts'

const fresh = ({ ctx }: World): string => `Database ${ctx.platform.ids.random(6).toString('hex')}`
const secret = ({ ctx, keep }: World): string => keep(ctx.platform.ids.random(18).toString('hex'))

const on: Scenario = async ({ ctx }) => ({
  params: { databaseId: await buildExternalDatabase(ctx) },
})

const onWorkflow: Scenario = async ({ ctx }) => ({
  params: { workflowId: await buildWorkflowDesign(ctx) },
  body: connectionWith(await buildExternalDatabase(ctx)),
})

/** Databases of others, and the fields that come from them. */
export const externalDatabaseScenarios: Scenarios = {
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
  listDatabaseTables: async ({ ctx }) => ({ params: { databaseId: await buildOpenDatabase(ctx) } }),
  listDatabaseColumns: async ({ ctx }) => ({
    params: { databaseId: await buildOpenDatabase(ctx), tableName: 'public.people' },
  }),
  listFieldConnections: async ({ ctx }) => ({
    params: { workflowId: await buildConnectedWorkflow(ctx) },
  }),
  addFieldConnections: onWorkflow,
  replaceFieldConnections: onWorkflow,
  deleteFieldConnection: async ({ ctx }) => ({
    params: { workflowId: await buildConnectedWorkflow(ctx), fieldId: 'field-2' },
  }),
  readConnectedValues: async ({ ctx }) => ({
    params: { workflowId: await buildWorkflowDesign(ctx) },
    body: { keys: { 'field-1': '7' } },
  }),
}
