import { generateKeyPairSync } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { softTokens } from '../../../modules/authenticators/soft-tokens/index.ts'
import { tokens } from '../../../modules/authenticators/tokens/index.ts'
import { type Holder, owned } from './holders.ts'

const invited = async (ctx: Context, userId: string, label: string): Promise<string> => {
  const { id } = await tokens.create(ctx, { userId, type: 'ENTRUST_SOFT_TOKEN', label })
  await tokens.startActivation(ctx, id, { owned })
  return id
}

const newKey = (): Buffer =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  }).publicKey

/** As if its owner had typed the code that their app showed. */
const takeOver = async (ctx: Context, tokenId: string, userId: string): Promise<void> => {
  const { ids, clock } = ctx.platform
  await softTokens.insertDevice(ctx, {
    tenant_id: ctx.tenant.id,
    id: ids.uuid(),
    token_id: tokenId,
    user_id: userId,
    name: 'Phone',
    platform: 'WEB',
    public_key: newKey(),
    thumbprint: ids.random(32).toString('base64url'),
    state: 'PENDING',
    sealed_subscription: null,
    created_at: clock.now(),
  })
  await softTokens.confirmApp(ctx, tokenId)
  await ctx.db
    .updateTable('tokens')
    .set({ state: 'ACTIVE', activated_at: clock.now() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', tokenId)
    .execute()
}

/** The Signet Authenticator in use with one person, and another who was sent the link to it. */
export const insertSoftTokens = (ctx: Context, holder: Holder): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const [user, newcomer] = [holder('emma.andersson'), holder('hugo.andersson')]
    await takeOver(ctx, await invited(ctx, user.id, 'Signet Authenticator'), user.id)
    await invited(ctx, newcomer.id, 'New phone')
  })
