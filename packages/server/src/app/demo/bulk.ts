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

const tokens = [
  ['serialNumber', 'secret', 'algorithmType', 'digits', 'manufacturer', 'model'],
  ['DLV-30001', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'OATH_TOTP', '6', 'Manufactory', 'Key fob'],
  ['DLV-30002', 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U', 'OATH_TOTP', '6', 'Manufactory', 'Key fob'],
  ['DLV-30003', 'short', 'OATH_TOTP', '6', 'Manufactory', 'Key fob'],
  ['DLV-30002', 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U', 'OATH_TOTP', '6', 'Manufactory', 'Key fob'],
]

const tokenOwners = [
  ['userId', 'serialNumber'],
  ['mori.aoi', 'DLV-30001'],
  ['okafor.chidi', 'DLV-39999'],
]

const apps = [
  ['userId', 'tokenType', 'label'],
  ['okafor.chidi', 'ENTRUST_SOFT_TOKEN', 'Phone'],
  ['lind.freja', 'GOOGLE_AUTHENTICATOR', 'Phone'],
]

const cards = [
  ['numberOfGrids', 'group'],
  ['3', 'Warehouse'],
  ['2', ''],
  ['1', 'Wharehouse'],
]

/** Cells of two signs, each another, as many as the tenant's cards have. */
const cardCells = Array.from({ length: 80 }, (_, at) => (at + 10).toString())

const takenOver = [
  ['userId', 'serialNumber', 'contents', 'secret', 'algorithmType'],
  ['mori.aoi', '40001', cardCells.join(' '), '', ''],
  ['okafor.chidi', 'OLD-50001', '', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'OATH_HOTP'],
  ['nobody.here', '40002', cardCells.join(' '), '', ''],
]

const smartCards = [
  ['serialNumber', 'cardType', 'csn', 'group'],
  ['BOX-60001', 'ICLASS', '0A1B2C3D4E5F6071', 'Warehouse'],
  ['BOX-60002', 'ICLASS', '0A1B2C3D4E5F6072', 'Warehouse'],
  ['BOX-60003', 'ICLASS', '0A1B2C3D4E5F6072', 'Warehouse'],
]

const fileOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\n`).join('')

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
    { kind: 'importhardwaretokens', fileName: 'delivery.csv', rows: tokens },
    { kind: 'assigntokens', fileName: 'who-gets-which.csv', rows: tokenOwners },
    { kind: 'assignsofttokens', fileName: 'phones.csv', rows: apps },
    { kind: 'unassignedgrids', fileName: 'cards.csv', rows: cards },
    { kind: 'importidentityguard', fileName: 'old-server.csv', rows: takenOver },
    { kind: 'importsmartcards', fileName: 'card-delivery.csv', rows: smartCards },
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
