import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { updateOtpProvider } from '@signet/contract/settings/otpprovider'
import type { NumberDelivery } from '@signet/rules/code-deliveries'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import {
  expectConnectorTarget,
  readConnectors,
  type ShownConnector,
  saveConnector,
} from '../http-connectors/index.ts'
import { changedCalls, changeVoucher } from '../vouching/index.ts'

const ways = ['sms', 'voice', 'messenger'] as const
type Way = (typeof ways)[number]

const nameOf = (way: Way): string => `otp-${way}`

/** The connector of a way of delivery. */
export const connectorNames: Readonly<Record<NumberDelivery, string>> = {
  SMS: nameOf('sms'),
  VOICE: nameOf('voice'),
  MESSENGER: nameOf('messenger'),
}

type Shown = ReadonlyMap<string, ShownConnector>

const present = (rows: Shown) => ({
  sms: rows.get(nameOf('sms'))?.connector ?? null,
  voice: rows.get(nameOf('voice'))?.connector ?? null,
  messenger: rows.get(nameOf('messenger'))?.connector ?? null,
})

/** Each change of one of them counts. */
const versionOf = (rows: Shown): number =>
  [...rows.values()].reduce((sum, { version }) => sum + version, 0)

const readAll = (ctx: Context): Promise<Shown> => readConnectors(ctx, ways.map(nameOf))

export const read = async (ctx: Context) => {
  const rows = await readAll(ctx)
  return versioned(present(rows), versionOf(rows))
}

/** @throws rights_not_held: who gets the codes could sign in as users */
const expectCarriers = (
  ctx: Context,
  before: Shown,
  given: BodyOf<typeof updateOtpProvider>,
): void => {
  for (const way of ways) {
    const connector = given[way]
    if (!connector) continue
    const was = before.get(nameOf(way))?.connector ?? null
    const changed = changedCalls(was, connector).map((field) => `${way}.${field}`)
    const subject = { entity: 'SETTINGS', id: 'otpprovider', name: 'otpprovider' } as const
    changeVoucher(ctx, { subject, changed, users: null })
  }
}

/** @throws rights_not_held, precondition_failed; invalid_parameters for a target that must not be called */
export const update = async (ctx: Context, given: BodyOf<typeof updateOtpProvider>) => {
  for (const way of ways) {
    const connector = given[way]
    if (connector) await expectConnectorTarget(ctx, connector, way)
  }
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return ctx.transaction(async (ctx) => {
    const before = await readAll(ctx)
    expectVersion(ctx, versionOf(before))
    expectCarriers(ctx, before, given)
    for (const way of ways) {
      const connector = given[way]
      if (connector === undefined) continue
      await saveConnector(ctx, { name: nameOf(way), given: connector, path: way })
    }
    const after = await readAll(ctx)
    audit(ctx, 'SETTINGS_UPDATED', {
      subject: { entity: 'SETTINGS', id: 'otpprovider', name: 'otpprovider' },
      before: present(before),
      after: present(after),
    })
    return versioned(present(after), versionOf(after))
  })
}
