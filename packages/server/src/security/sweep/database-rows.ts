import type { Context } from '../../kit/context.ts'
import { createExternalDatabase } from '../../modules/issuance/external-databases/index.ts'
import { replaceFieldConnections } from '../../modules/issuance/field-connections/index.ts'
import { buildWorkflowDesign } from './workflow-rows.ts'

/** The server of the tests: somebody else’s, as the calls see it. */
const server = new URL(
  process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
)
export const databaseServer = { host: server.hostname, port: Number(server.port || 5432) }

export const databaseNamed = (name: string, password = 'x') => ({
  name,
  kind: 'POSTGRESQL' as const,
  host: 'db.example.test',
  port: 5432,
  database: 'postgres',
  user: decodeURIComponent(server.username),
  security: 'TLS' as const,
  caCertificates: null,
  readOnly: true,
  password,
})

const fresh = ({ platform }: Context): string =>
  `Database ${platform.ids.random(6).toString('hex')}`

/** A database that nothing is asked of. */
export const buildExternalDatabase = async (ctx: Context): Promise<string> =>
  (await createExternalDatabase(ctx, databaseNamed(fresh(ctx)))).value.id

/** A database that answers, where the operator has named it. */
export const buildOpenDatabase = async (ctx: Context): Promise<string> => {
  const password = decodeURIComponent(server.password) || 'none'
  const wanted = { ...databaseNamed(fresh(ctx), password), ...databaseServer }
  const made = await createExternalDatabase(ctx, { ...wanted, security: 'CLEAR' })
  return made.value.id
}

/** Fields of the student card: `field-1` and `field-2` are texts. */
export const connectionWith = (databaseId: string) => ({
  connections: [
    {
      fieldId: 'field-2',
      databaseId,
      table: 'public.people',
      column: 'name',
      keyColumn: 'number',
      keyFieldId: 'field-1',
      writeBack: false,
    },
  ],
})

/** An enrolment design with a connected field. */
export const buildConnectedWorkflow = async (ctx: Context): Promise<string> => {
  const id = await buildWorkflowDesign(ctx)
  const { connections } = connectionWith(await buildExternalDatabase(ctx))
  await replaceFieldConnections(ctx, id, connections)
  return id
}
