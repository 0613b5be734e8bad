import { createPrivateKey } from 'node:crypto'
import * as contract from '@signet/contract/settings/mobilesdk'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { routes } from '../../../kit/routes.ts'
import { sealedSettingsOf } from '../families/index.ts'

const ofSdk = sealedSettingsOf(contract.mobileSdkFamily)

/** What each service signs with: ES256 by P-256, RS256 by RSA. */
const kinds = { apnsKey: 'ec', fcmKey: 'rsa' } as const
type Key = keyof typeof kinds

const isKey = (name: Key, pem: string): boolean => {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    const isCurve = name === 'fcmKey' || asymmetricKeyDetails?.namedCurve === 'prime256v1'
    return asymmetricKeyType === kinds[name] && isCurve
  } catch {
    return false
  }
}

type Given = Partial<Record<Key, string | null | undefined>>

/** @throws invalid_parameters for what no notice could be signed with */
const expectKeys = (given: Given): void => {
  const names: readonly Key[] = ['apnsKey', 'fcmKey']
  const faults = names.filter((name) => {
    const pem = given[name]
    return typeof pem === 'string' && !isKey(name, pem)
  })
  if (faults.length === 0) return
  throw new ApiError('invalid_parameters', {
    fields: faults.map((name) => ({ path: `body.secrets.${name}`, message: 'refused' })),
  })
}

const forget = async (ctx: Context): Promise<undefined> => {
  const { defaults } = contract.mobileSdkFamily
  await ofSdk.update(ctx, { body: { ...defaults, secrets: { apnsKey: null, fcmKey: null } } })
}

export const mobileSdkRoutes = routes(contract, {
  readMobileSdk: ofSdk.read,
  updateMobileSdk: (ctx, { body }) => {
    expectKeys(body.secrets ?? {})
    return ofSdk.update(ctx, { body })
  },
  deleteMobileSdk: forget,
})
