import { createPrivateKey } from 'node:crypto'

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

/** The keys that no notice could be signed with. */
export const unusableKeys = (
  given: Readonly<Partial<Record<Key, string | null | undefined>>>,
): readonly Key[] => {
  const names: readonly Key[] = ['apnsKey', 'fcmKey']
  return names.filter((name) => {
    const pem = given[name]
    return typeof pem === 'string' && !isKey(name, pem)
  })
}
