import { generateKeyPairSync } from 'node:crypto'
import { flashPassFamily } from '@signet/contract/settings/flashpass'
import { fromBuffer } from 'yauzl'
import { z } from 'zod'
import type { Context } from '../../src/kit/context.ts'
import { sealedSettingsOf } from '../../src/modules/settings/families/index.ts'
import type { OutboundAnswer } from '../../src/platform/outbound.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { type PassSigner, readySettings } from './pass-signer.ts'

const { privateKey: googleKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** Sets the wallets up: Google's alone without a signer. */
export const setUpWallets = async (ctx: Context, signer?: PassSigner): Promise<void> => {
  const nobody = { certificate: '', key: '', authority: '' }
  const { secrets, ...values } = readySettings(signer ?? nobody, googleKey)
  const { appleKey } = secrets
  await sealedSettingsOf(flashPassFamily).update(ctx, {
    body: {
      ...values,
      appleEnabled: signer !== undefined,
      secrets: { googleKey, ...(signer === undefined ? {} : { appleKey }) },
    },
  })
}

interface Asked {
  readonly method: string
  readonly url: string
  readonly body: string
}

export interface GoogleDouble {
  /** What Google was asked, in order. */
  readonly asked: Asked[]
  /** What it answers. */
  status: number
  /** What happens, once, before it is told of a pass. */
  meanwhile: (() => Promise<unknown>) | null
}

/** Google Wallet in the place of the way out; other addresses go on as they did. */
export const answerForGoogle = (platform: Platform): GoogleDouble => {
  const double: GoogleDouble = { asked: [], status: 200, meanwhile: null }
  const { outbound } = platform
  const answer = (url: string, status: number, body: object): OutboundAnswer => ({
    status,
    url,
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
  })
  const fetch: typeof outbound.fetch = async (kind, url, options = {}) => {
    const address = String(url)
    if (!/^https:\/\/\w+\.googleapis\.com\//.test(address))
      return outbound.fetch(kind, url, options)
    const { method = 'GET', body } = options
    const { meanwhile } = double
    if (meanwhile !== null && !address.endsWith('/token')) {
      double.meanwhile = null
      await meanwhile()
    }
    double.asked.push({ method, url: address, body: String(body) })
    const token = { access_token: 'token', expires_in: 3600 }
    return address.endsWith('/token')
      ? answer(address, 200, token)
      : answer(address, double.status, {})
  }
  Object.assign(platform, { outbound: { ...outbound, fetch } })
  return double
}

const Content = z
  .object({
    kind: z.enum(['MAIL', 'UPDATE', 'DESIGN']),
    passId: z.string().optional(),
    designId: z.string().optional(),
  })
  .loose()

/** What waits in the queue for a pass, or for all of a design; nothing here works it off. */
export const waitingFor = async ({ db, tenant, platform }: Context, id: string) => {
  const rows = await db
    .selectFrom('job_contents')
    .select(['id', 'sealed'])
    .where('tenant_id', '=', tenant.id)
    .where('queue', '=', 'flash-passes')
    .orderBy('id')
    .execute()
  const contents = []
  for (const { id: row, sealed } of rows) {
    const text = await platform.secrets.open(tenant.id, `job:${row}`, sealed ?? Buffer.alloc(0))
    contents.push(Content.parse(JSON.parse(text.toString())))
  }
  return contents.filter(({ passId, designId }) => passId === id || designId === id)
}

/** What another reader finds in the file. */
export const passIn = (file: Buffer): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    fromBuffer(file, { lazyEntries: true }, (error, zip) => {
      if (error !== null) return reject(error)
      zip.on('entry', (entry) => {
        if (entry.fileName !== 'pass.json') return zip.readEntry()
        zip.openReadStream(entry, (fault, stream) => {
          if (fault !== null) return reject(fault)
          const parts: Buffer[] = []
          stream.on('data', (part: Buffer) => parts.push(part))
          stream.on('end', () => resolve(Object(JSON.parse(String(Buffer.concat(parts))))))
        })
      })
      zip.readEntry()
    })
  })
