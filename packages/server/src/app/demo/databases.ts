import { foldName } from '@signet/rules/text'
import type { Context } from '../../kit/context.ts'
import { createExternalDatabase } from '../../modules/issuance/external-databases/index.ts'
import { replaceFieldConnections } from '../../modules/issuance/field-connections/index.ts'
import { findWorkflowByName } from '../../modules/issuance/workflow-designs/index.ts'

/** A database that nobody reaches, and a field that would come from it. */
export const insertDatabases = async (ctx: Context): Promise<void> => {
  const { value: database } = await createExternalDatabase(ctx, {
    name: 'Register of visits',
    kind: 'POSTGRESQL',
    host: 'register.invalid',
    port: 5432,
    database: 'visits',
    user: 'card_office',
    password: ctx.platform.ids.random(18).toString('hex'),
    security: 'TLS',
    caCertificates: null,
    readOnly: true,
  })
  const workflow = await findWorkflowByName(ctx, foldName('Visitors'))
  if (workflow === undefined) return
  await replaceFieldConnections(ctx, workflow.id, [
    {
      fieldId: 'field-2',
      databaseId: database.id,
      table: 'public.visits',
      column: 'host',
      keyColumn: 'visitor',
      keyFieldId: 'field-1',
      writeBack: false,
    },
  ])
}
