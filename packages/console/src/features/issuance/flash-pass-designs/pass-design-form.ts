import { FlashPassDesignChange } from '@signet/contract/issuance/flash-pass-designs'
import type { z } from 'zod'

export { FlashPassDesignChange as PassDesignForm }
/** What is typed of a design. */
export type Fields = z.input<typeof FlashPassDesignChange>
