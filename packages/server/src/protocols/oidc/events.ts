import type { EventEmitter } from 'node:events'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Platform } from '../../platform/platform.ts'
import { deviceAnswer } from './devices/device-codes.ts'
import { unitOfWork } from './unit-of-work.ts'

interface Noted {
  readonly action: string
  readonly outcome: 'SUCCESS' | 'FAILURE'
  readonly attributes?: Readonly<Record<string, unknown>>
}

/** An event of the client in this request, written in the request's flush. */
export const note = (
  koa: KoaContextWithOIDC,
  platform: Platform,
  { action, outcome, attributes }: Noted,
): void => {
  const unit = unitOfWork()
  const { client, account } = koa.oidc
  const accountId = account?.accountId ?? null
  unit.events.push({
    id: platform.ids.uuid(),
    at: platform.clock.now(),
    action,
    outcome,
    subject: { entity: 'APPLICATIONS', id: client?.clientId ?? '', name: client?.clientName ?? '' },
    ...(attributes === undefined ? {} : { attributes }),
    ...(accountId === null
      ? {}
      : { actor: { kind: 'user', id: accountId, name: unit.accounts.get(accountId)?.name ?? '' } }),
  })
}

/** The library's events that belong in the audit log; they are written in the request's flush. */
export const noteEvents = (provider: Provider, platform: Platform): void => {
  provider.on('authorization.success', (koa) =>
    note(koa, platform, {
      action: 'APPLICATION_SIGN_IN',
      outcome: 'SUCCESS',
      attributes: { scope: koa.oidc.params?.scope },
    }),
  )
  provider.on('device_authorization.success', (koa, body) => {
    Object.assign(body, deviceAnswer())
    note(koa, platform, { action: 'APPLICATION_DEVICE_BEGUN', outcome: 'SUCCESS' })
  })
  provider.on('grant.revoked', (koa) =>
    note(koa, platform, { action: 'APPLICATION_TOKENS_REVOKED', outcome: 'SUCCESS' }),
  )
  provider.on('end_session.success', (koa) =>
    note(koa, platform, { action: 'APPLICATION_SIGN_OUT', outcome: 'SUCCESS' }),
  )
  // Without a listener Koa writes to standard error by itself.
  const failures: EventEmitter = provider
  failures.on('error', (error: unknown) => platform.log.error({ err: error }, 'openid connect'))
  provider.on('server_error', (_koa, error) => platform.log.error({ err: error }, 'openid connect'))
}
