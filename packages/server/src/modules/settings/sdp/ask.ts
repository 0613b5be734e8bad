import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { parsedJson } from '../../../platform/json.ts'
import { cleanText } from '../../../platform/log/clean.ts'
import type { OutboundAnswer, OutboundRequest } from '../../../platform/outbound.ts'
import { expectSafeTarget } from '../http-connectors/index.ts'

/** The service was not reached, or said no: why, in one line that may be shown. */
export class SdpFailed extends Error {
  constructor(reason: string, cause?: unknown) {
    super(cleanText(reason).slice(0, 300), { cause })
    this.name = 'SdpFailed'
  }
}

const longestAnswer = 65_536

/** One call; no redirect is followed, for it would carry a secret elsewhere. @throws SdpFailed */
export const ask = async (
  ctx: Context,
  url: string,
  request: Pick<OutboundRequest, 'method' | 'headers' | 'body'>,
): Promise<OutboundAnswer> => {
  try {
    expectSafeTarget(ctx, new URL(url))
    return await ctx.platform.outbound.fetch('http', url, {
      ...request,
      maxRedirects: 0,
      maxBytes: longestAnswer,
    })
  } catch (cause) {
    throw new SdpFailed(cause instanceof Error ? cause.message : 'no answer', cause)
  }
}

const Refused = z.object({ error: z.string(), error_description: z.string().optional() })

interface Form<S extends z.ZodType> {
  readonly url: string
  readonly form: Readonly<Record<string, string>>
  readonly answer: S
}

/** A form of OAuth 2 (RFC 6749, section 4) and the answer to it. @throws SdpFailed */
export const askByForm = async <S extends z.ZodType>(
  ctx: Context,
  { url, form, answer }: Form<S>,
): Promise<z.output<S>> => {
  const { status, body } = await ask(ctx, url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams(form).toString(),
  })
  const said = parsedJson(body)
  const granted = answer.safeParse(said)
  if (status === 200 && granted.success) return granted.data
  const refused = Refused.safeParse(said)
  if (!refused.success) throw new SdpFailed(`the service answered ${status}`)
  const { error, error_description: description } = refused.data
  throw new SdpFailed(description === undefined ? error : `${error}: ${description}`)
}
