/*
 * The floors of the house. Every list is written from the ground up: what stands later may use
 * what stands earlier, never the other way.
 */

/** Which packages a package may import. */
export const packageArrows: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  algorithms: [],
  phrases: [],
  card: ['rules', 'algorithms'],
  contract: ['rules', 'card'],
  server: ['rules', 'algorithms', 'phrases', 'card', 'contract'],
  signin: ['rules', 'phrases', 'contract'],
  console: ['rules', 'phrases', 'card', 'contract'],
  authenticator: ['rules', 'algorithms', 'phrases', 'contract'],
  'site-agent': ['rules', 'contract'],
  radius: ['algorithms', 'contract'],
}

/** Packages without a process or a page of their own: the tests of any package may use them. */
export const purePackages: readonly string[] = [
  'rules',
  'algorithms',
  'phrases',
  'card',
  'contract',
]

/** Folders outside packages/ that import packages: journeys and measurements. */
export const outsideArrows: Readonly<Record<string, readonly string[]>> = {
  tests: ['rules', 'algorithms', 'phrases', 'card', 'contract', 'server', 'radius'],
  bench: ['rules', 'algorithms', 'phrases', 'card', 'contract', 'server', 'radius'],
  scripts: [],
  examples: [],
}

export const serverFloors = [
  'platform',
  'kit',
  'modules',
  'protocols',
  'workers',
  'app',
  'cli',
] as const

export const areas = [
  'tenancy',
  'settings',
  'identity',
  'certificates',
  'authenticators',
  'applications',
  'access',
  'directories',
  'credentials',
  'issuance',
  'operations',
  'provider',
] as const

export const consoleFloors = [
  'ui',
  'lib',
  'session',
  'kit',
  'pickers',
  'features',
  'shell',
  'app',
] as const

/** How high something stands in a list; above all of it when it is not named there. */
export const height = (list: readonly string[], name: string): number => {
  const index = list.indexOf(name)
  return index === -1 ? list.length : index
}
