import { execFileSync } from 'node:child_process'
import {
  type Client,
  clientCredentials,
  introspect,
  readUserinfo,
  refresh,
  signIn,
  type Tokens,
} from '../flows/openid-connect.ts'
import { peerApp, peerHost, peerService, provePeer } from '../flows/peer.ts'
import { drive, type Load, type Operation, type Run, signInWarmSeconds } from '../load/drive.ts'
import { connect, expectStatus, type Http, lanes } from '../load/http.ts'
import type { Measured } from '../machine/cpu.ts'
import { onCores, serverCore } from '../machine/pinning.ts'
import { freePort, type Postgres } from '../machine/postgres.ts'
import { root, startService } from '../machine/service.ts'
import { type Finding, found } from '../report/finding.ts'

/** Figures of the same run that ours are held against, by name. */
export type Calibrations = ReadonlyMap<string, Run>

/** Password checks that one core does in a second. */
export const calibrateHash = (seconds: number): number => {
  const [command, args] = onCores(serverCore, [
    process.execPath,
    'bench/peers/argon2.ts',
    String(seconds),
  ])
  return Number(execFileSync(command, args, { cwd: root, encoding: 'utf8' }))
}

interface Peer {
  readonly http: Http
  readonly measured: Measured
}

interface Started {
  readonly script: string
  readonly args: readonly string[]
  readonly path: string
  readonly postgresPid: number | null
}

const withPeer = async <T>(started: Started, work: (peer: Peer) => Promise<T>): Promise<T> => {
  const port = await freePort()
  const service = await startService({
    ...started,
    args: [String(port), ...started.args],
    host: peerHost,
    port,
    pinned: true,
  })
  const http = connect(service.url)
  try {
    const { postgresPid } = started
    return await work({ http, measured: { serverPid: service.pid, postgresPid } })
  } finally {
    await http.close()
    await service.stop()
  }
}

const runAll = async (
  { measured }: Peer,
  operations: Readonly<Record<string, Operation>>,
  times: Pick<Load, 'seconds' | 'warmSeconds'>,
): Promise<[string, Run][]> => {
  const runs: [string, Run][] = []
  for (const [name, operation] of Object.entries(operations)) {
    runs.push([name, await drive({ measured, operation, ...times })])
  }
  return runs
}

const calibrateHttp = (postgres: Postgres, seconds: number): Promise<[string, Run][]> =>
  withPeer(
    {
      script: 'bench/peers/http.ts',
      args: [postgres.url('postgres')],
      path: '/',
      postgresPid: postgres.pid,
    },
    (peer) => {
      const get = (path: string) => async () => {
        expectStatus(await peer.http.ask(path), 200)
      }
      const operations = {
        'bare Fastify': get('/'),
        'Fastify and one SELECT': get('/select'),
        'Fastify and one durable INSERT': get('/insert'),
      }
      return runAll(peer, operations, { seconds })
    },
  )

const eachLane = async (http: Http, client: Client): Promise<Tokens[]> => {
  const tokens: Tokens[] = []
  for (let user = 0; user < lanes; user += 1) {
    tokens.push(await signIn({ http, client, prove: provePeer, user }))
  }
  return tokens
}

const tokenOperations = (http: Http, tokens: Tokens[]): Record<string, Operation> => {
  const at = (lane: number): Tokens => tokens[lane] ?? { access: '', refresh: '' }
  return {
    'client credentials': () => clientCredentials(http, peerService),
    introspection: (lane) => introspect(http, peerApp, at(lane).access),
    userinfo: (lane) => readUserinfo(http, peerApp, at(lane).access),
    refresh: async (lane) => {
      tokens[lane] = await refresh(http, peerApp, at(lane).refresh)
    },
  }
}

interface Store {
  readonly name: string
  readonly database: string | null
  readonly postgresPid: number | null
}

const calibrateProvider = (store: Store, seconds: number): Promise<[string, Run][]> =>
  withPeer(
    {
      script: 'bench/peers/oidc-provider.ts',
      args: store.database === null ? [] : [store.database],
      path: '/.well-known/openid-configuration',
      postgresPid: store.postgresPid,
    },
    async (peer) => {
      const { http } = peer
      let user = 0
      const signInOnce = async (): Promise<void> => {
        user += 1
        await signIn({ http, client: peerApp, prove: provePeer, user })
      }
      const long = { seconds, warmSeconds: signInWarmSeconds }
      const first = await runAll(peer, { 'sign-in': signInOnce }, long)
      const calls = tokenOperations(http, await eachLane(http, peerApp))
      const rest = await runAll(peer, calls, { seconds })
      return [...first, ...rest].map(([name, run]) => [`${store.name}: ${name}`, run])
    },
  )

export const inMemory = 'bare oidc-provider in memory'
export const onPostgres = 'bare oidc-provider on PostgreSQL'

/** As rows of a table of their own. */
export const calibrationFindings = (
  hashesPerCore: number,
  calibrations: Calibrations,
): readonly Finding[] => [
  found({ line: 'argon2id, 19 MiB, 2 passes, 1 lane', unit: '/s per core' }, hashesPerCore),
  ...[...calibrations].map(([line, run]) => found({ line, unit: '/s per core' }, run.perCore, run)),
]

/** Everything but the hash: bounds of a request, and the library that ours is built on. */
export const calibrate = async (postgres: Postgres, seconds: number): Promise<Calibrations> =>
  new Map([
    ...(await calibrateHttp(postgres, seconds)),
    ...(await calibrateProvider({ name: inMemory, database: null, postgresPid: null }, seconds)),
    ...(await calibrateProvider(
      { name: onPostgres, database: postgres.url('postgres'), postgresPid: postgres.pid },
      seconds,
    )),
  ])
