import { type BulkKindName, bulkKindOf } from '@signet/rules/bulk'
import { type TextKey, useText } from '../../../lib/i18n.ts'

type Key = TextKey<'bulkImport' | 'members' | 'issuancePortal' | 'serviceProvider'>

const labels: Readonly<Record<string, Key>> = {
  id: 'members:users.facts.id',
  userId: 'members:users.fields.userId',
  firstName: 'members:users.fields.firstName',
  lastName: 'members:users.fields.lastName',
  email: 'members:users.fields.email',
  mobile: 'members:users.fields.mobile',
  phone: 'members:users.fields.phone',
  locale: 'members:users.fields.locale',
  externalId: 'members:users.fields.externalId',
  userPrincipalName: 'members:users.fields.userPrincipalName',
  securityId: 'members:users.fields.securityId',
  userAliases: 'members:users.fields.userAliases',
  state: 'members:users.filters.state',
  lockReason: 'members:users.facts.lockReason',
  registrationRequired: 'members:users.fields.registrationRequired',
  verificationRequired: 'members:users.fields.verificationRequired',
  password: 'members:users.fields.password',
  passwordHash: 'bulkImport:operations.column.passwordHash',
  passwordChangeRequired: 'members:users.fields.passwordChangeRequired',
  name: 'members:groups.fields.name',
  description: 'members:groups.fields.description',
  group: 'members:users.fields.groups',
  algorithmType: 'bulkImport:operations.column.algorithmType',
  cardType: 'bulkImport:operations.column.cardType',
  columns: 'bulkImport:operations.column.columns',
  contents: 'bulkImport:operations.column.contents',
  counter: 'bulkImport:operations.column.counter',
  csn: 'bulkImport:operations.column.csn',
  digits: 'bulkImport:operations.column.digits',
  hash: 'bulkImport:operations.column.hash',
  label: 'bulkImport:operations.column.label',
  manufacturer: 'bulkImport:operations.column.manufacturer',
  model: 'bulkImport:operations.column.model',
  nextResponse: 'bulkImport:operations.column.nextResponse',
  numberOfGrids: 'bulkImport:operations.column.numberOfGrids',
  ocraSuite: 'bulkImport:operations.column.ocraSuite',
  previousFate: 'issuancePortal:printing.fate',
  reprintNote: 'issuancePortal:printing.note',
  reprintReason: 'issuancePortal:printing.reason',
  uniqueValue: 'bulkImport:operations.column.uniqueValue',
  periodSeconds: 'bulkImport:operations.column.periodSeconds',
  pin: 'bulkImport:operations.column.pin',
  response: 'bulkImport:operations.column.response',
  rows: 'bulkImport:operations.column.rows',
  secret: 'bulkImport:operations.column.secret',
  secretEncoding: 'bulkImport:operations.column.secretEncoding',
  serialNumber: 'bulkImport:operations.column.serialNumber',
  tokenType: 'bulkImport:operations.column.tokenType',
  companyName: 'serviceProvider:tenants.fields.companyName',
  hostname: 'serviceProvider:tenants.fields.hostname',
  aliases: 'serviceProvider:tenants.fields.aliases',
  administratorEmail: 'serviceProvider:tenants.fields.email',
  administratorName: 'serviceProvider:tenants.fields.administratorName',
  administratorLocale: 'serviceProvider:tenants.fields.administratorLocale',
  bundle: 'serviceProvider:tenants.fields.bundle',
  allotment: 'serviceProvider:tenants.fields.users',
  contractMode: 'serviceProvider:tenants.fields.contractMode',
  contractEnd: 'serviceProvider:tenants.fields.contractEnd',
  defaultLocale: 'serviceProvider:tenants.facts.locale',
  region: 'serviceProvider:tenants.facts.region',
  authenticationAccount: 'serviceProvider:tenants.fields.authenticationAccount',
  issuanceAccount: 'serviceProvider:tenants.fields.issuanceAccount',
  isSp: 'serviceProvider:tenants.fields.isSp',
}

/** What the column asks depends on the kind. */
const requiredOf: Partial<Record<BulkKindName, Key>> = {
  setregistration: 'members:users.fields.registrationRequired',
  setverification: 'members:users.fields.verificationRequired',
}

const values: Readonly<Record<string, Key>> = {
  true: 'members:attributes.yes',
  false: 'members:attributes.no',
  ACTIVE: 'members:users.status.ACTIVE',
  INACTIVE: 'members:users.status.INACTIVE',
  REGISTERING: 'members:users.status.REGISTERING',
  LOCKED: 'members:users.filters.isLocked',
  UNLOCKED: 'members:users.filters.isNotLocked',
  AT: 'bulkImport:operations.columnValue.AT',
  CANCELED: 'bulkImport:operations.columnValue.CANCELED',
  ENTRUST_SOFT_TOKEN: 'bulkImport:operations.columnValue.ENTRUST_SOFT_TOKEN',
  GOOGLE_AUTHENTICATOR: 'bulkImport:operations.columnValue.GOOGLE_AUTHENTICATOR',
  OATH_HOTP: 'bulkImport:operations.columnValue.OATH_HOTP',
  OATH_OCRA: 'bulkImport:operations.columnValue.OATH_OCRA',
  OATH_TOTP: 'bulkImport:operations.columnValue.OATH_TOTP',
  UNASSIGNED: 'bulkImport:operations.columnValue.UNASSIGNED',
  PROX: 'issuancePortal:smartCards.types.PROX',
  ICLASS: 'issuancePortal:smartCards.types.ICLASS',
  MIFARE_CLASSIC: 'issuancePortal:smartCards.types.MIFARE_CLASSIC',
  VENDOR: 'bulkImport:operations.columnValue.VENDOR',
  CHANGED: 'issuancePortal:printing.reasons.CHANGED',
  DAMAGED: 'issuancePortal:printing.reasons.DAMAGED',
  LOST: 'issuancePortal:printing.reasons.LOST',
  MISPRINTED: 'issuancePortal:printing.reasons.MISPRINTED',
  OTHER: 'issuancePortal:printing.reasons.OTHER',
  STOLEN: 'issuancePortal:printing.reasons.STOLEN',
  DESTROYED: 'issuancePortal:printing.fates.DESTROYED',
  KEPT: 'issuancePortal:printing.fates.KEPT',
  RETURNED: 'issuancePortal:printing.fates.RETURNED',
  TRIAL: 'serviceProvider:tenants.contractModes.TRIAL',
  PRODUCTION: 'serviceProvider:tenants.contractModes.PRODUCTION',
}

/** The columns of a kind and their values as the rest of the console calls them. */
export const useColumnLabels = (kind: BulkKindName) => {
  const text = useText('bulkImport', 'members', 'issuancePortal', 'serviceProvider')
  return bulkKindOf(kind).columns.map((column) => {
    const key = column.name === 'required' ? requiredOf[kind] : labels[column.name]
    return {
      ...column,
      label: key === undefined ? column.name : text(key),
      options: (column.values ?? []).map((value) => {
        const known = values[value]
        return { value, label: known === undefined ? value : text(known) }
      }),
    }
  })
}
