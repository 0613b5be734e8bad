import type { Finding, Goal } from '../report/finding.ts'

type About = Pick<Finding, 'line' | 'unit' | 'better'> & { readonly goal: Goal | null }

const perCore = (line: string, must: number, aim: number): About => ({
  line,
  unit: '/s per core',
  better: 'more',
  goal: { must, aim },
})

const atMost = (
  unit: Finding['unit'],
  line: string,
  [must, aim]: readonly [number, number],
): About => ({
  line,
  unit,
  better: 'less',
  goal: { must, aim },
})

/** Every line that the product has to reach, and what it has to reach there. */
export const goals = {
  signIn: perCore('sign-in: code + PKCE with password, 5 requests', 75, 95),
  signInAgainstPeer: {
    line: 'sign-in against bare oidc-provider on PostgreSQL',
    unit: 'times',
    better: 'more',
    goal: { must: 1.2, aim: 1.2 },
  },
  outsideHash: atMost('ms', 'sign-in: CPU outside the hash', [7, 4.5]),
  signInTail: atMost('ms', 'sign-in: p99 of 16 at once', [400, 250]),
  overload: {
    line: 'sign-in at twice the load: share of its own rate kept, 429 for the rest',
    unit: 'times',
    better: 'more',
    goal: { must: 0.9, aim: 1 },
  },
  clientCredentials: perCore('client credentials, ES256 JWT', 3000, 6000),
  refresh: perCore('refresh with rotation and reuse detection', 1200, 2000),
  introspection: perCore('introspection', 2500, 4000),
  userinfo: perCore('userinfo', 4000, 6000),
  totp: perCore('TOTP check through the authentication API', 2000, 5000),
  usersPage: perCore('users list page at 100,000 users', 1500, 4000),
  usersSearch: perCore('users substring search at 100,000 users', 500, 1500),
  usersPageTail: atMost('ms', 'users list page at 1,000,000 users: p99', [50, 50]),
  usersSearchTail: atMost('ms', 'users substring search at 1,000,000 users: p99', [50, 50]),
  createUser: perCore('create user, server hashes', 120, 150),
  growthSignIn: atMost('times', 'sign-in CPU at 1,000,000 users against 1,000', [1.15, 1.05]),
  growthIntrospection: atMost(
    'times',
    'introspection CPU at 1,000,000 users against 1,000',
    [1.15, 1.05],
  ),
  memoryIdle: atMost('MB', 'memory on PostgreSQL, idle', [150, 110]),
  memoryLoaded: atMost('MB', 'memory on PostgreSQL, loaded', [300, 220]),
  memoryEmbedded: atMost('MB', 'memory embedded, loaded', [700, 700]),
  startPostgres: atMost('s', 'start to first answer, 1,300 endpoints, PostgreSQL', [1, 0.5]),
  startEmbedded: atMost('s', 'start to first answer, 1,300 endpoints, embedded', [2, 1]),
  signInScript: atMost('KB', 'JavaScript of the sign-in page, gzipped', [90, 60]),
  consoleScript: atMost(
    'KB',
    'JavaScript of the console shell and users list, gzipped',
    [380, 320],
  ),
  lighthouse: {
    line: 'Lighthouse performance of the sign-in page',
    unit: 'points',
    better: 'more',
    goal: { must: 95, aim: 95 },
  },
} as const satisfies Record<string, About>
