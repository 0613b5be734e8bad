/** The first that fits is the browser: those below also name the engine they share. */
const browsers = [
  ['Edge', /\bEdg\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\b(?:Headless)?Chrom(?:e|ium)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

const nameIn = (
  known: readonly (readonly [string, RegExp])[],
  userAgent: string,
): string | undefined => known.find(([, pattern]) => pattern.test(userAgent))?.[0]

interface Device {
  readonly browser: string | undefined
  readonly system: string | undefined
}

/** Browser and system as people call them, from what the browser said of itself. */
export const deviceOf = (userAgent: string | null): Device => ({
  browser: nameIn(browsers, userAgent ?? ''),
  system: nameIn(systems, userAgent ?? ''),
})
