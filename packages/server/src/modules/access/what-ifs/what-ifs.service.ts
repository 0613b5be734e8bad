import { isDeepStrictEqual } from 'node:util'
import { updateAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import { updateIpList } from '@signet/contract/access/ip-lists'
import {
  createResourceRule,
  deleteResourceRule,
  updateResourceRule,
} from '@signet/contract/access/resource-rules'
import {
  type createWhatIf,
  type listWhatIfPeople,
  mostWhatIfs,
} from '@signet/contract/access/what-ifs'
import { updateLockoutSettings } from '@signet/contract/settings/lockout'
import { updateRbaSettings } from '@signet/contract/settings/rba'
import type { Need } from '@signet/rules/permissions'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, mayDo } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { readPage } from '../../../kit/lists.ts'
import { foundOr } from '../../../kit/rows.ts'
import { insertRow, removeRow } from '../../../platform/db/row-sets.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import { faultAt } from '../definitions/index.ts'
import { Plans } from '../resource-rules/index.ts'
import { idAt } from './id-times.ts'
import { readPeopleRange } from './noted-answers.repository.ts'
import { type Change, changedPlan, nameOf, presentPlan } from './plans.ts'
import { publishChange } from './publish-change.ts'
import { enqueueWhatIf, none, subjectOf } from './what-if-work.ts'
import { present } from './what-ifs.present.ts'
import * as repository from './what-ifs.repository.ts'

const dayMillis = 86_400_000
const keptDays = 30

/** @throws access_denied for an administrator limited to groups */
const expectAllGroups = (ctx: Context): void => {
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('access_denied')
}

type Tried =
  | { readonly kind: 'RULE'; readonly ruleId: string | null; readonly rule: object | null }
  | { readonly kind: Exclude<Change['kind'], 'RULE'> }

/** What the change's own call needs. */
const needOf = (change: Tried): Need => {
  switch (change.kind) {
    case 'RULE':
      if (change.rule === null) return deleteResourceRule.needs
      return change.ruleId === null ? createResourceRule.needs : updateResourceRule.needs
    case 'IP_LIST':
      return updateIpList.needs
    case 'FLOW':
      return updateAuthenticationFlow.needs
    case 'RBA':
      return updateRbaSettings.needs
    case 'LOCKOUT':
      return updateLockoutSettings.needs
  }
}

/** Whoever tries a change has to be allowed to make it. @throws access_denied */
const expectMayMake = (ctx: Context, change: Tried): void => {
  expectAllGroups(ctx)
  if (!mayDo(ctx, needOf(change))) throw new ApiError('access_denied')
}

const nameOfActor = ({ actor }: Context): string => (actor.kind === 'anonymous' ? '' : actor.name)

const found = foundOr('not_found')

export const listNewest = async (ctx: Context) =>
  (await repository.list(ctx, mostWhatIfs)).map(present)

/** @throws not_found */
export const read = async (ctx: Context, id: string) =>
  present(found(await repository.find(ctx, id)))

type Wanted = z.output<typeof createWhatIf.body>

/** Between which ids it works: lockouts person by person, all else decision by decision. */
const rangeOf = async (ctx: Context, { kind }: Change, since: Date) => {
  if (kind === 'LOCKOUT') return readPeopleRange(ctx)
  return { first: idAt(since.getTime()), last: idAt(ctx.platform.clock.now().getTime() + 1) }
}

/** Takes a change in to be tried. @throws not_found */
export const insertWhatIf = async (ctx: Context, { change, days }: Wanted) => {
  const before = await presentPlan(ctx)
  const name = nameOf(before, change)
  const now = ctx.platform.clock.now()
  const { first, last } = await rangeOf(ctx, change, new Date(now.getTime() - days * dayMillis))
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return ctx.transaction(async (ctx) => {
    const made = await insertRow(ctx, 'what_ifs', {
      id: ctx.platform.ids.uuid(),
      name,
      change,
      plans: {
        before,
        after: changedPlan(before, change),
        walksFlows: change.kind === 'FLOW',
      },
      days,
      state: 'WAITING',
      first_id: first,
      last_id: last,
      cursor_id: first,
      sign_ins: none,
      people: null,
      created_at: now,
      created_by: nameOfActor(ctx),
      expires_at: new Date(now.getTime() + keptDays * dayMillis),
    })
    await enqueueWhatIf(ctx, made.id)
    audit(ctx, 'WHAT_IF_CREATED', { subject: subjectOf(made), attributes: { change, days } })
    return present(made)
  })
}

