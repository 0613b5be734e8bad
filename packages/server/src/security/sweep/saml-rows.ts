import type { Context } from '../../kit/context.ts'
import { createSamlApplication } from '../../modules/applications/saml-applications/index.ts'

export const samlApplicationNamed = (name: string) => ({
  name,
  entityId: `urn:${name.replaceAll(' ', ':')}`,
  assertionConsumers: [{ index: 0, url: 'https://sp.example.test/acs' }],
})

export const buildSamlApplication = async (ctx: Context): Promise<string> => {
  const name = `Saml ${ctx.platform.ids.random(6).toString('hex')}`
  return (await createSamlApplication(ctx, samlApplicationNamed(name))).id
}

/** A certificate that does not sign; any row will do, for its key is not used. */
export const buildSamlCertificate = async (ctx: Context): Promise<string> => {
  await buildSamlApplication(ctx)
  const { db, tenant, platform } = ctx
  const signing = await db
    .selectFrom('saml_keys')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  const id = platform.ids.uuid()
  await db
    .insertInto('saml_keys')
    .values({ ...signing, id, state: 'FORMER', sealed_private: platform.ids.random(64) })
    .execute()
  return id
}
