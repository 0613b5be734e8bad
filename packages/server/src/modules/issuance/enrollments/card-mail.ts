import { fieldsOfWorkflow } from '@signet/card/enrolment/definition'
import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { MailFailed } from '../../../platform/mail.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'
import { expectMailServer, sendMail } from '../../settings/email-messages/index.ts'
import type { StoredWorkflow } from '../workflow-designs/index.ts'
import { subjectOf } from './enrollments.present.ts'
import type { NamedEnrollment } from './enrollments.repository.ts'
import { findOne } from './enrollments.service.ts'
import { hasCard } from './prints.repository.ts'
import { workflowOf } from './workflows.ts'

const Address = z.string().max(254, abort).check(z.email())

interface Place {
  readonly field: string
  /** Where the caller wrote it. */
  readonly path: string
}

/** @throws invalid_parameters for a field that is no text */
export const expectTextField = ({ definition }: StoredWorkflow, { field, path }: Place): void => {
  const found = fieldsOfWorkflow(definition).find(({ name }) => name === field)
  if (found?.kind === 'TEXT') return
  const message = 'is no text field of this design'
  throw new ApiError('invalid_parameters', { fields: [{ path, message }] })
}

/** Null where the field holds no address. */
export const addressIn = (
  { definition }: StoredWorkflow,
  { content }: Pick<NamedEnrollment, 'content'>,
  field: string,
): string | null => {
  const found = fieldsOfWorkflow(definition).find(({ name }) => name === field)
  return Address.safeParse(content[found?.id ?? '']).data ?? null
}

const dayFormat = { calendar: 'gregory', dateStyle: 'long', timeZone: 'UTC' } as const

/**
 * Tells somebody that their card is ready.
 * @throws ISSUANCE_ENROLLMENT_NOT_FOUND, ISSUANCE_PRINT_NOT_PRINTED, email_server_missing, email_not_sent,
 * invalid_parameters for a field that is no text, no_contact where it holds no address
 */
export const mailOwner = async (ctx: Context, id: string, name: string) => {
  const row = await findOne(ctx, id)
  const workflow = await workflowOf(ctx, row.workflow_id)
  expectTextField(workflow, { field: name, path: 'body.field' })
  const to = addressIn(workflow, row, name)
  if (to === null) throw new ApiError('no_contact')
  if (!(await hasCard(ctx, id))) throw new ApiError('ISSUANCE_PRINT_NOT_PRINTED')
  await expectMailServer(ctx)
  const { clock, ids } = ctx.platform
  const { defaultLocale: locale } = ctx.tenant
  const at = new Intl.DateTimeFormat(locale, dayFormat).format(clock.now())
  // Noted before it goes: from then on it may lie in a mailbox.
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'ENROLLMENT_EMAIL_SENT', { subject: subjectOf(row), attributes: { field: name } })
  })
  try {
    const values = { name: row.title, label: workflow.name, at }
    const mail = { id: ids.uuid(), type: 'cardReady', to, locale, values } as const
    await sendMail(ctx, { ...mail, isLast: true, isAwaited: true })
  } catch (error) {
    if (!(error instanceof MailFailed) && !(error instanceof OutboundRefused)) throw error
    throw new ApiError('email_not_sent', { cause: error })
  }
  return { sentTo: to }
}
