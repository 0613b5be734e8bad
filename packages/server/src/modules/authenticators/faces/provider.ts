import { faceAccountFamily } from '@signet/contract/settings/face'
import { abort } from '@signet/rules/abort'
import { withoutEndSlashes } from '@signet/rules/uris'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { readSecrets, settings } from '../../settings/families/index.ts'

/** How a check at the provider stands; what it has not decided is pending. */
type RunStatus = 'PENDING' | 'APPROVED' | 'DECLINED'

const Applicant = z.object({ id: z.string().min(1).max(200, abort) })
const Run = z.object({
  id: z.string().min(1).max(200, abort),
  applicant_id: z.string(),
  workflow_id: z.string(),
  status: z.string(),
  link: z.object({ url: z.url({ protocol: /^https?$/ }) }).nullish(),
})

const statusOf = (status: string): RunStatus => {
  if (status === 'approved') return 'APPROVED'
  return ['declined', 'error', 'abandoned', 'review'].includes(status) ? 'DECLINED' : 'PENDING'
}

interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly body?: object
}

/** @throws authenticator_not_provisioned without an account, service_unavailable */
const asked = async (ctx: Context, path: string, { method, body }: Request): Promise<unknown> => {
  const { baseUrl } = await settings.faceAccount(ctx)
  const { apiToken } = await readSecrets(ctx, faceAccountFamily)
  if (baseUrl === '' || apiToken === undefined) throw new ApiError('authenticator_not_provisioned')
  try {
    const answer = await ctx.platform.outbound.fetch(
      'http',
      `${withoutEndSlashes(baseUrl)}${path}`,
      {
        method,
        headers: {
          Authorization: `Token token=${apiToken}`,
          Accept: 'application/json',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        maxRedirects: 0,
        timeoutMillis: 8000,
      },
    )
    if (answer.status >= 200 && answer.status < 300) {
      return answer.body.length === 0 ? null : JSON.parse(answer.body.toString())
    }
    throw new OutboundFailed(`the provider answered ${answer.status}`)
  } catch (error) {
    const isTheirs =
      error instanceof OutboundFailed ||
      error instanceof OutboundRefused ||
      error instanceof SyntaxError
    if (!isTheirs) throw error
    throw new ApiError('service_unavailable', { cause: error })
  }
}

const parsed = <T>(schema: z.ZodType<T>, answer: unknown): T => {
  const result = schema.safeParse(answer)
  if (!result.success) throw new ApiError('service_unavailable', { cause: result.error })
  return result.data
}

interface Wanted {
  readonly applicant: string
  readonly kind: 'registration' | 'authentication'
  /** Where the provider leads the browser afterwards; null for another device. */
  readonly returnUrl: string | null
}

const workflowOf = async (ctx: Context, kind: Wanted['kind']): Promise<string> => {
  const { registrationWorkflow, authenticationWorkflow } = await settings.faceAccount(ctx)
  return kind === 'registration' ? registrationWorkflow : authenticationWorkflow
}

/** The provider’s API (its workflow runs): it knows people by a random name alone. */
export const provider = {
  async createApplicant(ctx: Context): Promise<string> {
    const body = { first_name: 'Signet', last_name: ctx.platform.ids.uuid() }
    return parsed(Applicant, await asked(ctx, '/applicants', { method: 'POST', body })).id
  },
  async start(ctx: Context, { applicant, kind, returnUrl }: Wanted) {
    const body = {
      workflow_id: await workflowOf(ctx, kind),
      applicant_id: applicant,
      ...(returnUrl === null ? {} : { link: { completed_redirect_url: returnUrl } }),
    }
    const run = parsed(Run, await asked(ctx, '/workflow_runs', { method: 'POST', body }))
    if (run.link === null || run.link === undefined) throw new ApiError('service_unavailable')
    return { run: run.id, url: run.link.url }
  },
  /** Only of this person, and of the check that was asked for. */
  async statusOf(ctx: Context, run: string, { applicant, kind }: Omit<Wanted, 'returnUrl'>) {
    const path = `/workflow_runs/${encodeURIComponent(run)}`
    const found = parsed(Run, await asked(ctx, path, { method: 'GET' }))
    const workflow = await workflowOf(ctx, kind)
    const isIts = found.id === run && found.applicant_id === applicant
    if (!isIts || found.workflow_id !== workflow) return 'DECLINED'
    return statusOf(found.status)
  },
  async forget(ctx: Context, applicant: string): Promise<void> {
    await asked(ctx, `/applicants/${encodeURIComponent(applicant)}`, { method: 'DELETE' })
  },
} as const
