import { faultsOf, tooGreat } from '@signet/card/chip/bit-layout'
import { type CardType, cardTypeFacts, fitsCard, isBlockOf } from '@signet/card/chip/card-types'
import type {
  SmartCardProfile,
  SmartCardProfileChange,
} from '@signet/contract/issuance/smart-card-profiles'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { expectAllGroups } from '../../../kit/authorize.ts'
import { actorName, type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { lockLimit } from '../../../platform/db/limit-lock.ts'
import { insertRow, newIds, removeRows, updateRow } from '../../../platform/db/row-sets.ts'
import { keyColumns } from './profile-keys.ts'
import * as repository from './smart-card-profiles.repository.ts'

type Stored = repository.StoredProfile
type Named = repository.Named
type Wire = z.input<typeof SmartCardProfile>
type Wanted = z.output<typeof SmartCardProfileChange>

const present = (row: Stored): Wire => ({
  id: row.id,
  cardType: row.card_type,
  name: row.name,
  description: row.description,
  layout: row.layout,
  facilityCode: row.facility_code,
  issueLevel: row.issue_level,
  block: row.block,
  keys: {
    transport: row.key_names.includes('transport'),
    read: row.key_names.includes('read'),
    write: row.key_names.includes('write'),
  },
  version: row.version,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  modifiedBy: row.modified_by,
})

export const list = async (ctx: Context, type: CardType): Promise<Wire[]> =>
  (await repository.listProfiles(ctx, type)).map(present)

const orNotFound = foundOr('ISSUANCE_SMART_CARD_PROFILE_NOT_FOUND')

/** @throws ISSUANCE_SMART_CARD_PROFILE_NOT_FOUND */
export const profileRow = async (ctx: Context, named: Named): Promise<Stored> =>
  orNotFound(await repository.findProfile(ctx, named))

/** @throws ISSUANCE_SMART_CARD_PROFILE_NOT_FOUND */
export const read = async (ctx: Context, named: Named) => {
  const row = await profileRow(ctx, named)
  return versioned(present(row), row.version)
}

export const subjectOf = ({ id, name }: Stored) => ({ entity: 'SMARTCARDS', id, name })

/** What of a profile is told in the journal: which keys there are, and nothing of them. */
const shown = (row: Stored) => ({
  name: row.name,
  description: row.description,
  layout: row.layout,
  facilityCode: row.facility_code,
  issueLevel: row.issue_level,
  block: row.block,
  keys: row.key_names,
})

const invalid = (fault: string, at: number | null = null): ApiError =>
  new ApiError('ISSUANCE_SMART_CARD_PROFILE_INVALID', { parameters: { fault, at: at ?? 0 } })

/** @throws ISSUANCE_SMART_CARD_PROFILE_INVALID */
const expectValid = (type: CardType, { layout, facilityCode, issueLevel, block }: Wanted): void => {
  const [fault] = faultsOf(layout)
  if (fault !== undefined) throw invalid(fault.code, fault.at)
  if (!fitsCard(type, layout)) throw invalid('NO_ROOM', cardTypeFacts[type].mostBits)
  if (!isBlockOf(type, block)) throw invalid('BLOCK', block)
  const [kind] = tooGreat(layout, { facilityCode, issueLevel, cardNumber: 0 })
  if (kind !== undefined) throw invalid(kind)
}

const columnsOf = (ctx: Context, wanted: Wanted) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  description: wanted.description,
  layout: wanted.layout,
  facility_code: wanted.facilityCode,
  issue_level: wanted.issueLevel,
  block: wanted.block,
  modified_at: ctx.platform.clock.now(),
  modified_by: actorName(ctx),
})

const refusingDuplicates = unique({
  smart_card_profiles_tenant_id_card_type_name_key_key: 'ISSUANCE_SMART_CARD_PROFILE_EXISTS',
})

/** @throws ISSUANCE_SMART_CARD_PROFILE_EXISTS, _INVALID, _KEY_NEEDED, rights_not_held */
export const create = async (ctx: Context, type: CardType, wanted: Wanted) => {
  expectAllGroups(ctx)
  expectValid(type, wanted)
  const id = ctx.platform.ids.uuid()
  const keys = await keyColumns(ctx, { type, id, keys: wanted.keys }, null)
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      await lockLimit(ctx, 'smart_card_profiles')
      if ((await repository.countProfiles(ctx, type)) >= repository.mostProfiles) {
        throw new ApiError('ISSUANCE_SMART_CARD_PROFILE_LIMIT_REACHED', {
          parameters: { most: repository.mostProfiles },
        })
      }
      const columns = { ...columnsOf(ctx, wanted), ...keys }
      const row = await insertRow(ctx, 'smart_card_profiles', {
        ...newIds(ctx),
        ...columns,
        id,
        card_type: type,
        created_at: columns.modified_at,
      })
      audit(ctx, 'SMART_CARD_PROFILE_CREATED', { subject: subjectOf(row), after: shown(row) })
      return versioned(present(row), row.version)
    }),
  )
}

const readForChange = async (ctx: Context, named: Named): Promise<Stored> => {
  const row = orNotFound(await repository.findProfileForChange(ctx, named))
  expectAllGroups(ctx)
  expectVersion(ctx, row.version)
  return row
}

/** @throws ISSUANCE_SMART_CARD_PROFILE_NOT_FOUND, _EXISTS, _INVALID, precondition_failed */
export const update = (ctx: Context, named: Named, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await readForChange(ctx, named)
      expectValid(named.type, wanted)
      const keys = await keyColumns(ctx, { ...named, keys: wanted.keys }, before)
      const to = { ...columnsOf(ctx, wanted), ...keys }
      const after = await updateRow(ctx, 'smart_card_profiles', { id: before.id, ...to })
      audit(ctx, 'SMART_CARD_PROFILE_UPDATED', {
        subject: subjectOf(after),
        before: shown(before),
        after: shown(after),
      })
      return versioned(present(after), after.version)
    }),
  )

/** @throws ISSUANCE_SMART_CARD_PROFILE_NOT_FOUND, precondition_failed, rights_not_held */
export const remove = (ctx: Context, named: Named): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = await readForChange(ctx, named)
    await removeRows(ctx, 'smart_card_profiles', [row])
    audit(ctx, 'SMART_CARD_PROFILE_DELETED', { subject: subjectOf(row), before: shown(row) })
    return undefined
  })
