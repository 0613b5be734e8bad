import * as contract from '@signet/contract/provider/play-integrity-credentials'
import { requiredErrorKey } from '@signet/rules/text'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import {
  integrityFault,
  isDecryptionKey,
  isVerificationKey,
} from '../../../platform/play-integrity.ts'
import { credentialOf } from '../../settings/provider-credentials/index.ts'

const playIntegrity = credentialOf(contract.playIntegrityFamily, {
  entity: 'PLAYINTEGRITYCREDENTIALS',
  faults: ({ enabled, verificationKey }, { decryptionKey }) => [
    ...(verificationKey !== '' && !isVerificationKey(verificationKey)
      ? [{ path: 'verificationKey', message: 'refused' }]
      : []),
    ...(decryptionKey !== undefined && !isDecryptionKey(decryptionKey)
      ? [{ path: 'secrets.decryptionKey', message: 'refused' }]
      : []),
    ...(enabled && decryptionKey === undefined
      ? [{ path: 'secrets.decryptionKey', message: requiredErrorKey }]
      : []),
  ],
})

/** Judges a verdict as it is judged when an app takes a token over. */
const tryVerdict = async (
  ctx: Context,
  { token, nonce }: z.output<typeof contract.testPlayIntegrityCredentials.body>,
) => {
  const { values, secrets } = await playIntegrity.open(ctx)
  const { verificationKey } = values
  const { decryptionKey } = secrets
  const detail =
    decryptionKey === undefined || verificationKey === ''
      ? 'KEYS_MISSING'
      : await integrityFault({
          token,
          keys: { decryptionKey, verificationKey },
          policy: values,
          nonce: nonce.replaceAll('=', ''),
          now: ctx.platform.clock.now(),
        })
  const accepted = detail === null
  await playIntegrity.noteTest(ctx, { accepted, fault: detail })
  return { accepted, detail }
}

export const playIntegrityCredentialsModule: Module = {
  routes: [
    routes(contract, {
      readPlayIntegrityCredentials: playIntegrity.read,
      updatePlayIntegrityCredentials: (ctx, { body }) => playIntegrity.update(ctx, body),
      deletePlayIntegrityCredentials: (ctx) => playIntegrity.remove(ctx),
      testPlayIntegrityCredentials: (ctx, { body }) => tryVerdict(ctx, body),
    }),
  ],
}
