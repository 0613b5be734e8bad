import type { Design } from './document.ts'
import { filled, type Values } from './template.ts'

/** ISO/IEC 7811-2: the letters of each track, and how many it holds beside its sentinels. */
const tracks = {
  track1: { letters: /^[\u0020-\u005f]*$/, most: 76 },
  track2: { letters: /^[0-9:;<=>]*$/, most: 37 },
  track3: { letters: /^[0-9:;<=>]*$/, most: 104 },
} as const
type Track = keyof typeof tracks

const trackNames = ['track1', 'track2', 'track3'] as const satisfies readonly Track[]

interface Encoded {
  readonly track: Track
  readonly text: string
  readonly fault: 'CHARACTER' | 'TOO_LONG' | null
}

/** What is written to each track of the stripe for a holder, and what of it cannot be. */
export const magneticData = ({ magnetic }: Design, values: Values): readonly Encoded[] =>
  trackNames.flatMap((track) => {
    const text = filled(magnetic[track], values)
    if (text === '') return []
    const { letters, most } = tracks[track]
    const fault = !letters.test(text) ? 'CHARACTER' : text.length > most ? 'TOO_LONG' : null
    return [{ track, text, fault }]
  })
