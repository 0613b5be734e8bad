import { type Context, mayDo, type Tenant } from '../../../kit/context.ts'
import { enterTenant } from '../../../platform/db/enter-tenant.ts'
import {
  type BulkWork,
  failed,
  faultBy,
  type RowFault,
  type ValueRow,
  type Verdict,
} from '../../operations/bulk-operations/index.ts'
import { readTenant, tenantDomains } from '../../tenancy/tenants/index.ts'
import { expectMayMake, openSubscriberWithin, urlBelow } from '../subscribers/index.ts'
import { aliasesOf, hostOf, hostsOf, tenantIn, withHosts } from './tenant-rows.ts'
import { findTenantBelow } from './tenants.repository.ts'

/** A tenant takes some forty statements: a transaction of so many rows lasts about a second. */
const batchRows = 25

type Wanted = Parameters<typeof openSubscriberWithin>[1]

interface Judged {
  readonly row: ValueRow
  readonly wanted: Wanted
}

/**
 * The tenant that each taken name belongs to; null where it lies in the domain of a tenant's passkeys.
 * A tenant is made under an ID of its own, to which the provider's domain is another's as well.
 */
const takenNames = async (ctx: Context, hosts: readonly string[]) => {
  await enterTenant(ctx.db, ctx.platform.ids.uuid())
  const taken = await tenantDomains.taken(ctx.db, hosts)
  await enterTenant(ctx.db, ctx.tenant.id)
  return new Map(taken.map(({ host, tenantId }) => [host, tenantId]))
}

interface Judging {
  readonly provider: Parameters<typeof expectMayMake>[0]
  readonly taken: ReadonlyMap<string, string | null>
  readonly isSkipped: boolean
}

/** What the single call would refuse of a row, in its words. */
const faultIn = async (
  ctx: Context,
  row: ValueRow,
  how: Pick<Judging, 'provider'> & Pick<Wanted, 'isSp'>,
): Promise<RowFault | null> => {
  const mayNot = await faultBy(() => expectMayMake(how.provider, how))
  if (mayNot !== null) return { ...mayNot, column: 'isSp' }
  return faultBy(() => {
    urlBelow(ctx, hostOf(row))
    for (const alias of aliasesOf(row)) urlBelow(ctx, alias, 'body.aliases')
  })
}

/** A row whose host is another tenant's: one below this provider was made by an earlier file. */
const takenVerdict = async (
  ctx: Context,
  row: ValueRow,
  { taken, isSkipped }: Judging,
): Promise<Verdict | null> => {
  const name = hostOf(row)
  const host = hostsOf(row).find((each) => taken.has(each))
  if (host === undefined) return null
  const owner = taken.get(host) ?? null
  if (isSkipped && host === name && owner !== null) {
    const below = await findTenantBelow(ctx, owner)
    if (below !== undefined) return { line: row.line, name, action: 'SKIP', subjectId: owner }
  }
  const column = host === name ? 'hostname' : 'aliases'
  return failed(row, name, { code: 'subscriber_exists', column, message: host })
}

const judge = async (ctx: Context, row: ValueRow, judging: Judging): Promise<Judged | Verdict> => {
  const refuse = (fault: RowFault): Verdict => failed(row, hostOf(row), fault)
  const tenant = tenantIn(row)
  if ('code' in tenant) return refuse(tenant)
  const fault = await faultIn(ctx, row, { provider: judging.provider, isSp: tenant.isSp })
  if (fault !== null) return refuse(fault)
  const met = await takenVerdict(ctx, row, judging)
  if (met !== null) return met
  const { hostname, ...wanted } = tenant
  return { row, wanted: { ...wanted, publicUrl: urlBelow(ctx, hostname) } }
}

const isJudged = (each: Judged | Verdict): each is Judged => 'wanted' in each

const perform: BulkWork['perform'] = async (ctx, rows, { dryRun, existing }) => {
  if (!mayDo(ctx, ['TENANTS', 'ADD'])) {
    return rows.map((row) => failed(row, hostOf(row), { code: 'access_denied' }))
  }
  // From here on no other tenant takes a name, so that what was judged holds.
  const taken = await takenNames(ctx, rows.flatMap(hostsOf))
  const judging = { provider: await readTenant(ctx), taken, isSkipped: existing === 'SKIP' }
  const verdicts: Verdict[] = []
  for (const row of rows) {
    const judged = await judge(ctx, row, judging)
    if (!isJudged(judged)) {
      verdicts.push(judged)
      continue
    }
    const subjectId = dryRun ? null : await openSubscriberWithin(ctx, judged.wanted)
    verdicts.push({ line: row.line, name: hostOf(row), action: 'CREATE', subjectId })
  }
  return verdicts
}

const hostKey = (host: string): string => `h:${host}`

/** Creates tenants of this provider, and mails each first administrator the setup link. */
export const createTenantsByFile = ({ publicUrl }: Tenant): BulkWork => {
  const own = new URL(publicUrl).hostname
  return {
    kind: 'createtenant',
    touches: [],
    batchRows,
    translate: (row) => withHosts(row, own),
    nameOf: hostOf,
    keysOf: (row) => hostsOf(row).map(hostKey),
    columnOfKey: (row, key) => (key === hostKey(hostOf(row)) ? 'hostname' : 'aliases'),
    perform,
  }
}
