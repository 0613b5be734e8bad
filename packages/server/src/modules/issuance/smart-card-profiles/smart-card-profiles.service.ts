import { faultsOf, tooGreat } from '@signet/card/chip/bit-layout'
import { type CardType, cardTypeFacts, fitsCard, isBlockOf } from '@signet/card/chip/card-types'
import {
  SmartCardProfile,
  type SmartCardProfileChange,
} from '@signet/contract/issuance/smart-card-profiles'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { expectAllGroups } from '../../../kit/authorize.ts'
import { actorName, type Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { lockLimit } from '../../../platform/db/limit-lock.ts'
import { insertRow, newIds, removeRow, updateRow } from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { keyColumns } from './profile-keys.ts'
import * as repository from './smart-card-profiles.repository.ts'

type Stored = repository.StoredProfile
type Named = repository.Named
type Wire = z.input<typeof SmartCardProfile>
type Wanted = z.output<typeof SmartCardProfileChange>

const fields = fieldsOf(SmartCardProfile)

const present = (row: Stored): Wire => {
  const has = (key: Stored['key_names'][number]) => row.key_names.includes(key)
  const keys = { transport: has('transport'), read: has('read'), write: has('write') }
  return fields({ ...row, keys })
}

export const list = async (ctx: Context, type: CardType): Promise<Wire[]> =>
  (await repository.listProfiles(ctx, type)).map(present)

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

export const profiles = namedRows({
  entity: 'SMARTCARDS',
  action: 'SMART_CARD_PROFILE',
  missing: 'ISSUANCE_SMART_CARD_PROFILE_NOT_FOUND',
  taken: {
    smart_card_profiles_tenant_id_card_type_name_key_key: 'ISSUANCE_SMART_CARD_PROFILE_EXISTS',
  },
  find: repository.findProfile,
  hold: repository.findProfileForChange,
  remove: (ctx, id) => removeRow(ctx, 'smart_card_profiles', id),
  expectRight: expectAllGroups,
  shown,
  present,
})

/** @throws ISSUANCE_SMART_CARD_PROFILE_NOT_FOUND, of a removal precondition_failed, rights_not_held, too */
export const { read, remove } = profiles

/** @throws ISSUANCE_SMART_CARD_PROFILE_EXISTS, _INVALID, _KEY_NEEDED, rights_not_held */
export const create = async (ctx: Context, type: CardType, wanted: Wanted) => {
  expectAllGroups(ctx)
  expectValid(type, wanted)
  const id = ctx.platform.ids.uuid()
  const keys = await keyColumns(ctx, { type, id, keys: wanted.keys }, null)
  return profiles.create(ctx, async (ctx) => {
    await lockLimit(ctx, 'smart_card_profiles')
    if ((await repository.countProfiles(ctx, type)) >= repository.mostProfiles) {
      throw new ApiError('ISSUANCE_SMART_CARD_PROFILE_LIMIT_REACHED', {
        parameters: { most: repository.mostProfiles },
      })
    }
    const columns = { ...columnsOf(ctx, wanted), ...keys }
    return insertRow(ctx, 'smart_card_profiles', {
      ...newIds(ctx),
      ...columns,
      id,
      card_type: type,
      created_at: columns.modified_at,
    })
  })
}

/** @throws ISSUANCE_SMART_CARD_PROFILE_NOT_FOUND, _EXISTS, _INVALID, precondition_failed */
export const update = (ctx: Context, named: Named, wanted: Wanted) =>
  profiles.change(ctx, named, async (ctx, before) => {
    expectValid(named.type, wanted)
    const keys = await keyColumns(ctx, { ...named, keys: wanted.keys }, before)
    const to = { ...columnsOf(ctx, wanted), ...keys }
    return updateRow(ctx, 'smart_card_profiles', { id: before.id, ...to })
  })
