import { auditReportLines } from './lines/audit.ts'
import { auditWritingLine } from './lines/audit-writing.ts'
import { besideImportLine } from './lines/beside-import.ts'
import { cardLines, enrollmentSearchLine } from './lines/cards.ts'
import { gridLine, hotpLine, passkeyLine, tempAccessCodeLine, totpLine } from './lines/checks.ts'
import { devicePollingLine } from './lines/devices.ts'
import { cardSideLine } from './lines/drawing.ts'
import { consoleScriptLine, signInScriptLine } from './lines/faces.ts'
import { groupLines, largeGroup } from './lines/groups.ts'
import { type FewUsers, growthLines, measureFewUsers } from './lines/growth.ts'
import { embeddedImportLines, importLines } from './lines/imports.ts'
import { keyFileLine } from './lines/key-files.ts'
import { lighthouseLine } from './lines/lighthouse.ts'
import { type Measure, type Stage, take } from './lines/measure.ts'
import { embeddedMemoryLine, idleMemoryLine, loadedMemoryLine } from './lines/memory.ts'
import { overloadLine } from './lines/overload.ts'
import { pushLine } from './lines/pushes.ts'
import { radiusCodeLine, radiusPasswordLine } from './lines/radius.ts'
import { requestLimitsLine } from './lines/request-limits.ts'
import { ruledSignInLine, whatIfLine } from './lines/rules.ts'
import { samlLine } from './lines/saml.ts'
import { signInLines } from './lines/sign-in.ts'
import { startEmbedded, startOnPostgres } from './lines/start.ts'
import { tenantLines } from './lines/tenants.ts'
import { tokenListLines } from './lines/token-lists.ts'
import {
  clientCredentialsLine,
  introspectionLine,
  refreshLine,
  userinfoLine,
} from './lines/tokens.ts'
import { createUserLine, usersPageLine, usersSearchLine, usersTailLines } from './lines/users.ts'
import { weakestWayLine } from './lines/weakest-ways.ts'
import { webhookLines } from './lines/webhooks.ts'
import type { Postgres } from './machine/postgres.ts'
import { type Finding, missing } from './report/finding.ts'
import type { Signet } from './subject/signet.ts'
import { openSite, type Site } from './subject/site.ts'

export interface Wanted extends Pick<Stage, 'calibrations' | 'hashesPerCore' | 'seconds'> {
  readonly postgres: Postgres
  /** How many there are for most lines; 100,000 unless the run is a trial. */
  readonly users: number
  /** Flags of Node for the service: profiles. */
  readonly nodeArgs: readonly string[]
  /** A million users, for the lines that need them. */
  readonly large: boolean
  /** Only lines whose names hold one of these, parted by `|`; all when empty. */
  readonly only: string
  /** Told each finding as soon as it is known. */
  readonly tell: (finding: Finding) => void
}

const isWanted = ({ only }: Wanted, { lines }: Pick<Measure, 'lines'>): boolean =>
  lines.some(({ line }) => only.split('|').some((text) => line.includes(text)))

const takeAll = async <S>(
  wanted: Wanted,
  measures: readonly Measure<S>[],
  stage: S,
): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const measure of measures.filter((each) => isWanted(wanted, each))) {
    const taken = await take(measure, stage)
    for (const finding of taken) wanted.tell(finding)
    findings.push(...taken)
  }
  return findings
}

const whileServed = async <T>(
  site: Site,
  env: Readonly<Record<string, string>>,
  work: (signet: Signet) => Promise<T>,
): Promise<T> => {
  const signet = await site.start(env)
  try {
    return await work(signet)
  } finally {
    await signet.stop()
  }
}

const atHundredThousand = [
  idleMemoryLine,
  lighthouseLine,
  signInLines,
  ruledSignInLine,
  auditWritingLine,
  clientCredentialsLine,
  refreshLine,
  introspectionLine,
  userinfoLine,
  samlLine,
  devicePollingLine,
  totpLine,
  hotpLine,
  gridLine,
  tempAccessCodeLine,
  passkeyLine,
  radiusCodeLine,
  radiusPasswordLine,
  pushLine,
  usersPageLine,
  usersSearchLine,
  createUserLine,
  weakestWayLine,
  requestLimitsLine,
  loadedMemoryLine,
] as const

/** Request limits as they are by default, and a proxy that tells who comes. */
const withLimits = { SIGNET_REQUEST_LIMIT_SCALE: '1', SIGNET_TRUSTED_PROXIES: '127.0.0.1/32' }

