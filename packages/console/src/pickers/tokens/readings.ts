import type { TokenTrialResult } from '@signet/contract/authenticators/hardware-tokens'
import type { z } from 'zod'
import { useText } from '../../lib/i18n.ts'

type Trial = z.output<typeof TokenTrialResult>
type Found = Trial['found'][number]

interface ReadToken {
  readonly algorithmType: Trial['imported']['algorithmType']
  readonly hash: string
  readonly digits: number
  readonly periodSeconds: number | null
}

/** What a token is, in a phrase: `time-based, SHA1, 6 digits, 30 s`. */
export const useReadings = () => {
  const text = useText('resource')
  const readingOf = ({ algorithmType, hash, digits, periodSeconds }: ReadToken): string => {
    if (algorithmType === 'OATH_TOTP') {
      const seconds = periodSeconds ?? 30
      return text('resource:tokens.reading.time', { hash, digits, seconds })
    }
    if (algorithmType === 'OATH_HOTP') {
      return text('resource:tokens.reading.counter', { hash, digits })
    }
    const algorithm = text(`resource:tokens.algorithm.${algorithmType}`)
    return text('resource:tokens.reading.other', { algorithm, digits })
  }
  const foundOf = (found: Found): string => {
    const { secretEncoding: encoding, driftSeconds: drift } = found
    const plain = readingOf(found)
    const encoded =
      encoding === null
        ? plain
        : text('resource:tokens.reading.encoded', { reading: plain, encoding })
    return drift === null || drift === 0
      ? encoded
      : text('resource:tokens.reading.drifting', { reading: encoded, drift })
  }
  return { readingOf, foundOf }
}
