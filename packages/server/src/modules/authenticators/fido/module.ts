import * as fido from '@signet/contract/authenticators/fido'
import * as passkeyDomain from '@signet/contract/settings/passkey-domain'
import type { Context } from '../../../kit/context.ts'
import { day, type Module } from '../../../kit/module.ts'
import { routes, versioned } from '../../../kit/routes.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { changeDomain, readDomain } from './domain.service.ts'
import type { StoredCredential } from './fido.repository.ts'
import * as service from './fido.service.ts'
import { registrationOptions } from './registration.ts'

const managed =
  (ctx: Context): service.Owned =>
  async (credential) =>
    void (await expectAuthority(ctx, credential.user_id))

const shown = async (ctx: Context, row: StoredCredential) =>
  versioned(await service.present(ctx, row), row.version)

/** A ceremony begun in one session of the administrator is completed there. */
const placeOf = (ctx: Context, userId: string) => {
  const { actor } = ctx
  const isSession = actor.kind === 'user' || actor.kind === 'application'
  return { userId, boundTo: isSession ? actor.sessionId : '' }
}

const fidoRoutes = routes(fido, {
  startFidoRegistration: (ctx, { params }) =>
    ctx.transaction(async (ctx) => {
      const { id } = await expectAuthority(ctx, params.id)
      return { fidoOptions: { ...(await registrationOptions(ctx, placeOf(ctx, id))) } }
    }),
  completeFidoRegistration: async (ctx, { params, body }) => {
    const row = await ctx.transaction(async (ctx) => {
      const { id } = await expectAuthority(ctx, params.id)
      return service.register(ctx, placeOf(ctx, id), body)
    })
    return shown(ctx, row)
  },
  readFidoToken: async (ctx, { params }) => {
    const row = await service.read(ctx, params.fidoid)
    await readOwner(ctx, row.user_id)
    return shown(ctx, row)
  },
  updateFidoToken: (ctx, { params, body }) =>
    ctx.transaction(async (ctx) =>
      shown(ctx, await service.change(ctx, params.fidoid, { ...body, owned: managed(ctx) })),
    ),
  deleteFidoToken: async (ctx, { params }) => {
    await ctx.transaction((ctx) => service.remove(ctx, params.fidoid, managed(ctx)))
    return undefined
  },
})

const passkeyDomainRoutes = routes(passkeyDomain, {
  readPasskeyDomain: readDomain,
  updatePasskeyDomain: (ctx, { body }) => changeDomain(ctx, body.domain),
})

export const fidoModule: Module = {
  routes: [fidoRoutes, passkeyDomainRoutes],
  retention: [{ table: 'fido_registrations', column: 'expires_at', graceMillis: day }],
  secretColumns: ['fido_registrations.challenge_hash'],
  openColumns: ['fido_credentials.public_key', 'tenants.passkey_domain'],
}
