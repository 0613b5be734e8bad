import type { BodyOf } from '@signet/contract/kit/endpoint'
import * as contract from '@signet/contract/settings/mobilesdk'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { sealedSettingsOf } from '../families/index.ts'
import { unusableKeys } from './push-keys.ts'

const ofSdk = sealedSettingsOf(contract.mobileSdkFamily)

type Given = NonNullable<BodyOf<typeof contract.updateMobileSdk>['secrets']>

/** @throws invalid_parameters for what no notice could be signed with */
const expectKeys = (given: Given): void => {
  const faults = unusableKeys(given)
  if (faults.length === 0) return
  throw new ApiError('invalid_parameters', {
    fields: faults.map((name) => ({ path: `body.secrets.${name}`, message: 'refused' })),
  })
}

const forget = async (ctx: Context): Promise<undefined> => {
  const { defaults } = contract.mobileSdkFamily
  await ofSdk.update(ctx, { body: { ...defaults, secrets: { apnsKey: null, fcmKey: null } } })
}

const mobileSdkRoutes = routes(contract, {
  readMobileSdk: ofSdk.read,
  updateMobileSdk: (ctx, { body }) => {
    expectKeys(body.secrets ?? {})
    return ofSdk.update(ctx, { body })
  },
  deleteMobileSdk: forget,
})

export const mobileSdkModule: Module = {
  routes: [mobileSdkRoutes],
}
