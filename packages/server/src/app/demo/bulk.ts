import { suggestedSource } from '@signet/rules/bulk'
import type { Context } from '../../kit/context.ts'
import { performPrepared } from '../../modules/operations/bulk-operations/index.ts'

const people = [
  ['userId', 'firstName', 'lastName', 'email'],
  ['mori.aoi', 'Aoi', 'Mori', 'aoi.mori@acme.example'],
  ['okafor.chidi', 'Chidi', 'Okafor', 'chidi.okafor@acme.example'],
  ['lind.freja', 'Freja', 'Lind', 'freja.lind@acme.example'],
  ['mori.aoi', 'Aoi', 'Mori', 'aoi@acme.example'],
  ['broken', 'No', 'Address', 'nobody'],
]

const flags = [
  ['userId', 'required'],
  ['mori.aoi', 'true'],
  ['lind.freja', 'true'],
  ['nobody.here', 'true'],
]

const groups = [
  ['name', 'description', 'externalId'],
  ['Warehouse', 'Who may enter the warehouse', 'loc-17'],
  ['Fire wardens', 'First to come, last to leave', ''],
  ['Sales', 'There is one already', ''],
]

const members = [
  ['userId', 'group'],
  ['mori.aoi', 'Warehouse; Fire wardens'],
  ['okafor.chidi', 'Warehouse'],
  ['lind.freja', 'Wharehouse'],
]

const fileOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.join(',')}\n`).join('')

/** Bulk operations that have come to an end, with good and bad rows. */
export const performBulkOperations = async (
  ctx: Context,
  owner: { readonly id: string; readonly name: string },
): Promise<void> => {
  const wanted = [
    { kind: 'importusers', fileName: 'starters.csv', rows: people },
    { kind: 'setregistration', fileName: 'register.csv', rows: flags },
    { kind: 'importgroups', fileName: 'groups.csv', rows: groups },
    { kind: 'importusergroups', fileName: 'who-is-where.csv', rows: members },
  ] as const
  for (const { kind, fileName, rows } of wanted) {
    const [headers = []] = rows
    const mapping = headers.map((column) => ({
      column,
      source: suggestedSource(column, headers),
      value: null,
    }))
    await performPrepared(ctx, { kind, fileName, headers, mapping, owner, content: fileOf(rows) })
  }
}
