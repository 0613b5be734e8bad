/**
 * What a fingerprint may be made of. Cookies and storage of plug-ins are none of it: people clear
 * them, and they say nothing of the device.
 */
export const deviceAttributes = [
  'browser',
  'platform',
  'languages',
  'timeZone',
  'screen',
  'colourDepth',
  'pixelRatio',
  'processors',
  'memory',
  'touch',
  'graphics',
] as const
export type DeviceAttribute = (typeof deviceAttributes)[number]

/** Kinds of browsers that differ in what stays the same: a phone's screen turns. */
export const devicePlatforms = ['desktop', 'mobile'] as const
export type DevicePlatform = (typeof devicePlatforms)[number]

/** Product: login details: nobody waits longer for a fingerprint. */
export const longestFingerprintMillis = 4000

/** 32 bytes in hexadecimal, separated by colons. */
export const machineIdForm = /^(?:[0-9a-f]{2}:){31}[0-9a-f]{2}$/i

/** What the machine's id is the SHA-256 of: its digests in the order of their names. */
export const machineIdText = (attributes: Readonly<Partial<Record<string, string>>>): string =>
  Object.keys(attributes)
    .toSorted()
    .map((name) => `${name}=${attributes[name]}`)
    .join('\n')

/** Bytes as a machine id is written. */
export const machineIdOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(':')
