import type { CompiledQuery } from 'kysely'
import { auditStatements } from '../../kit/audit-rows.ts'
import type { Context } from '../../kit/context.ts'
import { browserCookies } from '../waiting-requests.ts'
import { isOverfull } from './access/places.repository.ts'
import { countIn } from './access/places.ts'
import { mountPath } from './mount-path.ts'
import { sessionStatements } from './sessions.ts'
import { consumeToken, findToken } from './tokens.repository.ts'
import { type UnitOfWork } from './unit-of-work.ts'

/** The part of Koa's context that an answer is made of. */
interface Answering {
  status: number
  body: unknown
  remove(header: string): void
  append(header: string, value: string | string[]): void
  set(header: string, value: string): void
  readonly response: { get(header: string): string }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)

/** What a repeat of this refresh will be answered, sealed beside the consumed token. */
const sealedAnswer = async (unit: UnitOfWork, koa: Answering): Promise<Buffer | null> => {
  if (
    !unit.consumed.some(({ isRefresh }) => isRefresh) ||
    koa.status !== 200 ||
    !isRecord(koa.body)
  )
    return null
  const { secrets } = unit.ctx.platform
  return secrets.seal(unit.ctx.tenant.id, 'oidc-answer', Buffer.from(JSON.stringify(koa.body)))
}

const statementsOf = async (unit: UnitOfWork, koa: Answering): Promise<CompiledQuery[]> => {
  const { ctx } = unit
  const answer = await sealedAnswer(unit, koa)
  const now = ctx.platform.clock.now()
  const consumptions = unit.consumed.map(({ id }) =>
    consumeToken({ tenantId: ctx.tenant.id, id, now, answer }),
  )
  return [
    ...consumptions,
    ...sessionStatements(unit),
    ...unit.grantWrites,
    ...unit.writes,
    ...auditStatements(ctx, unit.events),
  ]
}

export const isConsumed = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'SIG01'

const refuse = (koa: Answering): void => {
  koa.status = 400
  koa.body = { error: 'invalid_grant', error_description: 'grant request is invalid' }
  koa.remove('Set-Cookie')
}

/** The loser of two refreshes at once: the winner's answer, if it is this client's to have. */
const winnersAnswer = async ({ ctx, consumed }: UnitOfWork): Promise<unknown> => {
  const [lost] = consumed
  if (lost === undefined) return null
  const now = ctx.platform.clock.now()
  const stored = await findToken(ctx.db, { tenantId: ctx.tenant.id, id: lost.id, now })
  if (stored?.answer === null || stored?.answer === undefined) return null
  const opened = await ctx.platform.secrets.open(ctx.tenant.id, 'oidc-answer', stored.answer)
  return JSON.parse(opened.toString('utf8'))
}

/** RFC 6749, section 4.1.2.1. */
const refusedAt = ({ tenant }: Context, back: URL): string => {
  const state = back.searchParams.get('state')
  const url = new URL(back)
  url.searchParams.delete('code')
  url.searchParams.set('error', 'access_denied')
  if (state !== null) url.searchParams.set('state', state)
  url.searchParams.set('iss', `${tenant.publicUrl}${mountPath}`)
  return url.href
}

const closedPage = '/#/error?error=access_denied'

/** What somebody is told who was one too many when it was written: their application hears of it. */
const turnAway = ({ ctx }: UnitOfWork, koa: Answering): void => {
  koa.remove('Set-Cookie')
  const location = koa.response.get('Location')
  const isBack = URL.canParse(location) && new URL(location).searchParams.has('code')
  koa.status = 303
  koa.body = ''
  koa.set('Location', isBack ? refusedAt(ctx, new URL(location)) : closedPage)
}

const write = async (unit: UnitOfWork, koa: Answering): Promise<void> => {
  const statements = await statementsOf(unit, koa)
  if (statements.length === 0) return
  try {
    if (unit.arrival === null) {
      await unit.ctx.platform.database.flush(unit.ctx.tenant.id, statements)
    } else {
      await countIn(unit.ctx, unit.arrival, async ({ db }) => {
        for (const each of statements) await db.executeQuery(each)
      })
    }
  } catch (error) {
    if (isOverfull(error)) return turnAway(unit, koa)
    if (!isConsumed(error)) throw error
    const answer = await winnersAnswer(unit)
    if (isRecord(answer)) koa.body = answer
    else refuse(koa)
  }
}

/** The library keeps two cookies for each interaction; ours are found by their name, without any. */
const ofInteractions = /^signet_(?:ix|resume)(?:\.sig)?=/

const tellCookies = ({ ctx }: UnitOfWork, koa: Answering): void => {
  const set = [koa.response.get('Set-Cookie') ?? []].flat()
  const kept = set.filter((each) => !ofInteractions.test(each))
  const cookies = [...kept, ...browserCookies(ctx)]
  koa.remove('Set-Cookie')
  if (cookies.length > 0) koa.append('Set-Cookie', cookies)
}

/** Writes everything the request did, before its answer leaves. */
export const finish = async (unit: UnitOfWork, koa: Answering): Promise<void> => {
  if (unit.repeat !== null) {
    koa.status = 200
    koa.body = unit.repeat
    return
  }
  await write(unit, koa)
  tellCookies(unit, koa)
}
