import type { Finding, Goal } from '../report/finding.ts'

type About = Pick<Finding, 'line' | 'unit' | 'better'> & { readonly goal: Goal | null }

/** One core of the machine for which the goals were set: see Anchors in docs/performance.md. */
const there = {
  argon2id: 175,
  select: 17_900,
  insert: 9940,
  peerOutsideHash: 10.6,
  peerClientCredentials: 5263,
  peerRefresh: 823,
  peerIntrospection: 2653,
  peerUserinfo: 4065,
} as const

const perCore = (
  line: string,
  [must, aim]: readonly [number, number],
  calibratedThere: number,
): About => ({
  line,
  unit: '/s per core',
  better: 'more',
  goal: { must, aim, calibratedThere },
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
  signIn: perCore('sign-in: code + PKCE with password, 5 requests', [75, 95], there.argon2id),
  signInAgainstPeer: {
    line: 'sign-in against bare oidc-provider on PostgreSQL',
    unit: 'times',
    better: 'more',
    goal: { must: 1.2, aim: 1.2 },
  },
  outsideHash: {
    line: 'sign-in: CPU outside the hash',
    unit: 'ms',
    better: 'less',
    goal: { must: 7, aim: 4.5, calibratedThere: there.peerOutsideHash },
  },
  ruledOutsideHash: atMost(
    'ms',
    'sign-in with rules of every factor: CPU outside the hash',
    [7.5, 5],
  ),
  ruleTail: atMost('ms', 'twenty rules of one sign-in judged: p99', [2, 1]),
  whatIf: atMost('s', 'what-if check over 1,000,000 decisions', [60, 40]),
  signInTail: atMost('ms', 'sign-in: p99 of 16 at once', [400, 250]),
  overload: {
    line: 'sign-in at twice the load: share of its own rate kept, 429 for the rest',
    unit: 'times',
    better: 'more',
    goal: { must: 0.9, aim: 1 },
  },
  besideAudit: {
    line: 'sign-in beside 1,000 audit events a second: share of its own rate kept',
    unit: 'times',
    better: 'more',
    goal: { must: 0.9, aim: 0.95 },
  },
  requestLimits: perCore(
    'requests counted against two policies',
    [50_000, 200_000],
    there.argon2id,
  ),
  clientCredentials: perCore(
    'client credentials, ES256 JWT',
    [3000, 6000],
    there.peerClientCredentials,
  ),
  clientCredentialsOfMany: perCore(
    'client credentials of 10,000 clients in 1,000 tenants',
    [3000, 6000],
    there.peerClientCredentials,
  ),
  saml: {
    line: 'SAML response, RSA-2048',
    unit: '/s per core',
    better: 'more',
    goal: { must: 200, aim: 400 },
  },
  refresh: perCore('refresh with rotation and reuse detection', [1200, 2000], there.peerRefresh),
  introspection: perCore('introspection', [2500, 4000], there.peerIntrospection),
  userinfo: perCore('userinfo', [4000, 6000], there.peerUserinfo),
  devicePolling: perCore('device-flow polling', [3000, 5000], there.peerIntrospection),
  totp: perCore('TOTP check through the authentication API', [2000, 5000], there.insert),
  hotp: perCore('HOTP check', [2000, 5000], there.insert),
  grid: perCore('grid card check', [2000, 5000], there.insert),
  tempAccessCode: perCore(
    'temporary access code check, session opened',
    [2000, 5000],
    there.insert,
  ),
  passkey: perCore('passkey check (ES256)', [1000, 2500], there.insert),
  radiusCode: perCore('RADIUS: a code, replay guard committed', [3000, 3000], there.insert),
  radiusPassword: perCore('RADIUS: password and code in one field', [100, 120], there.argon2id),
  usersPage: perCore('users list page at 100,000 users', [1500, 4000], there.select),
  usersSearch: perCore('users substring search at 100,000 users', [500, 1500], there.select),
  weakestWays: perCore(
    'weakest ways into an application, 10,000 users in 200 groups',
    [2, 4],
    there.select,
  ),
  usersPageTail: atMost('ms', 'users list page at 1,000,000 users: p99', [50, 50]),
  usersSearchTail: atMost('ms', 'users substring search at 1,000,000 users: p99', [50, 50]),
  tokensPageTail: atMost('ms', 'list of 1,000,000 tokens: p99', [50, 50]),
  tokensSearchTail: atMost('ms', 'search among 1,000,000 tokens: p99', [50, 50]),
  pushTail: atMost(
    'ms',
    'push from the question to the browser told, 5,000 waiting: p99',
    [250, 250],
  ),
  createUser: perCore('create user, server hashes', [120, 150], there.argon2id),
  importPostgres: {
    line: 'import of users with hashes, PostgreSQL, both cores',
    unit: '/s',
    better: 'more',
    goal: { must: 5000, aim: 5000 },
  },
  importPostgresMemory: atMost('MB', 'memory during that import, peak', [300, 300]),
  importEmbedded: {
    line: 'import of users with hashes, embedded, both cores',
    unit: '/s',
    better: 'more',
    goal: { must: 1000, aim: 1000 },
  },
  importEmbeddedMemory: atMost('MB', 'memory during that import, embedded, peak', [700, 700]),
  importMillionMemory: atMost('MB', 'memory during an import of 1,000,000 users, peak', [300, 300]),
  besideImport: atMost(
    'times',
    'sign-in while another tenant imports users, both cores: p50 against alone',
    [1.1, 1.05],
  ),
  besideImportTail: atMost('times', 'sign-in during that import: p99 against alone', [2, 1.5]),
  importKeyFiles: {
    line: 'import of tokens from key files (PSKC, encrypted), PostgreSQL, both cores',
    unit: '/s',
    better: 'more',
    goal: { must: 2000, aim: 2000 },
  },
  cards: {
    line: 'batch of 1,000 cards with a photo and a barcode: prepared and taken by printers',
    unit: '/s per core',
    better: 'more',
    goal: { must: 10, aim: 20 },
  },
  cardsMemory: atMost('MB', 'memory of that batch: growth behind the first 200 cards', [100, 50]),
  cardSide: atMost(
    'ms',
    'side of a card with a photo, East Asian text and two barcodes: drawn and rendered',
    [150, 75],
  ),
  enrollmentSearchTail: atMost('ms', 'search among 1,000,000 enrollments: p99', [50, 50]),
  groupPageTail: atMost('ms', 'group of 500,000 members: first page, p99', [50, 50]),
  groupChange: atMost(
    'times',
    'taking a member out and in: CPU in a group of 500,000 against one of 10',
    [1.15, 1.05],
  ),
  webhookRate: {
    line: 'webhook deliveries to 20 receivers while 100 others hang, both cores',
    unit: '/s',
    better: 'more',
    goal: { must: 500, aim: 1000 },
  },
  webhookDelay: atMost(
    'times',
    'webhook delay at 500/s, p99: while 100 others hang against none',
    [1.25, 1.1],
  ),
  auditReports: atMost('s', 'audit reports over 10,000,000 events in 30 days: the slowest', [2, 1]),
  growthSignIn: atMost('times', 'sign-in CPU at 1,000,000 users against 1,000', [1.15, 1.05]),
  growthIntrospection: atMost(
    'times',
    'introspection CPU at 1,000,000 users against 1,000',
    [1.15, 1.05],
  ),
  memoryIdle: atMost('MB', 'memory on PostgreSQL, idle', [150, 110]),
  memoryLoaded: atMost('MB', 'memory on PostgreSQL, loaded', [300, 220]),
  memoryOfMany: atMost('MB', 'memory with 1,000 tenants at work', [450, 350]),
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