/** @throws access_denied, not_found */
export const create = (ctx: Context, wanted: Wanted) => {
  expectMayMake(ctx, wanted.change)
  return insertWhatIf(ctx, wanted)
}

/** Notes the first look at who is concerned. */
const noteView = (ctx: Context, id: string): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const row = await repository.findForChange(ctx, id)
    if (row?.state !== 'DONE' || row.viewed_at !== null) return
    await repository.update(ctx, id, { viewed_at: ctx.platform.clock.now() })
    audit(ctx, 'WHAT_IF_VIEWED', { subject: subjectOf(row) })
  })

const presentPerson = (row: repository.StoredPerson) => ({
  userId: row.user_id,
  name: row.user_name,
  signIns: row.sign_ins,
  decisionId: row.decision_id,
  decidedAt: row.decided_at,
  before: row.before,
  after: row.after,
})

const countOf = (
  { people }: repository.StoredWhatIf,
  effect: 'BLOCKED' | 'STEPPED_UP' | 'LET_THROUGH',
) => ({
  count: people?.[effect] ?? 0,
  estimated: people === null,
})

/** @throws access_denied, not_found */
export const listPeople = async (
  ctx: Context,
  id: string,
  wanted: z.output<typeof listWhatIfPeople.body>,
) => {
  const { effect } = wanted
  expectAllGroups(ctx)
  if (!mayDo(ctx, ['USERS', 'VIEW'])) throw new ApiError('access_denied')
  const row = found(await repository.find(ctx, id))
  const page = await readPage(ctx, wanted, {
    name: `what-if people ${id}`,
    read: async (window) => ({
      rows: await repository.listPeople(ctx, id, { effect, ...window }),
      total: countOf(row, effect),
    }),
    edge: ({ user_name, user_id }) => [user_name, user_id],
  })
  if (row.state === 'DONE' && row.viewed_at === null) await noteView(ctx, id)
  return { ...page, results: page.results.map(presentPerson) }
}

/** @throws what_if_not_viewed, what_if_outdated */
const expectSeen = async (ctx: Context, row: repository.StoredWhatIf): Promise<void> => {
  if (row.state !== 'DONE' || row.viewed_at === null) throw new ApiError('what_if_not_viewed')
  const { before } = Plans.parse(row.plans)
  if (!isDeepStrictEqual(await presentPlan(ctx), before)) throw new ApiError('what_if_outdated')
}

/** @throws access_denied, not_found, what_if_published, and what `expectSeen` and the change throw */
export const publish = async (ctx: Context, id: string, confirmation: string | undefined) => {
  const { change } = present(found(await repository.find(ctx, id)))
  expectMayMake(ctx, change)
  return ctx.transaction(async (ctx) => {
    const row = found(await repository.findForChange(ctx, id))
    if (row.published_at !== null) throw new ApiError('what_if_published')
    if (confirmation === undefined) await expectSeen(ctx, row)
    else if (confirmation !== row.name) throw faultAt('confirmation', 'is not the name')
    await publishChange(ctx, row)
    const done = await repository.update(ctx, id, { published_at: ctx.platform.clock.now() })
    const attributes = {
      viewed: row.viewed_at !== null,
      overridden: confirmation !== undefined,
      signIns: row.sign_ins,
    }
    audit(ctx, 'WHAT_IF_PUBLISHED', { subject: subjectOf(row), attributes })
    return present(done)
  })
}

/** @throws access_denied, not_found */
export const remove = async (ctx: Context, id: string): Promise<undefined> => {
  expectAllGroups(ctx)
  return ctx.transaction(async (ctx) => {
    const row = found(await repository.findForChange(ctx, id))
    await removeRow(ctx, 'what_ifs', id)
    audit(ctx, 'WHAT_IF_DELETED', { subject: subjectOf(row) })
    return undefined
  })
}
