import { fileURLToPath } from 'node:url'

/** Where the last release is named: its version and its commit. */
export const lastReleasePath = fileURLToPath(new URL('last-release.json', import.meta.url))
