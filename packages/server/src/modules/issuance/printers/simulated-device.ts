import { createHash } from 'node:crypto'
import type { SimulatedFault } from '@signet/rules/printers'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SimulatedCardRow, SimulatedPrinterRow } from '../../../platform/db/schema/printing.ts'
import {
  type Device,
  type DeviceFacts,
  type DeviceJob,
  DeviceSilent,
  type HandOver,
} from '../../../platform/ipp/ipp.ts'
import * as repository from './simulated.repository.ts'

/** A printer that prints nothing: it behaves as one, and suffers what it is told to. */

type Machine = Selectable<SimulatedPrinterRow>
type Card = Selectable<SimulatedCardRow>

const fullRibbon = 250
const fullHopper = 100

const reasonOf: Readonly<Partial<Record<SimulatedFault, string>>> = {
  RIBBON_OUT: 'marker-supply-empty',
  CARDS_OUT: 'media-empty',
  JAM: 'media-jam',
  COVER_OPEN: 'cover-open',
}

const reasonsOf = ({ fault, ribbon_left, cards_left }: Machine): readonly string[] => [
  ...(ribbon_left === 0 ? ['marker-supply-empty'] : []),
  ...(cards_left === 0 ? ['media-empty'] : []),
  ...(reasonOf[fault] === undefined ? [] : [reasonOf[fault]]),
]

const expectThere = ({ fault }: Machine): void => {
  if (fault === 'OFFLINE') throw new DeviceSilent('the printer is off', { isUnsent: true })
}

const outcomeOf = ({ fault }: Machine): 'aborted' | 'completed' =>
  fault === 'ABORT' ? 'aborted' : 'completed'

/** Ends the cards whose time has come, in their order, as long as ribbon and cards last. */
const settle = async (ctx: Context, machine: Machine): Promise<Machine> => {
  let left = machine
  for (const card of await repository.listDone(ctx, machine.printer_id)) {
    if (reasonsOf(left).length > 0) break
    const outcome = outcomeOf(left)
    await repository.endCard(ctx, card, outcome)
    left = {
      ...left,
      ribbon_left: left.ribbon_left - 1,
      cards_left: left.cards_left - 1,
    }
  }
  if (left !== machine) await repository.updateMachine(ctx, machine.printer_id, left)
  return left
}

const percent = (left: number, full: number): number => Math.round((100 * left) / full)

const factsOf = (ctx: Context, machine: Machine, isBusy: boolean): DeviceFacts => {
  const reasons = reasonsOf(machine)
  const working = isBusy ? 'PROCESSING' : 'IDLE'
  const millis = ctx.platform.clock.now().getTime() - machine.started_at.getTime()
  return {
    uuid: machine.printer_id,
    makeAndModel: 'Signet simulated card printer',
    firmware: machine.firmware,
    state: reasons.length > 0 ? 'STOPPED' : working,
    reasons,
    isAccepting: machine.fault !== 'BUSY',
    formats: ['application/pdf', 'image/png'],
    hoppers: ['main', 'by-pass-tray'],
    supplies: [
      { name: 'ribbon', level: percent(machine.ribbon_left, fullRibbon), isConsumed: true },
      { name: 'cards', level: percent(machine.cards_left, fullHopper), isConsumed: true },
    ],
    upTimeSeconds: Math.floor(millis / 1000),
    queued: isBusy ? 1 : 0,
  }
}

const jobOf = (card: Card, machine: Machine): DeviceJob => {
  const reasons = reasonsOf(machine)
  const under = reasons.length > 0 ? 'processing-stopped' : 'processing'
  return { id: card.number, state: card.outcome ?? under, reasons }
}

const isRefusing = (machine: Machine): boolean =>
  machine.fault === 'BUSY' || reasonsOf(machine).length > 0

const handOver = (machine: Machine, card: Card): HandOver =>
  machine.fault === 'ANSWER_LOST'
    ? { kind: 'LOST', reason: 'the answer was lost' }
    : { kind: 'ACCEPTED', id: card.number }

/** @throws DeviceSilent */
export const simulatedDevice = (ctx: Context, printerId: string): Device => {
  const inTurn = <T>(work: (ctx: Context, machine: Machine) => Promise<T>): Promise<T> =>
    ctx.transaction(async (ctx) => {
      const machine = await settle(ctx, await repository.findMachineForChange(ctx, printerId))
      return work(ctx, machine)
    })
  return {
    facts: () =>
      inTurn(async (ctx, machine) => {
        expectThere(machine)
        return factsOf(ctx, machine, await repository.isBusy(ctx, printerId))
      }),
    print: ({ jobName, content }) =>
      inTurn(async (ctx, machine): Promise<HandOver> => {
        if (machine.fault === 'OFFLINE') return { kind: 'NOT_SENT', reason: 'the printer is off' }
        if (isRefusing(machine)) return { kind: 'BUSY', reason: 'server-error-busy' }
        const sha256 = createHash('sha256').update(content).digest('hex')
        return handOver(machine, await repository.insertCard(ctx, machine, { jobName, sha256 }))
      }),
    find: ({ jobName }) =>
      inTurn(async (ctx, machine) => {
        expectThere(machine)
        const card = await repository.findCard(ctx, printerId, jobName)
        return card === undefined ? null : jobOf(card, machine)
      }),
    cancel: (number) =>
      inTurn(async (ctx, machine) => {
        expectThere(machine)
        await repository.cancelCard(ctx, printerId, number)
      }),
  }
}

interface Simulation {
  readonly fault: SimulatedFault
  readonly secondsPerCard: number
}

const newMachine = (ctx: Context) => ({
  ribbon_left: fullRibbon,
  cards_left: fullHopper,
  started_at: ctx.platform.clock.now(),
})

export const installMachine = (ctx: Context, printerId: string): Promise<void> =>
  repository.insertMachine(ctx, {
    ...newMachine(ctx),
    printer_id: printerId,
    fault: 'NONE',
    seconds_per_card: 5,
  })

/** NONE fills up what it lacked; RESTART forgets its cards and numbers. */
export const instruct = async (
  ctx: Context,
  printerId: string,
  { fault, secondsPerCard }: Simulation,
): Promise<void> => {
  const machine = await settle(ctx, await repository.findMachineForChange(ctx, printerId))
  const isRestarted = fault === 'RESTART'
  if (isRestarted) await repository.forgetCards(ctx, printerId)
  await repository.updateMachine(ctx, printerId, {
    ...machine,
    ...(isRestarted || fault === 'NONE' ? newMachine(ctx) : {}),
    ...(isRestarted ? { next_number: 1 } : { started_at: machine.started_at }),
    fault: isRestarted ? 'NONE' : fault,
    seconds_per_card: secondsPerCard,
  })
}

export const simulationOf = async (ctx: Context, printerId: string): Promise<Simulation> => {
  const { fault, seconds_per_card } = await repository.findMachine(ctx, printerId)
  return { fault, secondsPerCard: seconds_per_card }
}
