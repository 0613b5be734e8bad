import type { Synonyms } from '@signet/rules/answers'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'

const find = (ctx: Context, locale: string) =>
  ctx.db
    .selectFrom('kba_synonyms')
    .select(['synonyms', 'version'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('locale', '=', locale)

const wire = (synonyms: Synonyms) => ({ synonyms: synonyms.map((words) => [...words]) })

export const readSynonyms = async (ctx: Context, locale: string) => {
  const row = await find(ctx, locale).executeTakeFirst()
  return versioned(wire(row?.synonyms ?? []), row?.version ?? 0)
}

/** The language's row, made when there is none, held until the transaction ends. */
const hold = async (ctx: Context, locale: string) => {
  await ctx.db
    .insertInto('kba_synonyms')
    .values({ tenant_id: ctx.tenant.id, locale, synonyms: '[]', version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return find(ctx, locale).forUpdate().executeTakeFirstOrThrow()
}

/** @throws precondition_failed */
export const updateSynonyms = (ctx: Context, locale: string, synonyms: Synonyms) =>
  ctx.transaction(async (ctx) => {
    const before = await hold(ctx, locale)
    expectVersion(ctx, before.version)
    const version = before.version + 1
    await ctx.db
      .updateTable('kba_synonyms')
      .set({ synonyms: JSON.stringify(synonyms), version })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('locale', '=', locale)
      .execute()
    audit(ctx, 'KBA_SYNONYMS_UPDATED', {
      subject: { entity: 'SETTINGS', id: locale, name: locale },
      before: { lists: before.synonyms.length },
      after: { lists: synonyms.length },
    })
    return versioned(wire(synonyms), version)
  })
