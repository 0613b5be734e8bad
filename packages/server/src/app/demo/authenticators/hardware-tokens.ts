import type { Context } from '../../../kit/context.ts'
import {
  assign,
  type ImportedToken,
  insertStock,
} from '../../../modules/authenticators/hardware-tokens/index.ts'
import { tokens } from '../../../modules/authenticators/tokens/index.ts'
import { knownSecret } from '../tokens.ts'
import { type Holder, owned } from './holders.ts'

const kinds = {
  clock: { algorithmType: 'OATH_TOTP', suite: null, model: 'Clock 6' },
  button: { algorithmType: 'OATH_HOTP', suite: null, model: 'Button 6' },
  keys: { algorithmType: 'OATH_OCRA', suite: 'OCRA-1:HOTP-SHA1-6:QN08', model: 'Keypad 6' },
} as const

const secretBytes = 20

interface Made {
  readonly serial: string
  readonly kind: keyof typeof kinds
  readonly secret: Buffer
}

const imported = ({ serial, kind, secret }: Made): ImportedToken => ({
  ...kinds[kind],
  serial,
  secret,
  hash: 'SHA1',
  digits: 6,
  periodSeconds: 30,
  counter: 0,
  pin: null,
  manufacturer: 'Acme Keys',
  encoding: null,
  assumed: [],
})

/** The first one shows the codes of the secret that is printed. */
const given = [
  { serial: 'HW-100001', kind: 'clock', to: 'amelia.andersson' },
  { serial: 'HW-100002', kind: 'button', to: 'noah.andersson' },
  { serial: 'HW-100003', kind: 'keys', to: 'sofia.andersson' },
  { serial: 'HW-100004', kind: 'clock', to: 'liam.andersson', lost: true },
] as const

const stock = [
  { serial: 'HW-200001', kind: 'clock' },
  { serial: 'HW-200002', kind: 'clock' },
  { serial: 'HW-200003', kind: 'button' },
  { serial: 'HW-200004', kind: 'button' },
  { serial: 'HW-200005', kind: 'keys' },
] as const

/** Tokens of each kind in the stock and with people; one was switched off when it was lost. */
export const insertHardwareTokens = (ctx: Context, holder: Holder): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const { ids } = ctx.platform
    const all = [...given, ...stock].map((each, at) =>
      imported({ ...each, secret: at === 0 ? knownSecret : ids.random(secretBytes) }),
    )
    const made = await insertStock(
      ctx,
      all.map((token) => ({ token, groups: [] })),
    )
    for (const [at, { to, ...more }] of given.entries()) {
      const { id } = await assign(ctx, made[at] ?? '', { userId: holder(to).id, owned })
      if ('lost' in more) await tokens.changeState(ctx, id, { state: 'INACTIVE', owned })
    }
  })
