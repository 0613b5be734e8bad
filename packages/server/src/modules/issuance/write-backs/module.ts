import { type Module } from '../../../kit/module.ts'

export const writeBacksModule: Module = {
  kept: {
    'enrollment_write_backs.claimed_until':
      'the end of a claim; the row goes with its writing or its record',
  },
}
