import {
  bearerVariables,
  type EmailTemplateType,
  emailTemplates,
} from '@signet/rules/email-templates'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** When the link of an email expires; null once it has expired, or was used or replaced. */
type LinkEnd = (ctx: Context, token: string) => Promise<Date | null>

/** How long the links of emails work, by the type of the email; the app brings them together. */
export type LinkEnds = Readonly<Partial<Record<EmailTemplateType, LinkEnd>>>

/** Whether its reader gets in by what an email of this type says. */
export const hasSecret = (type: EmailTemplateType): boolean =>
  emailTemplates[type].variables.some((name: string) => bearerVariables.includes(name))

/** The token at the end of the path, or in the fragment, as the app takes it. */
const tokenOf = (link: string): string => {
  const { hash, pathname } = new URL(link)
  const inFragment = new URLSearchParams(hash.split('?')[1] ?? '').get('claim')
  return inFragment ?? pathname.split('/').at(-1) ?? ''
}

/** An address that changed is no longer the user's: a link does not go there again. */
const isOwnAddress = async (ctx: Context, userId: string, address: string): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .where(sql<SqlBool>`mail_key = ${address.toLowerCase()}`)
    .executeTakeFirst()
  return row !== undefined
}

interface Linked {
  readonly type: EmailTemplateType
  readonly to: string
  readonly userId?: string | null
  readonly values: Readonly<Record<string, string>>
}

/** When the link in an email expires; null where it has ended, or where that is not known. */
export const linkEndOf = async (
  ctx: Context,
  ends: LinkEnds,
  { type, to, userId = null, values }: Linked,
): Promise<Date | null> => {
  const link = bearerVariables.flatMap((name) => values[name] ?? [])[0]
  if (link === undefined || !URL.canParse(link)) return null
  if (userId !== null && !(await isOwnAddress(ctx, userId, to))) return null
  return (await ends[type]?.(ctx, tokenOf(link))) ?? null
}
