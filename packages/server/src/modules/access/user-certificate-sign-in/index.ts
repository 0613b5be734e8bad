import * as contract from '@signet/contract/access/user-certificates'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { routes } from '../../../kit/routes.ts'
import { type Doors, engine } from '../sign-in/index.ts'

const presented = (ctx: Context) => {
  const certificate = ctx.request.certificate?.() ?? null
  if (certificate === null) return null
  const { subject, issuer, validToDate: validUntil, fingerprint256 } = certificate
  const fingerprint = fingerprint256.replaceAll(':', '').toLowerCase()
  return { subject, issuer, validUntil, fingerprint }
}

/** What this client would sign in with. @throws no_transaction where no certificate may come first */
const start = async (ctx: Context, authToken: string) => {
  const transaction = await engine.openTransaction(ctx, authToken)
  const isOpen =
    transaction.purpose === 'SIGN_IN' &&
    (await engine.mayComeFirst(ctx, transaction, 'USER_CERTIFICATE'))
  if (!isOpen) throw new ApiError('no_transaction')
  return {
    authToken: await engine.sealTransaction(ctx, transaction),
    certificate: presented(ctx),
  }
}

/** Sign-in by the certificate of the connection. */
export const createCertificateDoor = (doors: Doors) =>
  routes(contract, {
    startCertificateSignIn: (ctx, { body }) => start(ctx, body.authToken),
    completeCertificateSignIn: (ctx, { body: given }) =>
      engine.complete(ctx, doors, { authenticator: 'USER_CERTIFICATE', given }),
  })
