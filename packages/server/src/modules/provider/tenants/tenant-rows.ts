import { mostHostNames, SubmittedTenant } from '@signet/contract/provider/tenants'
import { canonicalHostname } from '@signet/rules/host-names'
import { locales } from '@signet/rules/locales'
import { isDomainName } from '@signet/rules/network'
import type { z } from 'zod'
import type { RowFault, ValueRow } from '../../operations/bulk-operations/index.ts'

/* The cells of a file of tenants. */

/** A name without a dot is one below the provider's own host. */
const completed = (name: string, own: string): string => {
  const typed = name.trim()
  const isWhole = /[.\u3002\uff0e\uff61]./.test(typed)
  const label = typed.replace(/[.\u3002\uff0e\uff61]$/, '')
  return canonicalHostname(isWhole || label === '' ? typed : `${label}.${own}`)
}

const aliasesIn = (cell: string): readonly string[] =>
  cell.split(/[;|,\s]+/).filter((name) => name !== '')

/** The row with its host names as they are compared. */
export const withHosts = (row: ValueRow, own: string): ValueRow => {
  const { hostname, aliases } = row.values
  const names = aliasesIn(aliases ?? '').map((name) => completed(name, own))
  const others = [...new Set(names)]
  return {
    ...row,
    values: {
      ...row.values,
      ...(hostname === undefined ? {} : { hostname: completed(hostname, own) }),
      ...(others.length === 0 ? {} : { aliases: others.join(' ') }),
    },
  }
}

/** The host of the tenant, by which the row is named. */
export const hostOf = ({ values }: ValueRow): string => values.hostname ?? ''

/** Its other names; its own host among them is no other. */
export const aliasesOf = (row: ValueRow): readonly string[] =>
  aliasesIn(row.values.aliases ?? '').filter((name) => name !== hostOf(row))

export const hostsOf = (row: ValueRow): readonly string[] => [hostOf(row), ...aliasesOf(row)]

const flagOf = (cell: string | undefined): boolean | undefined =>
  cell === undefined ? undefined : cell === 'true'

const without = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const isCount = (cell: string | undefined): boolean => cell === undefined || /^\d{1,9}$/.test(cell)

/** A day is meant as a whole. */
const endOf = (cell: string | undefined): string | undefined =>
  cell !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(cell) ? `${cell}T23:59:59Z` : cell

const wantedOf = ({ values }: ValueRow) =>
  without({
    companyName: values.companyName,
    hostname: values.hostname,
    region: values.region,
    defaultLocale: values.defaultLocale?.toLowerCase(),
    authenticationAccount: flagOf(values.authenticationAccount),
    issuanceAccount: flagOf(values.issuanceAccount),
    isSp: flagOf(values.isSp),
    entitlement: without({
      bundle: values.bundle,
      users: values.allotment === undefined ? undefined : Number(values.allotment),
      contractMode: values.contractMode,
      endDate: endOf(values.contractEnd),
    }),
    administrator: without({
      email: values.administratorEmail,
      name: values.administratorName,
      locale: values.administratorLocale?.toLowerCase(),
    }),
  })

/** Where a file has what the call has in a part of its own. */
const columns: Readonly<Record<string, string>> = {
  'entitlement.bundle': 'bundle',
  'entitlement.users': 'allotment',
  'entitlement.contractMode': 'contractMode',
  'entitlement.endDate': 'contractEnd',
  'administrator.email': 'administratorEmail',
  'administrator.name': 'administratorName',
  'administrator.locale': 'administratorLocale',
}

/** Cells with a form of their own, with what they may hold. */
const forms: Readonly<Record<string, string>> = {
  administratorLocale: locales.join(', '),
  defaultLocale: locales.join(', '),
  contractEnd: 'YYYY-MM-DD',
}

type WantedTenant = z.output<typeof SubmittedTenant> & { readonly aliases: readonly string[] }

const aliasFault = (row: ValueRow): RowFault | null => {
  const aliases = aliasesOf(row)
  if (aliases.length >= mostHostNames) return { code: 'limit_reached', column: 'aliases' }
  const wrong = aliases.find((name) => !isDomainName(name))
  if (wrong === undefined) return null
  return { code: 'invalid_parameters', column: 'aliases', message: 'is not a host name' }
}

/** The tenant that a row describes, or what is wrong with it by itself. */
export const tenantIn = (row: ValueRow): WantedTenant | RowFault => {
  if (!isCount(row.values.allotment)) return { code: 'bulk_value_unfit', column: 'allotment' }
  const parsed = SubmittedTenant.safeParse(wantedOf(row))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = issue?.path.join('.') ?? ''
    const column = columns[path] ?? path
    const message = forms[column]
    if (message !== undefined) return { code: 'bulk_value_unfit', column, message }
    return { code: 'invalid_parameters', column, message: issue?.message ?? null }
  }
  return aliasFault(row) ?? { ...parsed.data, aliases: aliasesOf(row) }
}
