import { errors } from '@signet/contract/errors'
import { isSilent as isSilentCode } from '@signet/rules/failures'
import { z } from 'zod'

const FieldFault = z.object({ path: z.string(), message: z.string() })
export type FieldFault = z.output<typeof FieldFault>

const ErrorBody = z.looseObject({
  code: z.string().optional(),
  errorCode: z.string().optional(),
  message: z.string().optional(),
  errorMessage: z.string().optional(),
  requestId: z.string().optional(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  fields: z.array(FieldFault).optional(),
})
type ErrorBody = z.output<typeof ErrorBody>

/** A call that was not answered with success: the HTTP status and the body, JSON or else text. */
export class CallError extends Error {
  readonly status: number
  readonly body: ErrorBody | string

  constructor(status: number, body: ErrorBody | string) {
    super(`HTTP ${status}`)
    this.name = 'CallError'
    this.status = status
    this.body = body
  }

  private get fields(): ErrorBody {
    return typeof this.body === 'string' ? {} : this.body
  }

  /** Under which text the error is shown (product: self-service, section 8). */
  get code(): string {
    const { errorCode, code } = this.fields
    return errorCode ?? code ?? (this.status === 429 ? 'too_many_requests' : 'general_error')
  }

  /** The stored code, in capitals for the five of the console (product: console, section 8). */
  get storedCode(): string {
    return this.fields.code ?? this.code
  }

  get parameters(): Readonly<Record<string, string | number>> {
    return this.fields.parameters ?? {}
  }

  get faults(): readonly FieldFault[] {
    return this.fields.fields ?? []
  }

  get requestId(): string | null {
    return this.fields.requestId ?? null
  }

  get serverText(): string | null {
    return this.fields.errorMessage ?? this.fields.message ?? null
  }
}

/** Reads a failed answer: the body as JSON when possible, otherwise as text. */
export const toCallError = async (response: Response): Promise<CallError> => {
  const text = await response.text()
  try {
    const parsed = ErrorBody.safeParse(JSON.parse(text))
    return new CallError(response.status, parsed.success ? parsed.data : text)
  } catch {
    return new CallError(response.status, text)
  }
}

const silent: ReadonlySet<string> = new Set(
  Object.entries(errors)
    .filter(([, { audience }]) => audience === 'silent')
    .map(([code]) => code),
)

/** Whether an error shows no message at all: its code is handled elsewhere, or is no news. */
export const isSilent = (code: string): boolean => isSilentCode(code) || silent.has(code)
