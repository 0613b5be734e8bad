import type { EmailTemplateType } from '@signet/rules/email-templates'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { EmailTemplateRow, EmailVariablesRow } from '../../../platform/db/schema/email.ts'
import type { TenantRow } from '../../../platform/db/schema/tenancy.ts'

export type StoredTemplate = Selectable<EmailTemplateRow>
export type StoredVariables = Selectable<EmailVariablesRow>

const templates = ({ db, tenant }: Context) =>
  db.selectFrom('email_templates').where('tenant_id', '=', tenant.id)

export const listEdited = (ctx: Context) =>
  templates(ctx).select(['type', 'locale', 'updated_at']).orderBy('locale').execute()

const oneTemplate = (ctx: Context, type: EmailTemplateType, locale: string) =>
  templates(ctx).selectAll().where('type', '=', type).where('locale', '=', locale)

export const findTemplate = (
  ctx: Context,
  type: EmailTemplateType,
  locale: string,
): Promise<StoredTemplate | undefined> => oneTemplate(ctx, type, locale).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findTemplateForChange = (
  ctx: Context,
  type: EmailTemplateType,
  locale: string,
): Promise<StoredTemplate | undefined> =>
  oneTemplate(ctx, type, locale).forUpdate().executeTakeFirst()

/** Versions of rows that come and go count seconds from here: nine digits for thirty years. */
const epoch = Date.UTC(2026, 0, 1)

export const putTemplate = (
  ctx: Context,
  row: Omit<StoredTemplate, 'tenant_id' | 'version'>,
): Promise<StoredTemplate> => {
  const { type: _type, locale: _locale, ...columns } = row
  // One that is written anew after a reset has another version than any before.
  const version = Math.max(1, Math.floor((row.updated_at.getTime() - epoch) / 1000))
  return ctx.db
    .insertInto('email_templates')
    .values({ ...row, tenant_id: ctx.tenant.id, version })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'type', 'locale'])
        .doUpdateSet({ ...columns, version: sql<number>`email_templates.version + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const removeTemplate = async (
  ctx: Context,
  type: EmailTemplateType,
  locale: string,
): Promise<void> => {
  await ctx.db
    .deleteFrom('email_templates')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('type', '=', type)
    .where('locale', '=', locale)
    .execute()
}

const variables = ({ db, tenant }: Context, locale: string) =>
  db
    .selectFrom('email_variables')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('locale', '=', locale)

export const findVariables = (ctx: Context, locale: string): Promise<StoredVariables | undefined> =>
  variables(ctx, locale).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findVariablesForChange = (
  ctx: Context,
  locale: string,
): Promise<StoredVariables | undefined> => variables(ctx, locale).forUpdate().executeTakeFirst()

export const putVariables = (
  ctx: Context,
  row: Omit<StoredVariables, 'tenant_id' | 'version'>,
): Promise<StoredVariables> => {
  const { locale: _locale, ...columns } = row
  return ctx.db
    .insertInto('email_variables')
    .values({ ...row, tenant_id: ctx.tenant.id })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'locale'])
        .doUpdateSet({ ...columns, version: sql<number>`email_variables.version + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Looks = Pick<Selectable<TenantRow>, 'logo' | 'colours'>

/** Where the tenant has no logo or colors of its own, those of a provider above it. */
const inherited = sql<Looks | null>`case
  when t.logo is null and t.colours = '{}'::jsonb then (select to_jsonb(a) from theme_above() a)
end`

/** All that one mail is made of beside its own values, in one statement. */
export const readParts = async (ctx: Context, type: EmailTemplateType, locale: string) => {
  const { above, ...parts } = await ctx.db
    .selectFrom('tenants as t')
    .leftJoin('email_templates as m', (join) =>
      join
        .onRef('m.tenant_id', '=', 't.tenant_id')
        .on('m.type', '=', type)
        .on('m.locale', '=', locale),
    )
    .leftJoin('email_variables as v', (join) =>
      join.onRef('v.tenant_id', '=', 't.tenant_id').on('v.locale', '=', locale),
    )
    .select(['t.logo', 't.colours', 'm.subject', 'm.plain_text', 'm.html'])
    .select(['v.signature', 'v.support', 'v.footer', inherited.as('above')])
    .where('t.tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return { ...parts, ...above }
}
