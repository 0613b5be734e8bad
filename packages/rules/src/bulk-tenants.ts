import { type BulkColumn, type BulkKindFacts, needed, optional, yesNo } from './bulk-facts.ts'
import { bundleTypes } from './bundles.ts'

const yesNoColumn = (name: string): BulkColumn => ({ name, required: false, values: yesNo })

/** Kinds of bulk operation on the tenants of a service provider. */
export const tenantKinds = {
  createtenant: {
    action: 'create',
    type: 'tenants',
    entity: 'TENANTS',
    names: ['hostname'],
    existing: ['ERROR', 'SKIP'],
    ownColumns: null,
    reversible: false,
    fromFilter: false,
    isCatalogued: true,
    columns: [
      needed('companyName'),
      needed('hostname'),
      optional('aliases'),
      needed('administratorEmail'),
      optional('administratorName'),
      optional('administratorLocale'),
      { name: 'bundle', required: true, values: bundleTypes },
      optional('allotment'),
      { name: 'contractMode', required: false, values: ['TRIAL', 'PRODUCTION'] },
      optional('contractEnd'),
      optional('defaultLocale'),
      optional('region'),
      yesNoColumn('authenticationAccount'),
      yesNoColumn('issuanceAccount'),
      yesNoColumn('isSp'),
    ],
  },
} as const satisfies Readonly<Record<string, BulkKindFacts>>
