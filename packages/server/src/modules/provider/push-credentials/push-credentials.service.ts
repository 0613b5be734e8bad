import { createPrivateKey } from 'node:crypto'
import {
  pushCredentialsFamily,
  type pushServices,
} from '@signet/contract/provider/push-credentials'
import { requiredErrorKey } from '@signet/rules/text'
import type { Context } from '../../../kit/context.ts'
import { apnsAddresses, sendApns } from '../../../platform/push/apns.ts'
import { validateFcm } from '../../../platform/push/fcm.ts'
import { PushFailed } from '../../../platform/push.ts'
import { unusableKeys } from '../../settings/mobile-sdk/index.ts'
import { credentialOf } from '../../settings/provider-credentials/index.ts'

const keys = { apnsEnabled: 'apnsKey', fcmEnabled: 'fcmKey' } as const
const switches = ['apnsEnabled', 'fcmEnabled'] as const

export const pushCredentials = credentialOf(pushCredentialsFamily, {
  entity: 'PUSHCREDENTIALS',
  faults: (values, secrets) => [
    ...unusableKeys(secrets).map((name) => ({ path: `secrets.${name}`, message: 'refused' })),
    ...switches
      .filter((name) => values[name] && secrets[keys[name]] === undefined)
      .map((name) => ({ path: `secrets.${keys[name]}`, message: requiredErrorKey })),
  ],
})

type Opened = Awaited<ReturnType<typeof pushCredentials.open>>

const notSet = (): never => {
  throw new PushFailed('the service is switched off, or has no key', { mayRetry: false })
}

/** A device token in the form of one, which APNs finds only with a right key, team and bundle. */
const nobodysToken = '0'.repeat(64)

const trying = {
  APNS: async ({ platform }: Context, { values, secrets }: Opened): Promise<void> => {
    const key = values.apnsEnabled ? secrets.apnsKey : undefined
    const { apnsKeyId: keyId, apnsTeamId: teamId, apnsBundleId: bundleId } = values
    const now = platform.clock.now()
    const message = {
      now,
      expiresAt: now,
      key: { privateKey: createPrivateKey(key ?? notSet()), keyId, teamId },
      bundleId,
      deviceToken: nobodysToken,
      payload: { aps: {} },
      topic: 'signet-test',
    }
    const address = values.apnsSandbox ? apnsAddresses.sandbox : apnsAddresses.production
    await sendApns(platform.outbound, message, address)
  },
  FCM: ({ platform }: Context, { values, secrets }: Opened): Promise<void> => {
    const key = values.fcmEnabled ? secrets.fcmKey : undefined
    const { fcmClientEmail: clientEmail, fcmProjectId: projectId } = values
    const privateKey = createPrivateKey(key ?? notSet())
    return validateFcm(platform.outbound, {
      now: platform.clock.now(),
      account: { privateKey, clientEmail, projectId },
    })
  },
} as const

/** Asks a push service what it makes of the stored credentials; no device is woken. */
export const tryPush = async (ctx: Context, service: (typeof pushServices)[number]) => {
  const opened = await pushCredentials.open(ctx)
  const detail = await Promise.resolve()
    .then(() => trying[service](ctx, opened))
    .then(
      () => null,
      (error: unknown) => {
        if (error instanceof PushFailed) return error.message
        throw error
      },
    )
  const accepted = detail === null
  await pushCredentials.noteTest(ctx, { service, accepted })
  return { accepted, detail }
}
