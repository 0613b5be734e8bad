import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'

/** Digital Asset Links: which Android apps may use this host's passkeys. */
export const assetLinks = async (ctx: Context) => {
  const { apps } = await settings.fidoAndroid(ctx)
  return apps.map(({ packageName, sha256CertFingerprints }) => ({
    relation: ['delegate_permission/common.get_login_creds'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: sha256CertFingerprints,
    },
  }))
}

/** Associated domains: which apps on Apple devices may. */
export const appSiteAssociation = async (ctx: Context) => {
  const { apps } = await settings.fidoIos(ctx)
  return { webcredentials: { apps } }
}
