import { createPrivateKey } from 'node:crypto'
import { pushCredentialsFamily } from '@signet/contract/provider/push-credentials'
import { mobileSdkFamily } from '@signet/contract/settings/mobilesdk'
import type { Context } from '../../../kit/context.ts'
import { apnsAddresses } from '../../../platform/push/apns.ts'
import { readSecrets, settings } from '../../settings/families/index.ts'
import { inheritedCredential } from '../../settings/provider-credentials/index.ts'

const switches = { apnsKey: 'apnsEnabled', fcmKey: 'fcmEnabled' } as const

/** The tenant's own for a service, else those of the closest provider that has some; null for none. */
const credentialsFor = async (ctx: Context, name: keyof typeof switches) => {
  const enabled = switches[name]
  const values = await settings.mobileSdk(ctx)
  const { [name]: own } = await readSecrets(ctx, mobileSdkFamily)
  if (values[enabled] && own !== undefined) return { values, key: own }
  const lent = await inheritedCredential(ctx, pushCredentialsFamily, (each) => each[enabled])
  const key = lent?.secrets[name]
  return lent === null || key === undefined ? null : { values: lent.values, key }
}

/** By what iPhones are woken; null where nothing is set up. */
export const apnsCredentials = async (ctx: Context) => {
  const found = await credentialsFor(ctx, 'apnsKey')
  if (found === null) return null
  const { apnsKeyId: keyId, apnsTeamId: teamId, apnsBundleId: bundleId, apnsSandbox } = found.values
  return {
    key: { privateKey: createPrivateKey(found.key), keyId, teamId },
    bundleId,
    address: apnsSandbox ? apnsAddresses.sandbox : apnsAddresses.production,
  }
}

/** By what Android phones are woken; null where nothing is set up. */
export const fcmAccount = async (ctx: Context) => {
  const found = await credentialsFor(ctx, 'fcmKey')
  if (found === null) return null
  const { fcmClientEmail: clientEmail, fcmProjectId: projectId } = found.values
  return { privateKey: createPrivateKey(found.key), clientEmail, projectId }
}
