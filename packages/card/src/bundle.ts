import { abort } from '@signet/rules/abort'
import { hiddenCharacters, isPlainLine } from '@signet/rules/text'
import { z } from 'zod'
import { canonical } from './canonical.ts'
import { Design } from './document.ts'

const format = 'signet-card-design'

/** A design as a file: its pictures and fonts are inside. */
const Bundle = z.object({
  format: z.literal(format),
  version: z.literal(1),
  name: z.string().trim().min(1).max(100, abort).refine(isPlainLine, hiddenCharacters),
  design: Design,
})

/** The same design is the same file, byte for byte, wherever it is written. */
export const writeBundle = (name: string, design: Design): string =>
  `${canonical({ format, version: 1, name, design })}\n`

type Unreadable = { readonly at: string; readonly message: string }

/** A design from a file; where it is none, what is wrong with it. */
export const readBundle = (
  text: string,
): { readonly bundle: z.output<typeof Bundle> } | { readonly fault: Unreadable } => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: { at: '', message: 'is no JSON' } }
  }
  const read = Bundle.safeParse(value)
  if (read.success) return { bundle: read.data }
  const [issue] = read.error.issues
  return { fault: { at: issue?.path.join('.') ?? '', message: issue?.message ?? 'is no design' } }
}
