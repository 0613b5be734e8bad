import type { DeviceFingerprint } from '@signet/contract/authenticators/device-fingerprint'
import type { UserMachineSettings } from '@signet/contract/authenticators/machines'
import {
  type DeviceAttribute,
  longestFingerprintMillis,
  machineIdOf,
  machineIdText,
} from '@signet/rules/device-fingerprint'
import { devicePlatform, readers } from './attributes.ts'

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The attribute's digest, salted: no value leaves this browser, and no two machines compare. */
const partOf = async (name: DeviceAttribute, salt: string): Promise<[string, string]> => {
  const hash = await digest(`${salt}\n${name}\n${readers[name]()}`)
  return [name, base64url(hash.subarray(0, 16))]
}

const settled = <T>(results: readonly PromiseSettledResult<T>[]): readonly T[] =>
  results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))

const take = async (
  names: readonly DeviceAttribute[],
  machineNonce: string,
): Promise<DeviceFingerprint> => {
  // An attribute that a browser does not tell is left out.
  const parts = await Promise.allSettled(names.map(async (name) => partOf(name, machineNonce)))
  const attributes = Object.fromEntries(settled(parts))
  return { machineId: machineIdOf(await digest(machineIdText(attributes))), attributes }
}

const after = (millis: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), millis)
  })

/**
 * The fingerprint of this browser; null where none is asked for, and when it takes too long or
 * fails: nobody is kept from signing in by it.
 */
export const takeFingerprint = async (
  settings: UserMachineSettings | null,
  machineNonce: string | null,
): Promise<DeviceFingerprint | null> => {
  if (settings === null || machineNonce === null) return null
  if (!settings.enabled || !settings.fingerprintRequired) return null
  const names = settings.attributes[devicePlatform()]
  const wait = Math.min(settings.waitMillis, longestFingerprintMillis)
  const taking = take(names, machineNonce).catch(() => null)
  return Promise.race([taking, after(wait)])
}
