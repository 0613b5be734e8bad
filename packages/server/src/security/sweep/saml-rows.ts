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

/** A certificate that does not sign yet: with a key that opens, for it may be activated. */
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
  const { secrets } = platform
  const key = await secrets.open(tenant.id, `saml-key:${signing.id}`, signing.sealed_private)
  const sealed = await secrets.seal(tenant.id, `saml-key:${id}`, key)
  await db
    .insertInto('saml_keys')
    .values({ ...signing, id, state: 'FORMER', sealed_private: sealed })
    .execute()
  return id
}
