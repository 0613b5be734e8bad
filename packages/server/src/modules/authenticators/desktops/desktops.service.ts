import { otpauthUri } from '@signet/algorithms/otp'
import type { Desktop } from '@signet/contract/authenticators/desktops'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { foundOr } from '../../../kit/rows.ts'
import { insertRow, removeRow } from '../../../platform/db/row-sets.ts'
import type { DesktopRow } from '../../../platform/db/schema/machines.ts'
import { roomsOf } from '../owners/index.ts'
import { offline, offlineCodes } from './offline-codes.ts'

type Stored = Selectable<DesktopRow>

/** More computers of one person are no computers of one person. */
const maximumPerUser = 10
/** 160 bits (RFC 4226, section 4, R6). */
const secretBytes = 20

interface Person {
  readonly id: string
  readonly name: string
}

const purposeOf = (id: string): string => `desktop:${id}`
const subjectOf = ({ id, name }: Person) => ({ entity: 'USERS', id, name })

const present = (row: Stored): z.input<typeof Desktop> => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  operatingSystem: row.operating_system,
  createDate: row.registered_at,
  renewedDate: row.renewed_at,
  offlineUntil: row.offline_until,
})

const desktopsOf = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('desktops')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)

const listOf = async (ctx: Context, userId: string) =>
  (await desktopsOf(ctx, userId).orderBy('registered_at').execute()).map(present)

const find = async (ctx: Context, userId: string, id: string): Promise<Stored> =>
  foundOr('not_found')(await desktopsOf(ctx, userId).where('id', '=', id).executeTakeFirst())

const read = async (ctx: Context, userId: string, id: string) =>
  present(await find(ctx, userId, id))

interface Wanted {
  readonly name: string
  readonly operatingSystem?: string | undefined
  readonly days: number
}

const newRow = async (ctx: Context, person: Person, { name, operatingSystem }: Wanted) => {
  const id = ctx.platform.ids.uuid()
  const secret = ctx.platform.ids.random(secretBytes)
  const now = ctx.platform.clock.now()
  const row: Stored = {
    tenant_id: ctx.tenant.id,
    id,
    user_id: person.id,
    name,
    operating_system: operatingSystem ?? null,
    sealed_secret: await ctx.platform.secrets.seal(ctx.tenant.id, purposeOf(id), secret),
    registered_at: now,
    renewed_at: now,
    offline_until: now,
  }
  return { row, secret }
}

/** @throws token_limit_reached; in a transaction, until which others wait */
const takeRoom = async (ctx: Context, userId: string): Promise<void> => {
  const mostOf = () => Promise.resolve(maximumPerUser)
  const limit = { owners: [userId], mostOf, full: 'token_limit_reached' } as const
  await (await roomsOf(ctx, 'desktops', limit))(userId)
}

/**
 * A desktop with a secret of its own: its offline codes open this computer and nothing online, so
 * that a stolen one gives away no way to sign in. @throws token_limit_reached
 */
const register = async (ctx: Context, person: Person, wanted: Wanted) => {
  const { row, secret } = await newRow(ctx, person, wanted)
  const codes = await offlineCodes(ctx, { secret, days: wanted.days })
  const stored = { ...row, offline_until: codes.offlineUntil }
  await ctx.transaction(async (ctx) => {
    await takeRoom(ctx, person.id)
    await insertRow(ctx, 'desktops', stored)
    audit(ctx, 'DESKTOP_REGISTERED', {
      subject: subjectOf(person),
      attributes: { desktop: row.id, label: row.name, until: codes.offlineUntil.toISOString() },
    })
  })
  const name = {
    issuer: ctx.tenant.companyName,
    account: `${person.name} (${row.name})`,
    periodSeconds: offline.stepSeconds,
  }
  return {
    ...present(stored),
    otpauthUri: otpauthUri({ ...offline, secret }, name),
    offlineCodes: codes,
  }
}

/** Codes for the next days; those of before stay good on the desktop until their end. */
const renew = async (
  ctx: Context,
  person: Person,
  { id, days }: { readonly id: string; readonly days: number },
) => {
  const row = await find(ctx, person.id, id)
  const secret = await ctx.platform.secrets.open(ctx.tenant.id, purposeOf(id), row.sealed_secret)
  const codes = await offlineCodes(ctx, { secret, days })
  await ctx.transaction(async (ctx) => {
    await ctx.db
      .updateTable('desktops')
      .set({ renewed_at: ctx.platform.clock.now(), offline_until: codes.offlineUntil })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('id', '=', id)
      .execute()
    audit(ctx, 'DESKTOP_RENEWED', {
      subject: subjectOf(person),
      attributes: { desktop: id, until: codes.offlineUntil.toISOString() },
    })
  })
  return codes
}

/** It gets no more codes; those that it has end by themselves. In a transaction. */
const remove = async (ctx: Context, person: Person, id: string): Promise<undefined> => {
  const row = await find(ctx, person.id, id)
  await removeRow(ctx, 'desktops', id)
  audit(ctx, 'DESKTOP_DELETED', {
    subject: subjectOf(person),
    attributes: { desktop: id, label: row.name, until: row.offline_until.toISOString() },
  })
  return undefined
}

export const desktops = { listOf, read, register, renew, remove } as const
