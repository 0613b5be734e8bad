/** Options of a passkey ceremony, as the service sends them. */
type Options = Readonly<Record<string, unknown>>

const isOptions = (value: unknown): value is Options => typeof value === 'object' && value !== null

/**
 * What a browser is asked in the nth attempt, from 0: it looks for passkeys of one RP ID at a time, so
 * that those of former ones (`former`) have their turn after the present one.
 */
export const optionsOfAttempt = <T extends Options>(options: T, attempt: number): T | Options => {
  const { former, ...present } = options
  if (!Array.isArray(former)) return options
  const turns: readonly unknown[] = [{}, ...former]
  const turn = turns[attempt % turns.length]
  return { ...present, ...(isOptions(turn) ? turn : {}) }
}
