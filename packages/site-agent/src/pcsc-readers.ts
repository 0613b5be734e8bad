import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { ConfigRefused } from './config.ts'
import { reasonOf } from './log.ts'
import { type CardConnection, type CardReaders, NoCard, NoReader } from './readers.ts'

interface PcscCard {
  transmit(command: Buffer): Promise<Buffer>
  disconnect(disposition: number): void
}

interface PcscReader {
  readonly name: string
  readonly state: number
  connect(shareMode: number, protocols: number): Promise<PcscCard>
}

interface PcscContext {
  listReaders(): PcscReader[]
  close(): void
}

/** What of the package is used. */
const Smartcard = z.object({
  Context: z.custom<new () => PcscContext>((value) => typeof value === 'function'),
  SCARD_SHARE_EXCLUSIVE: z.number(),
  SCARD_PROTOCOL_T0: z.number(),
  SCARD_PROTOCOL_T1: z.number(),
  SCARD_RESET_CARD: z.number(),
  SCARD_STATE_PRESENT: z.number(),
})

type Pcsc = z.output<typeof Smartcard>

const howToInstall =
  'The package smartcard is not there. Install it apart (npm install --prefix FOLDER smartcard) ' +
  'and name the folder in SITE_AGENT_MODULES'

/** @throws ConfigRefused without the package */
const load = async (modules: string | null): Promise<Pcsc> => {
  const from = modules === null ? import.meta.url : pathToFileURL(join(modules, 'any.js'))
  try {
    const found = createRequire(from).resolve('smartcard')
    return Smartcard.parse(await import(pathToFileURL(found).href))
  } catch (error) {
    throw new ConfigRefused(`${howToInstall}: ${reasonOf(error)}`, { cause: error })
  }
}

/** The same for the service's list and its commands. */
const nameOf = ({ name }: PcscReader): string => name.trim().slice(0, 128)

const gone = (error: unknown): never => {
  throw new NoCard(reasonOf(error), { cause: error })
}

const connectTo = async (pcsc: Pcsc, reader: PcscReader): Promise<CardConnection> => {
  const protocols = pcsc.SCARD_PROTOCOL_T0 | pcsc.SCARD_PROTOCOL_T1
  const card = await reader.connect(pcsc.SCARD_SHARE_EXCLUSIVE, protocols).catch(gone)
  return {
    transmit: (apdu) => card.transmit(apdu).catch(gone),
    close: () => {
      try {
        card.disconnect(pcsc.SCARD_RESET_CARD)
      } catch {
        // It was taken away: nothing is open any more.
      }
    },
  }
}

/** Readers of this machine, by PC/SC. @throws ConfigRefused without the package */
export const pcscReaders = async (modules: string | null): Promise<CardReaders> => {
  const pcsc = await load(modules)
  let context: PcscContext | null = null
  /** Begun anew after a failure: the daemon of PC/SC may have been started again. */
  const readers = (): PcscReader[] => {
    try {
      context ??= new pcsc.Context()
      return context.listReaders()
    } catch (error) {
      context = null
      throw error
    }
  }
  return {
    list: () =>
      readers()
        .slice(0, 16)
        .map((reader) => ({
          name: nameOf(reader),
          hasCard: (reader.state & pcsc.SCARD_STATE_PRESENT) !== 0,
        })),
    connect: async (name) => {
      const reader = readers().find((each) => nameOf(each) === name)
      if (reader === undefined) throw new NoReader(`there is no reader ${name}`)
      return connectTo(pcsc, reader)
    },
    close: () => context?.close(),
  }
}
