/** The part of the driver that is used: its own types bring a cloud's into every type check. */
declare module 'tedious' {
  import type { Socket } from 'node:net'

  export type DataType = Readonly<Record<'name', string>>
  export const TYPES: Readonly<Record<'NVarChar', DataType>>

  type Done = (error: Error | null | undefined) => void

  export class Request {
    constructor(statement: string, done: Done)
    addParameter(name: string, type: DataType, value: unknown): void
    on(event: 'row', listener: (columns: readonly { readonly value: unknown }[]) => void): this
  }

  export interface ConnectionConfiguration {
    readonly server: string
    readonly authentication: {
      readonly type: 'default'
      readonly options: { readonly userName: string; readonly password: string }
    }
    readonly options: {
      readonly connector: () => Promise<Socket>
      readonly port: number
      readonly serverName: string
      readonly database: string
      readonly encrypt: boolean
      readonly trustServerCertificate: boolean
      readonly cryptoCredentialsDetails: { readonly ca?: string }
      readonly connectTimeout: number
      readonly requestTimeout: number
      readonly cancelTimeout: number
      readonly maxRetriesOnTransientErrors: number
      readonly appName: string
      readonly workstationId: string
    }
  }

  export class Connection {
    constructor(configuration: ConnectionConfiguration)
    on(event: 'error', listener: () => void): this
    on(event: 'errorMessage', listener: (message: { readonly number: number }) => void): this
    connect(done: Done): void
    execSql(request: Request): void
    close(): void
  }
}
