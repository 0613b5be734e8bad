import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { updateOtpProvider } from '@signet/contract/settings/otpprovider'
import type { EntityType } from '@signet/rules/permissions'
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
import { nameOf, ways } from './ways.ts'

type Given = BodyOf<typeof updateOtpProvider>
type Shown = ReadonlyMap<string, ShownConnector>

/** Whose connectors these are, and how the audit log tells of them. */
interface Place {
  readonly prefix: string
  readonly entity: EntityType
  readonly id: string
  readonly action: string
}

const present = ({ prefix }: Place, rows: Shown) => ({
  sms: rows.get(nameOf(prefix, 'sms'))?.connector ?? null,
  voice: rows.get(nameOf(prefix, 'voice'))?.connector ?? null,
  messenger: rows.get(nameOf(prefix, 'messenger'))?.connector ?? null,
})

/** Each change of one of them counts. */
const versionOf = (rows: Shown): number =>
  [...rows.values()].reduce((sum, { version }) => sum + version, 0)

const readAll = (ctx: Context, { prefix }: Place): Promise<Shown> =>
  readConnectors(
    ctx,
    ways.map((way) => nameOf(prefix, way)),
  )

const subjectOf = ({ entity, id }: Place) => ({ entity, id, name: id })

/** @throws rights_not_held: who gets the codes could sign in as users */
const expectCarriers = (
  ctx: Context,
  place: Place,
  { before, given }: { readonly before: Shown; readonly given: Given },
): void => {
  for (const way of ways) {
    const connector = given[way]
    if (!connector) continue
    const was = before.get(nameOf(place.prefix, way))?.connector ?? null
    const changed = changedCalls(was, connector).map((field) => `${way}.${field}`)
    changeVoucher(ctx, { subject: subjectOf(place), changed, users: null })
  }
}

/** The connectors that carry codes to telephones, one for each way. */
export const otpConnectors = (place: Place) => ({
  read: async (ctx: Context) => {
    const rows = await readAll(ctx, place)
    return versioned(present(place, rows), versionOf(rows))
  },
  /** @throws rights_not_held, precondition_failed; invalid_parameters for a target that must not be called */
  update: async (ctx: Context, given: Given) => {
    for (const way of ways) {
      const connector = given[way]
      if (connector) await expectConnectorTarget(ctx, connector, way)
    }
    await ctx.platform.secrets.ready(ctx.tenant.id)
    return ctx.transaction(async (ctx) => {
      const before = await readAll(ctx, place)
      expectVersion(ctx, versionOf(before))
      expectCarriers(ctx, place, { before, given })
      for (const way of ways) {
        const connector = given[way]
        if (connector === undefined) continue
        await saveConnector(ctx, { name: nameOf(place.prefix, way), given: connector, path: way })
      }
      const after = await readAll(ctx, place)
      audit(ctx, place.action, {
        subject: subjectOf(place),
        before: present(place, before),
        after: present(place, after),
      })
      return versioned(present(place, after), versionOf(after))
    })
  },
})
