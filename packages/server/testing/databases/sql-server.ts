import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import {
  type Cell,
  doneOf,
  encryptionAsked,
  errorOf,
  type Login,
  loginAnswer,
  type Message,
  messages,
  packet,
  packetTypes,
  preloginAnswer,
  readCall,
  readLogin,
  routing,
  rowsAnswer,
  type Statement,
} from './tds.ts'

const tls = join(import.meta.dirname, '../tls')
const identity = {
  key: readFileSync(join(tls, 'server.key')),
  cert: readFileSync(join(tls, 'server.pem')),
}

/** What the double knows: rows for a statement, or the number of an error. */
export type Answering = (statement: Statement) => readonly (readonly Cell[])[] | number

export interface Wanted {
  readonly user: string
  readonly password: string
  readonly databases: readonly string[]
  readonly answer: Answering
  /** Where everybody who signs in is sent to. */
  readonly elsewhere?: { readonly host: string; readonly port: number }
  readonly isTls: boolean
}

export interface SqlServer {
  readonly port: number
  readonly logins: Login[]
  /** Those that came by remote procedure calls: there is no other way. */
  readonly statements: Statement[]
  close(): void
}

/** The records of TLS: in PRELOGIN packets as long as it is being agreed on, then as they are. */
class Records extends Duplex {
  readonly #socket: Socket
  #isAgreed = false
  readonly #unpack = messages(({ body }) => this.push(body))

  constructor(socket: Socket) {
    super()
    this.#socket = socket
  }
  receive(chunk: Buffer): void {
    this.#isAgreed ||= chunk.readUInt8(0) !== packetTypes.prelogin
    if (this.#isAgreed) this.push(chunk)
    else this.#unpack(chunk)
  }
  override _read(): void {
    // What comes is pushed.
  }
  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#socket.write(this.#isAgreed ? chunk : packet(packetTypes.prelogin, chunk), done)
  }
}

type Say = (body: Buffer) => void

const signIn = (wanted: Wanted, login: Login): Buffer => {
  if (login.user !== wanted.user || login.password !== wanted.password) {
    return Buffer.concat([errorOf(18456, `Login failed for user '${login.user}'.`), doneOf(true)])
  }
  if (!wanted.databases.includes(login.database)) {
    const closed = errorOf(4060, `Cannot open database "${login.database}".`)
    return Buffer.concat([closed, errorOf(18456, 'Login failed.'), doneOf(true)])
  }
  const { elsewhere } = wanted
  const sent = elsewhere === undefined ? [] : [routing(elsewhere.host, elsewhere.port)]
  return Buffer.concat([...sent, loginAnswer()])
}

const answerCall = (wanted: Wanted, statement: Statement): Buffer => {
  const answer = wanted.answer(statement)
  if (typeof answer !== 'number') return rowsAnswer(answer)
  return Buffer.concat([errorOf(answer, `Error ${answer}.`), doneOf(true)])
}

const answering = (wanted: Wanted, server: Pick<SqlServer, 'logins' | 'statements'>, say: Say) =>
  messages(({ type, body }: Message) => {
    if (type === packetTypes.login) {
      const login = readLogin(body)
      server.logins.push(login)
      say(signIn(wanted, login))
    } else if (type === packetTypes.rpc) {
      const statement = readCall(body)
      server.statements.push(statement)
      say(answerCall(wanted, statement))
    } else {
      // The settings that a driver makes after signing in.
      say(doneOf(false))
    }
  })

const secured = (socket: Socket, take: (secure: TLSSocket) => (chunk: Buffer) => void): Records => {
  const records = new Records(socket)
  const secure = new TLSSocket(records, { ...identity, isServer: true })
  secure.on('error', () => socket.destroy())
  secure.on('data', take(secure))
  return records
}

/** A double that speaks the protocol as [MS-TDS] describes it; it is not the product. */
export const startSqlServer = async (wanted: Wanted): Promise<SqlServer> => {
  const sockets = new Set<Socket>()
  const told: Pick<SqlServer, 'logins' | 'statements'> = { logins: [], statements: [] }
  const serve = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    const clear = answering(wanted, told, (body) => socket.write(packet(packetTypes.answer, body)))
    const greet = messages(({ body }) => {
      const isSecured = wanted.isTls && encryptionAsked(body) !== 2
      socket.write(packet(packetTypes.answer, preloginAnswer(isSecured)))
      socket.off('data', greet)
      if (!isSecured) return void socket.on('data', clear)
      const records = secured(socket, (secure) =>
        answering(wanted, told, (answer) => secure.write(packet(packetTypes.answer, answer))),
      )
      socket.on('data', (chunk: Buffer) => records.receive(chunk))
    })
    socket.on('data', greet)
  }
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    ...told,
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