/** Sign-ins beside an import, and the import by itself. */
const importing = async (wanted: Wanted, site: Site, rows: number): Promise<Finding[]> => {
  const { seconds } = wanted
  const many = Math.max(rows, 200_000)
  const beside = await takeAll(wanted, [besideImportLine], { site, seconds, rows: many })
  return [...beside, ...(await takeAll(wanted, [importLines], { site, rows }))]
}

const onSite = async (wanted: Wanted, site: Site): Promise<Finding[]> => {
  const few = await measureFew(wanted, site)
  await site.grow(wanted.users)
  const stageOf = (signet: Signet): Stage => ({ ...wanted, site, signet })
  const findings = await whileServed(site, {}, (signet) =>
    takeAll<Stage>(wanted, atHundredThousand, stageOf(signet)),
  )
  const overload = await whileServed(site, withLimits, (signet) =>
    takeAll(wanted, [overloadLine], stageOf(signet)),
  )
  const told = await takeAll(wanted, [webhookLines], { site })
  const keyFiles = await takeAll(wanted, [keyFileLine], { site })
  const tried = await takeAll(wanted, [whatIfLine], {
    site,
    rows: wanted.large ? 1_000_000 : 200_000,
  })
  const tenants = await ofManyTenants(wanted, site)
  const cards = Math.min(1000, wanted.users)
  const printed = await takeAll(wanted, [cardLines], { site, cards })
  const grouped = await atHalfAMillion(wanted, site)
  const rows = wanted.large ? 1_000_000 : wanted.users
  const imported = await importing(wanted, site, rows)
  const million = await atMillion(wanted, site, few)
  return [
    ...findings,
    ...overload,
    ...told,
    ...keyFiles,
    ...tried,
    ...tenants,
    ...printed,
    ...grouped,
    ...imported,
    ...million,
  ]
}

/** Their keys alone take a minute to make: with `--large`. */
const ofManyTenants = async (wanted: Wanted, site: Site): Promise<readonly Finding[]> => {
  if (wanted.large) return takeAll(wanted, [tenantLines], { site, seconds: wanted.seconds })
  const { lines } = tenantLines
  return isWanted(wanted, { lines }) ? lines.map((line) => missing(line, 'only with --large')) : []
}

/** Where there are users for the large group: with `--large`, or asked for by `--users`. */
const atHalfAMillion = async (wanted: Wanted, site: Site): Promise<readonly Finding[]> => {
  if (!isWanted(wanted, groupLines)) return []
  if (wanted.large) await site.grow(largeGroup)
  if (site.users < largeGroup) {
    return groupLines.lines.map((about) => missing(about, 'only with --large'))
  }
  return whileServed(site, {}, (signet) =>
    takeAll<Stage>(wanted, [groupLines], { ...wanted, site, signet }),
  )
}

const measureFew = async (wanted: Wanted, site: Site): Promise<FewUsers | null> => {
  await site.grow(1000)
  if (!wanted.large || !isWanted(wanted, growthLines)) return null
  return whileServed(site, {}, (signet) => measureFewUsers({ ...wanted, site, signet }))
}

const atMillion = async (
  wanted: Wanted,
  site: Site,
  few: FewUsers | null,
): Promise<readonly Finding[]> => {
  const lines = [
    ...usersTailLines.lines,
    ...tokenListLines.lines,
    ...enrollmentSearchLine.lines,
    ...growthLines.lines,
    ...auditReportLines.lines,
  ]
  const left = lines.filter((about) => isWanted(wanted, { lines: [about] }))
  if (!wanted.large) return left.map((about) => missing(about, 'only with --large'))
  if (left.length === 0) return []
  await site.grow(1_000_000)
  const grown = await whileServed(site, {}, async (signet) => {
    const stage = { ...wanted, site, signet }
    const growth = few === null ? [] : await takeAll(wanted, [growthLines], { ...stage, few })
    const lists = await takeAll<Stage>(wanted, [usersTailLines, tokenListLines], stage)
    const searched = { ...stage, records: 1_000_000 }
    return [...lists, ...(await takeAll(wanted, [enrollmentSearchLine], searched)), ...growth]
  })
  return [...grown, ...(await takeAll(wanted, [auditReportLines], { site, events: 10_000_000 }))]
}

/** Measures every line that is wanted. */
export const runLines = async (wanted: Wanted): Promise<readonly Finding[]> => {
  const faces = await takeAll(
    wanted,
    [
      signInScriptLine,
      consoleScriptLine,
      startEmbedded,
      embeddedMemoryLine,
      embeddedImportLines,
      cardSideLine,
    ],
    {},
  )
  const starts = await takeAll(wanted, [startOnPostgres], wanted)
  const site = await openSite(wanted.postgres, wanted.nodeArgs)
  const findings = await onSite(wanted, site)
  await site.close()
  return [...findings, ...starts, ...faces]
}
