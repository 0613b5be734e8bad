import type { ReactNode } from 'react'
import type { FactorDoor } from '../flow/answers.ts'
import type { Choice } from '../flow/machine.ts'

/** What every step that proves a factor is given. */
export interface FactorStepProps {
  readonly door: FactorDoor
  readonly choice: Choice
  /** The question whether this device is to be known; null where it is not asked. */
  readonly trust: ReactNode
  readonly userId: string
  readonly onChangeUser: (() => void) | null
}
