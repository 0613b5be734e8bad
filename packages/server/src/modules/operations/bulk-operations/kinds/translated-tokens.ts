import { algorithmTypeIn, hashNameIn, isYubicoOtp } from '@signet/rules/token-layouts'
import type { RowFault, ValueRow } from '../bulk-work.ts'

const isTold = (text: string | undefined): text is string => text !== undefined

/** `totp`, `HmacSHA256` and the like by the names of the columns; a hash may stand as the algorithm. */
export const translateToken = (row: ValueRow): ValueRow | RowFault => {
  const { algorithmType, hash } = row.values
  if (isTold(algorithmType) && isYubicoOtp(algorithmType)) return { code: 'yubico_otp_unsupported' }
  const misplaced = isTold(algorithmType) ? hashNameIn(algorithmType) : null
  const hashName = isTold(hash) ? (hashNameIn(hash) ?? hash) : misplaced
  const type = isTold(algorithmType) ? (algorithmTypeIn(algorithmType) ?? algorithmType) : undefined
  const { algorithmType: _type, hash: _hash, ...others } = row.values
  return {
    ...row,
    values: {
      ...others,
      ...(type === undefined || misplaced !== null ? {} : { algorithmType: type }),
      ...(hashName === null ? {} : { hash: hashName }),
    },
  }
}
