import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import * as repository from './simulated.repository.ts'

/** The newest that a simulated printer can be given. */
export const simulatedFirmware = '2'

/** @throws ISSUANCE_PRINTER_UNREACHABLE while it is told to be off */
const expectOn = async (ctx: Context, printerId: string) => {
  const machine = await repository.findMachineForChange(ctx, printerId)
  if (machine.fault === 'OFFLINE') throw new ApiError('ISSUANCE_PRINTER_UNREACHABLE')
  return machine
}

/** Draws the card in: nothing is left of it but that it answered. @throws ISSUANCE_PRINTER_UNREACHABLE */
export const cleanSimulated = async (ctx: Context, printerId: string): Promise<void> => {
  await expectOn(ctx, printerId)
}

/** Starts again with it. @throws ISSUANCE_PRINTER_UNREACHABLE */
export const updateSimulated = async (ctx: Context, printerId: string): Promise<void> => {
  const machine = await expectOn(ctx, printerId)
  const started_at = ctx.platform.clock.now()
  await repository.updateMachine(ctx, printerId, {
    ...machine,
    started_at,
    firmware: simulatedFirmware,
  })
}
