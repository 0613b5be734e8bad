import { z } from 'zod'

const ClientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
})

/** What the browser says it signed for (WebAuthn level 3, 5.8.1); null when it cannot be read. */
export const readClientData = (clientDataJSON: string): z.output<typeof ClientData> | null => {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8')
    return ClientData.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Our pages are never framed by others: a ceremony inside someone's page is not ours. */
export const isCrossOrigin = ({ crossOrigin, topOrigin }: z.output<typeof ClientData>): boolean =>
  crossOrigin === true || topOrigin !== undefined
